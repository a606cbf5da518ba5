/// What was decided on what a device showed of itself.
package enum DeviceDecision: String, CaseIterable, Codable, Sendable {
    /// It signed with the key that was registered with it.
    case signed
    /// It has no key, and its identifier is a registered one: what anybody could say who knows it.
    case identified
    /// Not a device of the registration.
    case unknownDevice
    case signatureInvalid
    /// It has no key, and the tenant asks for one.
    case keyMissing

    package var counts: Counts {
        switch self {
        case .signed, .identified: .nothing
        case .unknownDevice, .signatureInvalid, .keyMissing: .attempt
        }
    }
}

/// What becomes of the devices of a registration when another one is registered.
package enum DeviceChange: String, CaseIterable, Codable, Sendable {
    /// It stands beside them.
    case add
    /// It takes the place of all of them.
    case replaceAll
}
