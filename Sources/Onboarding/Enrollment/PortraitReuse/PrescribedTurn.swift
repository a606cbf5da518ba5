internal import FaceEngine
internal import LivenessScorer
internal import OnboardingCore

/// The turn of the head that a person is asked for where the face has to be captured again.
enum PrescribedTurn {
    /// Of the head towards the camera, to the side asked for. A capture has to turn by 8° or 12° for its depth to be judged
    /// at all, to whatever side; up to 30° a frame is usable.
    static let leastInDegrees = 12.0

    static func random() -> HeadTurn { Bool.random() ? .left : .right }

    /// How far any usable frame turns to that side, in degrees; negative where none does. Nil without a usable frame.
    static func degrees(to turn: HeadTurn, in capture: LivenessEvidence) -> Double? {
        capture.frames.filter { $0.failures.isEmpty }.compactMap { frame in
            frame.measurements.map { turn == .left ? $0.yawInDegrees : -$0.yawInDegrees }
        }.max()
    }
}
