/// How a print is moved before the camera.
public struct PrintMotion: Equatable, Sendable {
    /// Turned about the vertical axis from minus this to plus this.
    public var tiltInDegrees: Double
    public var pitchInDegrees: Double
    public var rollInDegrees: Double
    /// Carried to and fro, in face widths.
    public var shiftInFaceWidths: Double
    public var frameCount: Int
    public var durationInMilliseconds: Double
    /// The same seed gives the same bytes.
    public var seed: UInt64

    public init(
        tiltInDegrees: Double = 25, pitchInDegrees: Double = 8, rollInDegrees: Double = 5,
        shiftInFaceWidths: Double = 0.15,
        frameCount: Int = 14, durationInMilliseconds: Double = 2600, seed: UInt64 = 1
    ) {
        self.tiltInDegrees = tiltInDegrees
        self.pitchInDegrees = pitchInDegrees
        self.rollInDegrees = rollInDegrees
        self.shiftInFaceWidths = shiftInFaceWidths
        self.frameCount = max(1, frameCount)
        self.durationInMilliseconds = durationInMilliseconds
        self.seed = seed
    }

    func moments(faceWidth: Double) -> [HandHeldMotion.Moment] {
        HandHeldMotion(
            yawInDegrees: tiltInDegrees, unrestInDegrees: 0, pitchInDegrees: pitchInDegrees,
            rollInDegrees: rollInDegrees, shift: SIMD2(1, 0.4) * (shiftInFaceWidths * faceWidth),
            frameCount: frameCount,
            durationInMilliseconds: durationInMilliseconds, seed: seed
        ).moments
    }
}
