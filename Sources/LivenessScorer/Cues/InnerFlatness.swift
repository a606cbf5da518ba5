internal import Foundation

/// Is the inner face a plane on a head that is none, or does it slide over it?
///
/// A still of a face that is pasted onto a moving head is flat inside and deep at the rim, where the flatness cue takes most
/// of its corners. Pasted badly it moves more than the head turns.
struct InnerFlatness: LivenessCue {
    static let name = "innerFlatness"
    static let species: [AttackSpecies] = [.injectedAnimation, .videoOnScreen]

    private let minimumDeformationInPercent: Double
    /// Below this r of the inner face it is flat.
    private let flatBelow: Double
    /// Above this deformation per turn the face slides, in percent of its width per degree.
    private let slidesAbove: Double
    /// Added to the turn, because small turns are measured badly.
    private let turnOffsetInDegrees: Double

    init(_ row: CueRow) throws(LivenessError) {
        minimumDeformationInPercent = try row.limit("minimumDeformationInPercent")
        flatBelow = try row.limit("flatBelow")
        slidesAbove = try row.limit("slidesAbove")
        turnOffsetInDegrees = try row.limit("turnOffsetInDegrees")
    }

    func assess(_ capture: CaptureFeatures) -> CueEvidence {
        guard let motion = capture.denseMotion else {
            return CueEvidence(Self.name, .abstained(capture.reasonWithoutDenseMotion))
        }
        let slide = motion.deformationInPercent / (motion.turnInDegrees + turnOffsetInDegrees)
        let measurements: [String: CueMeasurement?] = [
            "deformationInPercent": .number(motion.deformationInPercent),
            "ratio": CueMeasurement(motion.innerRatio),
            "turnInDegrees": .number(motion.turnInDegrees),
            "slide": .number(slide),
        ]
        return CueEvidence(
            Self.name,
            result(deformationInPercent: motion.deformationInPercent, ratio: motion.innerRatio, slide: slide),
            measurements: measurements.compactMapValues(\.self))
    }

    /// A number that is not finite never leads to an attack or to bona fide.
    func result(deformationInPercent: Double, ratio: Double?, slide: Double) -> CueResult {
        guard deformationInPercent >= minimumDeformationInPercent, slide.isFinite, let ratio, ratio.isFinite else {
            return .abstained(.noDeformation)
        }
        if ratio < flatBelow {
            return .measured(scoreInPercent: 0, .attack(.flatInside), speaksTo: Self.species)
        }
        if slide > slidesAbove {
            return .measured(scoreInPercent: 0, .attack(.slidingFace), speaksTo: Self.species)
        }
        return .measured(scoreInPercent: 100, .bonaFide, speaksTo: Self.species)
    }
}

extension LivenessReason {
    /// The inner face lies in one plane, whatever the head does.
    public static let flatInside = LivenessReason(rawValue: "flatInside")
    /// The face moves more than the head turns.
    public static let slidingFace = LivenessReason(rawValue: "slidingFace")
}
