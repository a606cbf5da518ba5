/// How a rendered head moves before the camera.
public struct HeadMotion: Equatable, Sendable {
    /// The head turns from minus this to plus this. 0 is a head that only drifts. 12 to 18 look natural; above 20 the
    /// far jaw line becomes jagged.
    public var amplitudeInDegrees: Double
    public var frameCount: Int
    /// From the first frame to the last.
    public var durationInMilliseconds: Double
    /// The same seed gives the same bytes.
    public var seed: UInt64

    public init(
        amplitudeInDegrees: Double = 15, frameCount: Int = 14, durationInMilliseconds: Double = 2600, seed: UInt64 = 1
    ) {
        self.amplitudeInDegrees = amplitudeInDegrees
        self.frameCount = max(1, frameCount)
        self.durationInMilliseconds = durationInMilliseconds
        self.seed = seed
    }

    func moments(faceWidth: Double) -> [HandHeldMotion.Moment] {
        HandHeldMotion(
            yawInDegrees: amplitudeInDegrees, unrestInDegrees: amplitudeInDegrees == 0 ? 0 : 0.2, pitchInDegrees: 2,
            rollInDegrees: 1.5, shift: SIMD2(0.04, 0.025) * faceWidth, frameCount: frameCount,
            durationInMilliseconds: durationInMilliseconds, seed: seed
        ).moments
    }
}
