package import OnboardingCore

extension CaseFile {
    /// A capture of the live face.
    package struct FaceCapture: Equatable, Sendable {
        /// As an export calls it: `face-1`.
        package let name: String
        package let at: Instant
        /// Among the steps of the explanation; nil for evidence that no event names.
        package let step: Int?
        package let evidence: Evidence
        /// Who decided, where nothing was measured.
        package let sandboxPersona: String?
        /// Nil where nothing was measured, or the record cannot be read.
        package let measured: MeasuredFace?
    }

    package struct MeasuredFace: Equatable, Sendable {
        package let workflow: String
        /// The operating point, a word of `LivenessLevel`.
        package let level: String
        package let judgedLevel: Int
        /// `plain`, `v2` …: how the package was sealed.
        package let packageForm: String
        package let isFromVideo: Bool
        /// Declared by a test tenant to come from a renderer.
        package let isRendered: Bool
        package let hasTimes: Bool
        package let permitsStills: Bool
        /// A word of `LivenessDecision`.
        package let decision: String
        /// A word of `LivenessReason`.
        package let reason: String
        package let scoreInPercent: Double?
        package let leastScoreInPercent: Double?
        package let falseRejectionInPercent: Double?
        package let frames: [Frame]
        package let frameLimits: FrameLimits
        package let gates: [Gate]
        package let cues: [Cue]
        /// Nil where the cues were not added up.
        package let fusion: Fusion?
        package let challenge: Challenge?
        package let comparison: Comparison?
        /// With the registered face, of somebody who came back.
        package var registeredMatch: RegisteredMatch?
        /// What the client said of its capture; empty where the auditor may not see it.
        package let declared: [Declared]
    }

    /// A live face beside those that its registration has.
    package struct RegisteredMatch: Equatable, Sendable {
        /// With the most similar of them.
        package let comparison: Comparison
        /// How many there were. Of several a stranger has as many chances, which the threshold takes into account.
        package let samples: Int
    }

    /// What was measured in one image of a capture.
    package struct Frame: Equatable, Sendable {
        package let index: Int
        /// From the first frame on; nil where nobody stated times.
        package let timeInMilliseconds: Double?
        package let width: Int
        package let height: Int
        package let faceCount: Int
        /// Positive = the person looks to their left; nil where no face was measured, as the next.
        package let yawInDegrees: Double?
        /// Positive = looks down.
        package let pitchInDegrees: Double?
        package let rollInDegrees: Double?
        package let focus: Double?
        /// In pixels of the frame.
        package let faceWidth: Double?
        package let dynamicRangeInBits: Double?
        /// The earlier frame with the same bytes.
        package let repeats: Int?
        /// Words of `QualityFailure`; empty for a usable frame.
        package let failures: [String]
        package let isBest: Bool
        package let isInTemplate: Bool
        /// −log10 of the false match rate against the best frame.
        package let scoreToBest: Double?
        /// Of the bytes as received.
        package let sha256: String?
        /// The section that holds it; nil where it is not there, or the auditor may not see it.
        package let image: String?

        /// Looked at, and not set aside.
        package var isUsed: Bool { failures.isEmpty && repeats == nil }
    }

    /// What a frame is held to.
    package struct FrameLimits: Equatable, Sendable {
        package let leastFaceWidth: Double
        package let mostYawInDegrees: Double
        package let mostPitchInDegrees: Double
        package let leastFocus: Double
        package let leastDynamicRangeInBits: Double
    }

    /// What a capture has to pass before a cue can decide about it.
    package struct Gate: Equatable, Sendable {
        /// A word of `GateName`.
        package let name: String
        /// Nil where there was nothing to assess.
        package let scoreInPercent: Double?
        package let isPassed: Bool?
        package let hints: [Hint]
    }

    /// What was measured and what would have been enough.
    package struct Hint: Equatable, Sendable {
        /// A word of `LivenessHint.Quantity`.
        package let quantity: String
        package let measured: Double
        package let bound: Explanation.Rule.Bound
        package let wanted: Double
        package let unit: String
    }

    /// What one cue found.
    package struct Cue: Equatable, Sendable {
        package enum Finding: String, Equatable, Sendable {
            case bonaFide, attack, unclear
            /// It had nothing to say. Not a zero.
            case abstained
        }

        package let name: String
        package let finding: Finding
        /// A word of `LivenessReason`; nil where it found a bona fide presentation.
        package let reason: String?
        /// 0 … 100; nil where it abstained.
        package let scoreInPercent: Double?
        /// How it counts, a word of `CueRow.Role`; nil in records that do not say.
        package let role: String?
        /// The most that it can add or take.
        package let weight: Double
        /// In log-odds; nil where it abstained, has no weight, or nothing was added up.
        package let contribution: Double?
        /// Words of `AttackSpecies`, for which the finding holds.
        package let species: [String]
        /// What was measured beside what it was held to.
        package let rules: [Explanation.Rule]
    }

    /// What the cues say together, in log-odds of a bona fide presentation.
    package struct Fusion: Equatable, Sendable {
        package let bias: Double
        package let sum: Double
        package let leastSum: Double
        /// Of the terms below zero alone.
        package let against: Double
        package let leastAgainst: Double
    }

    package struct Challenge: Equatable, Sendable {
        package struct Step: Equatable, Sendable {
            /// A word of `FaceChallenge.Prompt`.
            package let prompt: String
            package let isMet: Bool
            package let measured: Double?
            package let wanted: Double
            /// Nil for colours, which are judged together.
            package let unit: Explanation.Rule.Unit?
            /// That shows it first.
            package let frame: Int?
        }

        package let steps: [Step]
        /// A word of `LivenessReason`; nil where it was met.
        package let reason: String?
    }
}
