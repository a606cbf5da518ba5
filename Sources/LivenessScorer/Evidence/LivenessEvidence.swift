// The stored evidence, version 1: one JSON object. Lengths in pixels, angles in degrees, times in milliseconds; shares are
// 0 … 1, percentages 0 … 100. "?" marks a member that is left out where it has no value.
//
//     version                     1
//     rulesVersion                the rules that decided, see `FusionRules.version`
//     level                       "highUsability" | "balanced" | "highSecurity"
//     permitsStills               Boolean
//     hasTimes?                   false where nobody stated when the frames were taken: their timeInMilliseconds keeps the
//                                 order alone
//     source?                     "rendered" for a capture that was declared so, for demonstration only
//     clockwiseRotationInDegrees  0 | 90 | 180 | 270: turns the frames upright, after their EXIF orientation
//     descriptor                  {name, digest}: the model that compared frames
//     calibrationDigest           SHA-256 of the calibration that made scores of its similarities
//     textureNetworks?            [{name, digest}]: the networks that could look at texture, where there were any; digest is
//                                 the SHA-256 of the network's file
//     thresholds                  {gates: {…}, cues: [{cue, role, weight, limits: {name: number}}], fusion?: {…}}, see
//                                 `FusionModel`
//     frames                      [{timeInMilliseconds, digest?, widthInPixels, …}], see `FrameEvidence`
//     gates                       [{gate, scoreInPercent?, feedback: […], hints?: […]}], in the order of `GateName`
//     cues                        [{cue, result: "measured", scoreInPercent, finding: "bonaFide" | "attack" | "unclear",
//                                   reason? (absent for "bonaFide"), speaksTo: […], feedback: […], measurements: {…}}
//                                  | {cue, result: "abstained", reason, feedback: […], measurements: {…}}]
//                                 measurements: name to number, list of numbers, or list of {name: number}; hints?: […]
//                                 hints: [{quantity, measured, bound, wanted, unit}], see `LivenessHint`
//     challenge?                  what the person was asked to do and did, see `ChallengeEvidence`
//     decision, reason, feedback  see `LivenessDecision`, `LivenessReason`, `LivenessFeedback`
//     scoreInPercent?             the fused score
//     falseRejectionInPercent?    how many in a hundred bona fide captures score lower
//     restsOnQualityAlone         Boolean, for people who read the file; follows from `reason`
//     bestFrame?                  index
//     framesOfTemplate            [index], best first
//     templateModel?              {name, digest}
//
// Readers skip members that they do not know and refuse other versions.

public import FaceEngine
internal import OnboardingJSON

/// Everything that a decision rests on, so that it can be understood and repeated years later.
public struct LivenessEvidence: Codable, Equatable, Sendable {
    var version = FirstVersion()
    public var rulesVersion: Int
    public var level: LivenessLevel
    public var permitsStills: Bool
    /// false where the frames came without times; nil else.
    public var hasTimes: Bool?
    /// nil for a camera.
    public var source: CaptureSource?
    public var clockwiseRotationInDegrees: Int
    public var thresholds: LivenessThresholds
    /// The model whose templates of frames were compared.
    public var descriptor: ModelIdentity
    /// Which calibration turned their similarities into comparison scores.
    public var calibrationDigest: String
    /// The networks that the cues of texture could ask; nil where there were none.
    public var textureNetworks: [ModelIdentity]?

    /// One for each frame of the capture, in order.
    public var frames: [FrameEvidence]
    /// Every gate once, in the order of `GateName`.
    public var gates: [GateEvidence]
    /// Every cue once, in the order of the cues.
    public var cues: [CueEvidence]
    /// nil for a passive capture.
    public var challenge: ChallengeEvidence?

    public var decision: LivenessDecision
    public var reason: LivenessReason
    public var feedback: [LivenessFeedback]
    /// nil if the decision rests on no score.
    public var scoreInPercent: Double?
    /// How many in a hundred of the bona fide captures that the fusion was calibrated on score lower; nil if the decision
    /// rests on no fused score.
    public var falseRejectionInPercent: Double?
    /// Whether the capture is `live` only because stills are permitted and its images are good: the reason says so too.
    /// Nothing checked for attacks.
    public let restsOnQualityAlone: Bool
    public var bestFrame: Int?
    /// The frames that made the capture's template, best first; empty if none was made. Networks that look at every
    /// frame give the mean over them, the others what they say of the first.
    public var framesOfTemplate: [Int]
    /// The model of the capture's template; nil if none was made.
    public var templateModel: ModelIdentity?

    private enum CodingKeys: String, CodingKey {
        case version, rulesVersion, level, permitsStills, hasTimes, source, clockwiseRotationInDegrees, descriptor
        case calibrationDigest, textureNetworks, thresholds, frames, gates, cues, challenge, decision, reason
        case feedback
        case scoreInPercent, falseRejectionInPercent, restsOnQualityAlone, bestFrame, framesOfTemplate, templateModel
    }

    /// Gates, then cues, then the challenge: name, score and feedback of each.
    public var components: [LivenessComponent] {
        gates.map {
            LivenessComponent(
                name: $0.gate.rawValue, scoreInPercent: $0.scoreInPercent, feedback: $0.feedback, hints: $0.hints)
        }
            + cues.map {
                LivenessComponent(
                    name: $0.cue, scoreInPercent: $0.scoreInPercent, feedback: $0.feedback, hints: $0.hints)
            }
            + [challenge?.component].compactMap(\.self)
    }
}

/// A gate or a cue in a list of results. Stored with these names.
public struct LivenessComponent: Codable, Equatable, Sendable {
    public let name: String
    /// 0 … 100, where 100 speaks for a bona fide presentation; nil if there was nothing to assess.
    public let scoreInPercent: Double?
    public let feedback: [LivenessFeedback]
    /// What was measured and what is wanted, where it does not pass; nil where there is nothing to say, and in results that
    /// were stored before there were hints.
    public let hints: [LivenessHint]?

    private enum CodingKeys: String, CodingKey {
        case name, scoreInPercent, feedback, hints
    }
}
