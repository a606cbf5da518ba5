internal import DemoMaterial
internal import Foundation

/// The motions of the suite: thirteen frames over two seconds.
enum Motions {
    static let frameCount = 13
    static let durationInMilliseconds = 2000.0

    /// From one side to the other, held by hand.
    static func turn(
        byDegrees yaw: Double, pitchInDegrees: Double = 2, rollInDegrees: Double = 1.5,
        driftInFaceWidths: Double = 0.04,
        faceWidth: Double, seed: UInt64
    ) -> [HandHeldMotion.Moment] {
        HandHeldMotion(
            yawInDegrees: yaw, unrestInDegrees: yaw == 0 ? 0 : 0.2, pitchInDegrees: pitchInDegrees,
            rollInDegrees: rollInDegrees, shift: SIMD2(1, 0.6) * (driftInFaceWidths * faceWidth),
            frameCount: frameCount, durationInMilliseconds: durationInMilliseconds, seed: seed
        ).moments
    }

    /// Wherever: yaw to ±15° and pitch to ±6° on sines of their own, and a light that flickers by 3 %.
    static func wandering(faceWidth: Double, seed: UInt64) -> [HandHeldMotion.Moment] {
        var randomness = RepeatableRandomness(seed: seed ^ 0x5eed)
        let phases = (0..<4).map { _ in randomness.uniform(in: 0...(2 * .pi)) }
        return turn(byDegrees: 0, faceWidth: faceWidth, seed: seed).enumerated().map { index, still in
            let progress = 2 * Double.pi * Double(index) / Double(frameCount - 1)
            var moment = still
            moment.pose.yawInDegrees = 10 * sin(0.9 * progress + phases[0]) + 5 * sin(1.7 * progress + phases[1])
            moment.pose.pitchInDegrees = 4 * sin(1.1 * progress + phases[2]) + 2 * sin(2.3 * progress + phases[3])
            moment.gain = 1 + 0.03 * Double(randomness.normal())
            return moment
        }
    }
}
