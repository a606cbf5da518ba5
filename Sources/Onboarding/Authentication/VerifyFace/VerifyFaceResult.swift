package import LivenessScorer
package import OnboardingCore
internal import OnboardingJSON

extension VerifyFace {
    /// What a face package of somebody who comes back came to. Stored as (`StepResult`)
    ///
    ///     {"components":[…],"decision":"live","falseRejectionInPercent":…,"feedback":[],"isMatching":true,"matchScore":6.5,
    ///      "requiresChallenge":true,"scoreInPercent":97.5,"status":"complete","version":1}
    ///
    /// with words as in `AddFace.Result`; `isMatching` and `matchScore` are absent of a face that is not live, as are scores that
    /// could not be computed and `requiresChallenge` where it is not so.
    package struct Result: StepResult {
        var version = FirstVersion()
        package let status: CaseStatus
        package let decision: LivenessDecision
        package let feedback: [LivenessFeedback]
        package let scoreInPercent: Double?
        package let falseRejectionInPercent: Double?
        /// In the order of the scorer's list.
        package let components: [LivenessComponent]
        /// Whether it is the registered face.
        package let isMatching: Bool?
        /// −log10 of the false match rate.
        package let matchScore: Double?
        /// true where the next capture of the face has to answer a challenge.
        package let requiresChallenge: Bool?

        init(_ liveness: LivenessAssessment, _ match: FaceMatch?, _ after: Authentication) {
            status = after.status
            decision = liveness.decision
            feedback = liveness.feedback
            scoreInPercent = liveness.scoreInPercent
            falseRejectionInPercent = liveness.falseRejectionInPercent
            components = liveness.components
            isMatching = match?.isMatching
            matchScore = match?.score.value
            requiresChallenge = after.requiresChallenge ? true : nil
        }

        private enum CodingKeys: String, CodingKey {
            case version, status, decision, feedback, scoreInPercent, falseRejectionInPercent, components, isMatching
            case matchScore, requiresChallenge
        }
    }
}
