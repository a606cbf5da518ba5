internal import Foundation

/// Is the movement made of several images, blended or shown in turn?
///
/// A living face changes in many ways at once. A fade or a morph changes in one way, from the first frame to the last; images
/// in turn have one change with a jump in it.
struct SeveralImages: LivenessCue {
    static let name = "severalImages"
    static let species: [AttackSpecies] = [.injectedAnimation, .videoOnScreen]

    private let minimumDeformationInPercent: Double
    /// Over a shorter time a living head may turn one way alone.
    private let minimumSpanInMilliseconds: Double
    private let blendedAbove: Double
    private let inTurnAbove: Double

    init(_ row: CueRow) throws(LivenessError) {
        minimumDeformationInPercent = try row.limit("minimumDeformationInPercent")
        minimumSpanInMilliseconds = try row.limit("minimumSpanInMilliseconds")
        blendedAbove = try row.limit("blendedAbove")
        inTurnAbove = try row.limit("inTurnAbove")
    }

    func assess(_ capture: CaptureFeatures) -> CueEvidence {
        guard let motion = capture.denseMotion else {
            return CueEvidence(Self.name, .abstained(capture.reasonWithoutDenseMotion))
        }
        let steadiness = motion.course.steadiness(atFrames: motion.frames)
        let gap = motion.course.gap
        return CueEvidence(
            Self.name,
            result(
                deformationInPercent: motion.deformationInPercent, spanInMilliseconds: motion.spanInMilliseconds,
                steadiness: steadiness, gap: gap),
            measurements: [
                "deformationInPercent": .number(motion.deformationInPercent),
                "spanInMilliseconds": .number(motion.spanInMilliseconds),
                "firstComponentShare": .number(motion.course.share),
                "course": .numbers(motion.course.values),
                "steadiness": .number(steadiness),
                "gap": .number(gap),
            ])
    }

    /// A number that is not finite never leads to an attack or to bona fide.
    func result(
        deformationInPercent: Double, spanInMilliseconds: Double, steadiness: Double, gap: Double
    ) -> CueResult {
        guard deformationInPercent >= minimumDeformationInPercent, steadiness.isFinite, gap.isFinite else {
            return .abstained(.noDeformation)
        }
        guard spanInMilliseconds >= minimumSpanInMilliseconds else { return .abstained(.spanTooShort) }
        if steadiness > blendedAbove {
            return .measured(scoreInPercent: 0, .attack(.blendedImages), speaksTo: Self.species)
        }
        if gap > inTurnAbove {
            return .measured(scoreInPercent: 0, .attack(.imagesInTurn), speaksTo: Self.species)
        }
        return .measured(scoreInPercent: 100, .bonaFide, speaksTo: Self.species)
    }
}

extension LivenessReason {
    /// One image fades or morphs into another.
    public static let blendedImages = LivenessReason(rawValue: "blendedImages")
    /// Two images, shown in turn.
    public static let imagesInTurn = LivenessReason(rawValue: "imagesInTurn")
    /// The compared frames lie too near each other in time.
    public static let spanTooShort = LivenessReason(rawValue: "spanTooShort")
}
