package import LivenessScorer
package import OnboardingCore
internal import OnboardingJSON

extension AddFace {
    /// What a face package came to. Stored as (`StepResult`)
    ///
    ///     {"ageCheck":{…},"components":[{"feedback":["…"],"hints":[…],"name":"flatness","scoreInPercent":97.5},…],"decision":"live","falseRejectionInPercent":…,
    ///      "faceReopening":{"reason":"…","turn":"…"},"feedback":[],"portraitDecision":"portraitReused","registrationCode":"",
    ///      "requiresChallenge":true,"scoreInPercent":97.5,"status":"pending","version":1}
    ///
    /// with words of `LivenessDecision`, `LivenessFeedback`, `FaceDecision` and `CaseStatus`; a score that could not be computed
    /// is absent, and so are `ageCheck` (`AgeCheck`), `hints` (`LivenessHint`), `isDuplicate`, `portraitDecision`, `faceReopening` and
    /// `requiresChallenge` where there are none.
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
        /// What the document that was accepted before has against a face that is live by itself.
        package let portraitDecision: FaceDecision?
        /// How old the face looks, where the tenant has set a range and the face is live.
        package let ageCheck: AgeCheck?
        /// true for a face that is refused because somebody is registered with it.
        package let isDuplicate: Bool?
        /// Why the face is asked for again, and with which turn, as long as it is.
        package let faceReopening: FaceReopening?
        /// true where the next capture of the face has to answer a challenge.
        package let requiresChallenge: Bool?

        init(
            _ liveness: LivenessAssessment, _ standing: CaseStanding, portraitCheck: PortraitCheck? = nil,
            ageCheck: AgeCheck? = nil, isDuplicate: Bool = false, faceReopening: FaceReopening? = nil,
            requiresChallenge: Bool = false
        ) {
            status = standing.status
            registrationCode = standing.registrationCode
            portraitDecision = portraitCheck.flatMap { $0.decision == .live ? nil : $0.decision }
            self.ageCheck = ageCheck
            let isAgeUnknown = portraitDecision == nil && ageCheck != nil && ageCheck?.isWithin == nil
            decision =
                portraitDecision?.livenessDecision ?? (isAgeUnknown ? .unableToDecide : liveness.decision)
            feedback = portraitDecision?.feedback ?? (isAgeUnknown ? [.invalidFramePose] : liveness.feedback)
            // The scorer's numbers speak of a capture that it found live.
            let isOverruled = decision != liveness.decision
            scoreInPercent = isOverruled ? nil : liveness.scoreInPercent
            falseRejectionInPercent = isOverruled ? nil : liveness.falseRejectionInPercent
            components = liveness.components
            self.isDuplicate = isDuplicate ? true : nil
            self.faceReopening = faceReopening
            self.requiresChallenge = requiresChallenge ? true : nil
        }

        /// Live, and nothing speaks against it.
        package var isAccepted: Bool {
            decision == .live && portraitDecision == nil && (ageCheck == nil || ageCheck?.isWithin == true)
                && isDuplicate != true
        }

        package var standing: CaseStanding { CaseStanding(status: status, registrationCode: registrationCode) }

        private enum CodingKeys: String, CodingKey {
            case version, status, registrationCode, decision, feedback, scoreInPercent, falseRejectionInPercent
            case components, portraitDecision, ageCheck, isDuplicate, faceReopening, requiresChallenge
        }
    }
}

extension FaceDecision {
    /// What is left of "live" where a document speaks against the face; nil where it stays.
    fileprivate var livenessDecision: LivenessDecision? {
        switch self {
        case .portraitReused: .presentationAttack
        case .portraitSuspected, .noFrameNearPortrait, .turnNotShown: .unableToDecide
        case .live, .notMatching, .presentationAttack, .outsideAgeRange, .undecided, .packageUnreadable,
            .packageReplayed, .challengeExpired, .duplicate:
            nil
        }
    }

    /// What the person can do about it.
    fileprivate var feedback: [LivenessFeedback] {
        switch self {
        case .noFrameNearPortrait: [.invalidFramePose]
        case .turnNotShown: [.insufficientFrames]
        case .portraitSuspected, .portraitReused, .notMatching, .live, .presentationAttack, .outsideAgeRange,
            .undecided, .packageUnreadable, .packageReplayed, .challengeExpired, .duplicate:
            []
        }
    }
}
