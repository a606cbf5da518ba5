/// How old somebody looks. No evidence of an age.
public struct AgeEstimate: Codable, Equatable, Sendable {
    public let years: Double
    /// Within which the age lies of nine of ten adults on studio portraits, and of eight of ten on everyday images
    /// (docs/measurements/face-attributes.md).
    public let least: Double
    public let greatest: Double

    /// From here on estimates are off by more.
    private static let middleAge = 45.0

    public init(years: Double) {
        self.years = years
        let margin = years < Self.middleAge ? 7.0 : 12.0
        least = max(0, years - margin)
        greatest = years + margin
    }

    private enum CodingKeys: String, CodingKey {
        case years, least, greatest
    }
}
