/// What the gates decide from.
struct CaptureObservations: Equatable, Sendable {
    /// Why each frame is unusable, in order; empty for a usable one.
    var failures: [Set<QualityFailure>]
    /// Between two neighbouring frames; 0 for a single one.
    var longestGapInMilliseconds: Double
    /// Images whose bytes differ.
    var distinctImages: Int
    /// Of these, the usable ones.
    var distinctUsableImages: Int
    var persons: PersonsObservation
    var permitsStills: Bool
}

extension CaptureObservations {
    /// Before persons are compared.
    init(of frames: [FrameEvidence], permitsStills: Bool) {
        let distinct = frames.filter { $0.repeatsFrame == nil }
        self.init(
            failures: frames.map { Set($0.failures) },
            longestGapInMilliseconds: zip(frames, frames.dropFirst())
                .map { $1.timeInMilliseconds - $0.timeInMilliseconds }.max() ?? 0,
            distinctImages: distinct.count, distinctUsableImages: distinct.count { $0.failures.isEmpty },
            persons: .nothingToCompare, permitsStills: permitsStills)
    }
}

/// Whether the usable frames show one person.
enum PersonsObservation: Equatable, Sendable {
    /// Fewer than two usable frames, or the decision does not depend on the person shown.
    case nothingToCompare
    /// Every usable frame is a near-duplicate of the best one.
    case nearDuplicates
    /// The lowest score between the best frame and a usable one that is no near-duplicate of it.
    case lowestScore(Double)
}
