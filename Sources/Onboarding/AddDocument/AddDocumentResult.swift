package import OnboardingCore
internal import OnboardingJSON

extension AddDocument {
    /// What the images of a document came to. Stored as (`StepResult`)
    ///
    ///     {"decision":"verified","document":{…},"faceReopening":{"reason":"…","turn":"…"},"isMatching":true,
    ///      "portraitScore":6.1,"registrationCode":"…","status":"complete","version":1}
    ///
    /// with `decision` a word of `DocumentDecision`, `document` as `ReadDocument`; `portraitScore` is absent where nothing
    /// was compared, `faceReopening` where the face is not asked for again.
    package struct Result: StepResult {
        var version = FirstVersion()
        let status: CaseStatus
        let registrationCode: String
        package let decision: DocumentDecision
        /// Whether the portrait matches, whatever else was decided.
        package let isMatching: Bool
        /// −log10 of the false match rate.
        package let portraitScore: Double?
        package let document: ReadDocument
        /// Why the face has to be captured again before anything is registered, and with which turn.
        package let faceReopening: FaceReopening?

        init(
            standing: CaseStanding, decision: DocumentDecision, comparison: PortraitComparison, document: ReadDocument,
            faceReopening: FaceReopening? = nil
        ) {
            status = standing.status
            registrationCode = standing.registrationCode
            self.decision = decision
            isMatching = comparison.isMatching
            portraitScore = comparison.score
            self.document = document
            self.faceReopening = faceReopening
        }

        package var standing: CaseStanding { CaseStanding(status: status, registrationCode: registrationCode) }

        private enum CodingKeys: String, CodingKey {
            case version, status, registrationCode, decision, isMatching, portraitScore, document, faceReopening
        }
    }
}
