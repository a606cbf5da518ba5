/// A check that a tenant's policy may ask for.
package enum RequiredCheck: String, Codable, CaseIterable, Sendable {
    case addDevice
    case addFace
    case addDocument
}
