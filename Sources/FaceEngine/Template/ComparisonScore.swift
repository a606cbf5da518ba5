/// The similarity of two templates on a scale that means the same for every model. Stored with these names.
public struct ComparisonScore: Codable, Equatable, Sendable {
    /// −log₁₀ of the false match rate at this similarity: 0 = any two people are as similar, 4 = one pair in ten thousand of
    /// different people is. Larger speaks for the same person.
    public let value: Double
    /// Whether the value lies beyond what the calibration's pairs of different people can show.
    public let isExtrapolated: Bool
    /// The weighted mean of cosines that the value was read from: −1 to 1.
    public let similarity: Double
    public let model: ModelIdentity

    private enum CodingKeys: String, CodingKey {
        case value, isExtrapolated, similarity, model
    }
}
