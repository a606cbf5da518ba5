/// Between which ages a live face has to look, as the tenant has set it. Stored with these names.
package struct AgeLimits: Codable, Equatable, Sendable {
    package let minAge: Double
    package let maxAge: Double
    /// How many years an estimate may be below the one and above the other.
    package let minTolerance: Double
    package let maxTolerance: Double

    /// A range that is turned around admits nobody.
    package func admit(_ years: Double) -> Bool { years >= minAge - minTolerance && years <= maxAge + maxTolerance }

    private enum CodingKeys: String, CodingKey {
        case minAge, maxAge, minTolerance, maxTolerance
    }
}
