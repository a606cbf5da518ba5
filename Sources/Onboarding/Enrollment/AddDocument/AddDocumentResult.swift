package import OnboardingCore
internal import OnboardingJSON

extension AddDocument {
    /// What the images of a document came to. Stored as (`StepResult`)
    ///
    ///     {"decision":"verified","document":{…},"faceReopening":{"reason":"…","turn":"…"},"isMatching":true,
    ///      "portraitScore":6.1,"recapture":"mrzBlurred","registrationCode":"…","requiresChallenge":true,"status":"complete","version":1}
    ///
    /// with `decision` a word of `DocumentDecision`, `document` as `ReadDocument`; `portraitScore` is absent where nothing
    /// was compared, `faceReopening` where the face is not asked for again, `requiresChallenge` and `isDuplicate` where it is not so, and
    /// `recapture` (`RecaptureCause`) where no other capture is asked for.
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
        /// true where the next capture of the face has to answer a challenge.
        package let requiresChallenge: Bool?
        package let recapture: RecaptureCause?
        /// true where the enrollment ended because somebody is registered with the face.
        package let isDuplicate: Bool?

        init(
            standing: CaseStanding, decision: DocumentDecision, comparison: PortraitComparison, document: ReadDocument,
            faceReopening: FaceReopening? = nil, requiresChallenge: Bool = false,
            recapture: RecaptureCause? = nil, isDuplicate: Bool = false
        ) {
            status = standing.status
            registrationCode = standing.registrationCode
            self.decision = decision
            isMatching = comparison.isMatching
            portraitScore = comparison.score
            self.document = document
            self.faceReopening = faceReopening
            self.requiresChallenge = requiresChallenge ? true : nil
            self.recapture = recapture
            self.isDuplicate = isDuplicate ? true : nil
        }

        /// Whether there was no face that the portrait could be compared with. Where there is one and nothing was compared, the
        /// document has no portrait, and another capture is asked for.
        package var hadNoFaceToCompare: Bool { decision != .retryCapture && portraitScore == nil }

        package var standing: CaseStanding { CaseStanding(status: status, registrationCode: registrationCode) }

        private enum CodingKeys: String, CodingKey {
            case version, status, registrationCode, decision, isMatching, portraitScore, document, faceReopening
            case requiresChallenge, recapture, isDuplicate
        }
    }
}
