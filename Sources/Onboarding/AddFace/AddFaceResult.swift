package import LivenessScorer
internal import OnboardingCore

extension AddFace {
    /// What a face package came to. Stored as (`StepResult`)
    ///
    ///     {"cues":[{"feedback":["…"],"name":"flatness","scoreInPercent":97.5},…],"decision":"live","falseRejectionInPercent":…,
    ///      "feedback":[],"registrationCode":"","scoreInPercent":97.5,"status":"pending","version":1}
    ///
    /// with words of `LivenessDecision`, `LivenessFeedback`, `CueName` and `CaseStatus`; a score that could not be computed
    /// is absent.
    package struct Result: StepResult {
        package struct Cue: Codable, Equatable, Sendable {
            package let name: String
            /// 0 … 100; 100 speaks for a bona fide presentation.
            package let scoreInPercent: Double?
            package let feedback: [LivenessFeedback]
        }

        package let standing: CaseStanding
        package let decision: LivenessDecision
        package let feedback: [LivenessFeedback]
        package let scoreInPercent: Double?
        package let falseRejectionInPercent: Double?
        /// In the order of the scorer's list.
        package let cues: [Cue]

        init(_ liveness: LivenessJudgement, _ standing: CaseStanding) {
            self.standing = standing
            decision = liveness.decision
            feedback = liveness.feedback
            scoreInPercent = liveness.scoreInPercent
            falseRejectionInPercent = liveness.falseRejectionInPercent
            cues = liveness.cues.map {
                Cue(name: $0.name.rawValue, scoreInPercent: $0.scoreInPercent, feedback: $0.feedback)
            }
        }

        enum CodingKeys: String, CodingKey {
            case version, decision, feedback, scoreInPercent, falseRejectionInPercent, cues
        }

        package init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            standing = try CaseStanding(from: decoder)
            decision = try container.decode(LivenessDecision.self, forKey: .decision)
            feedback = try container.decode([LivenessFeedback].self, forKey: .feedback)
            scoreInPercent = try container.decodeIfPresent(Double.self, forKey: .scoreInPercent)
            falseRejectionInPercent = try container.decodeIfPresent(Double.self, forKey: .falseRejectionInPercent)
            cues = try container.decode([Cue].self, forKey: .cues)
        }

        package func encode(to encoder: any Encoder) throws {
            try standing.encode(to: encoder)
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(decision, forKey: .decision)
            try container.encode(feedback, forKey: .feedback)
            try container.encodeIfPresent(scoreInPercent, forKey: .scoreInPercent)
            try container.encodeIfPresent(falseRejectionInPercent, forKey: .falseRejectionInPercent)
            try container.encode(cues, forKey: .cues)
        }
    }
}
