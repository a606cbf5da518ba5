package import OnboardingCore
internal import OnboardingJSON

extension AddDocument {
    /// What the images of a document came to. Stored as (`StepResult`)
    ///
    ///     {"decision":"verified","document":{…},"isMatching":true,"portraitScore":6.1,"registrationCode":"…",
    ///      "status":"complete","version":1}
    ///
    /// with `decision` a word of `DocumentDecision`, `document` as `ReadDocument`; `portraitScore` is absent where nothing
    /// was compared.
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

        init(standing: CaseStanding, decision: DocumentDecision, comparison: PortraitComparison, document: ReadDocument)
        {
            status = standing.status
            registrationCode = standing.registrationCode
            self.decision = decision
            isMatching = comparison.isMatching
            portraitScore = comparison.score
            self.document = document
        }

        package var standing: CaseStanding { CaseStanding(status: status, registrationCode: registrationCode) }

        private enum CodingKeys: String, CodingKey {
            case version, status, registrationCode, decision, isMatching, portraitScore, document
        }
    }
}
