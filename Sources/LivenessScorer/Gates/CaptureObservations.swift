/// What the gates decide from.
struct CaptureObservations: Equatable, Sendable {
    /// Why each frame is unusable, in order; empty for a usable one.
    var failures: [Set<QualityFailure>]
    /// Whether the sender stated when the frames were taken. Without times the frames only have their order, and
    /// every duration here is 0.
    var hasTimes: Bool
    /// Between two neighbouring frames; 0 for a single one.
    var longestGapInMilliseconds: Double
    /// Between two neighbouring frames of those that show one face; 0 for fewer than two.
    var longestGapWithoutOneFaceInMilliseconds: Double
    /// From the first to the last of the distinct usable images.
    var durationInMilliseconds: Double
    /// Images whose bytes differ.
    var distinctImages: Int
    /// Of these, the usable ones.
    var distinctUsableImages: Int
    var persons: PersonsObservation
    var permitsStills: Bool
    var source = CaptureSource.camera
    /// nil for a passive capture.
    var challenge: ChallengeFinding?
}

extension CaptureObservations {
    /// Before persons are compared.
    init(of frames: [FrameEvidence], hasTimes: Bool, permitsStills: Bool, source: CaptureSource) {
        let distinct = frames.filter { $0.repeatsFrame == nil }
        let usable = distinct.filter(\.failures.isEmpty)
        func longestGap(in frames: [FrameEvidence]) -> Double {
            guard hasTimes else { return 0 }
            return zip(frames, frames.dropFirst()).map { $1.timeInMilliseconds - $0.timeInMilliseconds }.max() ?? 0
        }
        var duration = 0.0
        if hasTimes, let first = usable.first, let last = usable.last {
            duration = last.timeInMilliseconds - first.timeInMilliseconds
        }
        self.init(
            failures: frames.map { Set($0.failures) }, hasTimes: hasTimes,
            longestGapInMilliseconds: longestGap(in: frames),
            longestGapWithoutOneFaceInMilliseconds: longestGap(in: frames.filter { Set($0.failures).showsOneFace }),
            durationInMilliseconds: duration, distinctImages: distinct.count, distinctUsableImages: usable.count,
            persons: .nothingToCompare, permitsStills: permitsStills, source: source)
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
