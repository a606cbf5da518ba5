internal import Foundation

/// Does the face's appearance change as it moves?
///
/// All frames are brought onto one of them by dense flow. What then still changes on an image that is warped is noise and
/// interpolation; a living head changes its shading, its lids, lips and folds. T is that change of appearance times that
/// of light, per movement. It is a veto against stills, however they are animated, and no proof of life: a video of
/// a living person passes, and so may a warp that is lit anew with the normals of the face.
struct LivingMotion: LivenessCue {
    static let name = "livingMotion"
    static let species: [AttackSpecies] = [.injectedAnimation, .print, .stillOnScreen]

    private let minimumDeformationInPercent: Double
    /// Below this T an image was set in motion.
    private let frozenBelow: Double
    /// From this T on the face lives. Between the two the finding is unclear.
    private let livingAtLeast: Double
    private let scale: ScoreScale

    init(_ row: CueRow) throws(LivenessError) {
        minimumDeformationInPercent = try row.limit("minimumDeformationInPercent")
        frozenBelow = try row.limit("frozenBelow")
        livingAtLeast = try row.limit("livingAtLeast")
        scale = ScoreScale(
            zeroAt: try row.limit("scoreZeroAt"), attackBelow: frozenBelow, bonaFideFrom: livingAtLeast,
            hundredAt: try row.limit("scoreHundredAt"))
    }

    func assess(_ capture: CaptureFeatures) -> CueEvidence {
        guard let motion = capture.denseMotion else {
            return CueEvidence(Self.name, .abstained(capture.reasonWithoutDenseMotion), feedback: [.insufficientFrames])
        }
        let result = result(
            deformationInPercent: motion.deformationInPercent, livingChange: motion.livingChange)
        let feedback: [LivenessFeedback] =
            switch result {
            case .measured(_, .bonaFide, _), .measured(_, .attack, _): []
            case .measured(_, .unclear, _), .abstained: [.insufficientFrames]
            }
        return CueEvidence(
            Self.name, result, feedback: feedback,
            measurements: [
                "frames": .numbers(motion.frames.map(Double.init)),
                "anchorFrame": .number(Double(motion.anchorFrame)),
                "turnInDegrees": .number(motion.turnInDegrees),
                "deformationInPercent": .number(motion.deformationInPercent),
                "appearanceChangeInPercent": .number(motion.appearanceChangeInPercent),
                "lightChangeInPercent": .number(motion.lightChangeInPercent),
                "livingChange": .number(motion.livingChange),
            ])
    }

    /// A number that is not finite never leads to an attack or to bona fide.
    func result(deformationInPercent: Double, livingChange: Double) -> CueResult {
        guard deformationInPercent >= minimumDeformationInPercent, livingChange.isFinite else {
            return .abstained(.noDeformation)
        }
        let score = scale.scoreInPercent(ofLogarithm: livingChange)
        func measured(_ finding: CueFinding) -> CueResult {
            .measured(scoreInPercent: score, finding, speaksTo: Self.species)
        }
        if livingChange < frozenBelow { return measured(.attack(.frozenAppearance)) }
        return measured(livingChange >= livingAtLeast ? .bonaFide : .unclear(.appearanceUnclear))
    }
}

extension CaptureFeatures {
    /// Why `denseMotion` is nil.
    var reasonWithoutDenseMotion: LivenessReason {
        distinctUsable.count < DenseMotion.minimumFrames ? .tooFewFrames : .posesTooFarApart
    }
}

extension LivenessReason {
    /// The face moves, but looks the same in every frame: one image, warped.
    public static let frozenAppearance = LivenessReason(rawValue: "frozenAppearance")
    /// T lies between frozen and living.
    public static let appearanceUnclear = LivenessReason(rawValue: "appearanceUnclear")
    /// The head turns so fast that too few frames lie near one pose.
    public static let posesTooFarApart = LivenessReason(rawValue: "posesTooFarApart")
}
