internal import Foundation

/// How a head moves that is filmed for longer than any capture lasts: straight and still while somebody gets ready,
/// then from side to side, and drifting as a hand drifts that holds the phone.
struct HeadSwing: Sendable {
    /// What is seen at one moment.
    struct Moment: Equatable, Sendable {
        var pose: RigidPose
        /// Factor on the brightness, within 3 %.
        var gain: Double
    }

    static let stillInSeconds = 1.0
    private static let amplitudeInDegrees = 15.0
    private static let unrestInDegrees = 0.2
    /// Of the drift while the head is still.
    private static let restlessShare = 0.2
    private static let onsetInSeconds = 0.6

    /// In pixels.
    let faceWidth: Double
    let seed: UInt64
    /// To one side and the other. A capture of two and a half seconds, begun at any moment, shows a turn of 20° and, as a
    /// portrait does, the head from the front: without that nobody can say that the face is not the portrait's own
    /// photograph.
    private let periodInSeconds: Double
    /// Whether the head turns to the right edge of the image first.
    private let beginsToTheRight: Bool
    /// Of each drift, the turns a second and the phase.
    private let drifts: [(turns: Double, phase: Double)]

    init(faceWidth: Double, seed: UInt64) {
        self.faceWidth = faceWidth
        self.seed = seed
        var randomness = RepeatableRandomness(seed: seed)
        periodInSeconds = randomness.uniform(in: 3.6...4.2)
        beginsToTheRight = randomness.uniform() < 0.5
        drifts = (0..<6).map { _ in
            (randomness.uniform(in: 0.23...0.46), randomness.uniform(in: 0...(2 * .pi)))
        }
    }

    func moment(at seconds: Double) -> Moment {
        let begun = min(max((seconds - Self.stillInSeconds) / Self.onsetInSeconds, 0), 1)
        let onset = begun * begun * (3 - 2 * begun)
        let share = Self.restlessShare + (1 - Self.restlessShare) * onset
        func drift(_ index: Int, _ amplitude: Double) -> Double {
            amplitude * share * sin(2 * .pi * drifts[index].turns * seconds + drifts[index].phase)
        }
        // Negative parts of the seed, because the others are the noise of the frames.
        var randomness = RepeatableRandomness(seed: seed, part: -1 - Int(seconds * 1000))
        let wave = onset * sin(2 * .pi * max(0, seconds - Self.stillInSeconds) / periodInSeconds)
        return Moment(
            pose: RigidPose(
                yawInDegrees: Self.amplitudeInDegrees * (beginsToTheRight ? wave : -wave)
                    + Self.unrestInDegrees * share * Double(randomness.normal()),
                pitchInDegrees: drift(0, 2), rollInDegrees: drift(1, 1.5),
                shift: SIMD2(drift(2, 0.04), drift(3, 0.025)) * faceWidth, scale: 1 + drift(4, 0.01)),
            gain: 1 + drift(5, 0.03))
    }
}
