package import LivenessScorer
internal import OnboardingCore

extension AddFace {
    /// What a face package came to. Stored as (`StepResult`)
    ///
    ///     {"components":[{"feedback":["…"],"name":"flatness","scoreInPercent":97.5},…],"decision":"live","falseRejectionInPercent":…,
    ///      "feedback":[],"registrationCode":"","scoreInPercent":97.5,"status":"pending","version":1}
    ///
    /// with words of `LivenessDecision`, `LivenessFeedback` and `CaseStatus`; a score that could not be computed
    /// is absent.
    package struct Result: StepResult {
        /// A gate or a cue.
        package struct Component: Codable, Equatable, Sendable {
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
        package let components: [Component]

        init(_ liveness: LivenessAssessment, _ standing: CaseStanding) {
            self.standing = standing
            decision = liveness.decision
            feedback = liveness.feedback
            scoreInPercent = liveness.scoreInPercent
            falseRejectionInPercent = liveness.falseRejectionInPercent
            components = liveness.components.map {
                Component(name: $0.name, scoreInPercent: $0.scoreInPercent, feedback: $0.feedback)
            }
        }

        enum CodingKeys: String, CodingKey {
            case version, decision, feedback, scoreInPercent, falseRejectionInPercent, components
        }

        package init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            standing = try CaseStanding(from: decoder)
            decision = try container.decode(LivenessDecision.self, forKey: .decision)
            feedback = try container.decode([LivenessFeedback].self, forKey: .feedback)
            scoreInPercent = try container.decodeIfPresent(Double.self, forKey: .scoreInPercent)
            falseRejectionInPercent = try container.decodeIfPresent(Double.self, forKey: .falseRejectionInPercent)
            components = try container.decode([Component].self, forKey: .components)
        }

        package func encode(to encoder: any Encoder) throws {
            try standing.encode(to: encoder)
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(decision, forKey: .decision)
            try container.encode(feedback, forKey: .feedback)
            try container.encodeIfPresent(scoreInPercent, forKey: .scoreInPercent)
            try container.encodeIfPresent(falseRejectionInPercent, forKey: .falseRejectionInPercent)
            try container.encode(components, forKey: .components)
        }
    }
}
