/// How well two faces agree in their details after one was laid over the other. −1 to 1; 0 where there is nothing to
/// compare.
public struct PhotographAgreement: Codable, Equatable, Sendable {
    /// The correlation of all blocks together, each counting by its contrast.
    public let correlation: Double
    /// The correlation of the weakest blocks among those with much contrast (their 5th percentile): two photographs of one
    /// person differ at eyes and mouth, where one photograph copied does not.
    public let weakestCorrelation: Double

    public init(correlation: Double, weakestCorrelation: Double) {
        self.correlation = correlation
        self.weakestCorrelation = weakestCorrelation
    }

    private enum CodingKeys: String, CodingKey {
        case correlation, weakestCorrelation
    }
}
