package import OnboardingCore

extension AddDocument {
    /// What the images of a document came to. Stored as (`StepResult`)
    ///
    ///     {"decision":"verified","document":{…},"isMatching":true,"portraitScore":6.1,"registrationCode":"…",
    ///      "status":"complete","version":1}
    ///
    /// with `decision` a word of `DocumentDecision`, `document` as `ReadDocument`; `portraitScore` is absent where nothing
    /// was compared.
    package struct Result: StepResult {
        package let standing: CaseStanding
        package let decision: DocumentDecision
        /// Whether the portrait matches, whatever else was decided.
        package let isMatching: Bool
        /// −log10 of the false match rate.
        package let portraitScore: Double?
        package let document: ReadDocument

        init(standing: CaseStanding, decision: DocumentDecision, comparison: PortraitComparison, document: ReadDocument)
        {
            self.standing = standing
            self.decision = decision
            isMatching = comparison.isMatching
            portraitScore = comparison.score
            self.document = document
        }

        enum CodingKeys: String, CodingKey {
            case version, decision, isMatching, portraitScore, document
        }

        package init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            standing = try CaseStanding(from: decoder)
            decision = try container.decode(DocumentDecision.self, forKey: .decision)
            isMatching = try container.decode(Bool.self, forKey: .isMatching)
            portraitScore = try container.decodeIfPresent(Double.self, forKey: .portraitScore)
            document = try container.decode(ReadDocument.self, forKey: .document)
        }

        package func encode(to encoder: any Encoder) throws {
            try standing.encode(to: encoder)
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(decision, forKey: .decision)
            try container.encode(isMatching, forKey: .isMatching)
            try container.encodeIfPresent(portraitScore, forKey: .portraitScore)
            try container.encode(document, forKey: .document)
        }
    }
}
