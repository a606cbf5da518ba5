/// How the light on a face follows the colours of the screen before it. Experimental: measured on rendered heads alone.
public struct LightResponse: Codable, Equatable, Sendable {
    /// By how much the face follows later, as screen and camera take their time.
    public let lagInMilliseconds: Double
    /// Between the colours of the screen and those of the inner face, −1 to 1.
    public let correlation: Double
    /// Change of the light with the screen fully on, over its mean.
    public let innerChangeInPercent: Double
    public let rimChangeInPercent: Double
    /// nil where no background is seen.
    public let backgroundChangeInPercent: Double?

    private enum CodingKeys: String, CodingKey {
        case lagInMilliseconds, correlation, innerChangeInPercent, rimChangeInPercent, backgroundChangeInPercent
    }

    init(
        lagInMilliseconds: Double, correlation: Double, innerChangeInPercent: Double, rimChangeInPercent: Double,
        backgroundChangeInPercent: Double?
    ) {
        self.lagInMilliseconds = lagInMilliseconds
        self.correlation = correlation
        self.innerChangeInPercent = innerChangeInPercent
        self.rimChangeInPercent = rimChangeInPercent
        self.backgroundChangeInPercent = backgroundChangeInPercent
    }

    func isStrong(under limits: ChallengeLimits) -> Bool {
        innerChangeInPercent >= limits.lightChangeInPercent
    }

    func isAnswer(under limits: ChallengeLimits) -> Bool {
        isStrong(under: limits) && correlation >= limits.lightCorrelation
    }

    /// What looks at the screen changes more than the rim of the face, and what lies far behind hardly.
    func isOfAHead(under limits: ChallengeLimits) -> Bool {
        innerChangeInPercent >= rimChangeInPercent * limits.lightInnerOverRim
            && (backgroundChangeInPercent ?? 0) <= innerChangeInPercent * limits.lightBackgroundOverInner
    }
}
