package import LivenessScorer
internal import OnboardingCore
internal import OnboardingJSON

extension AddFace {
    /// What a face package came to. Stored as (`StepResult`)
    ///
    ///     {"components":[{"feedback":["…"],"hints":[…],"name":"flatness","scoreInPercent":97.5},…],"decision":"live","falseRejectionInPercent":…,
    ///      "feedback":[],"registrationCode":"","scoreInPercent":97.5,"status":"pending","version":1}
    ///
    /// with words of `LivenessDecision`, `LivenessFeedback` and `CaseStatus`; a score that could not be computed
    /// is absent, and so are `hints` (`LivenessHint`) where there are none.
    package struct Result: StepResult {
        var version = FirstVersion()
        let status: CaseStatus
        let registrationCode: String
        package let decision: LivenessDecision
        package let feedback: [LivenessFeedback]
        package let scoreInPercent: Double?
        package let falseRejectionInPercent: Double?
        /// In the order of the scorer's list.
        package let components: [LivenessComponent]

        init(_ liveness: LivenessAssessment, _ standing: CaseStanding) {
            status = standing.status
            registrationCode = standing.registrationCode
            decision = liveness.decision
            feedback = liveness.feedback
            scoreInPercent = liveness.scoreInPercent
            falseRejectionInPercent = liveness.falseRejectionInPercent
            components = liveness.components
        }

        package var standing: CaseStanding { CaseStanding(status: status, registrationCode: registrationCode) }

        private enum CodingKeys: String, CodingKey {
            case version, status, registrationCode, decision, feedback, scoreInPercent, falseRejectionInPercent
            case components
        }
    }
}
