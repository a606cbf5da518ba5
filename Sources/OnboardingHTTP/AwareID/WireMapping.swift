internal import Figures
package import OnboardingAPI
package import OnboardingCore

// Our words as the vendor's wire has them, and back.

extension EnrollmentStatus {
    init(_ status: CaseStatus) {
        self =
            switch status {
            case .pending: .pending
            case .complete: .complete
            case .failed, .cancelled: .failed
            }
    }
}

extension CompletionStatus {
    init(_ status: CaseStatus) {
        self =
            switch status {
            case .pending: .pending
            case .complete: .success
            case .failed: .failed
            case .cancelled: .cancelled
            }
    }
}

extension OnboardingAPI.RequiredCheck {
    init(_ check: OnboardingCore.RequiredCheck) {
        self =
            switch check {
            case .addDevice: .addDevice
            case .addFace: .addFace
            case .addDocument: .addDocument
            }
    }
}

extension OnboardingAPI.HeadTurn {
    init(_ turn: OnboardingCore.HeadTurn) {
        self =
            switch turn {
            case .left: .left
            case .right: .right
            }
    }
}

extension FaceReopening {
    /// What a client has to do once more.
    var nextStep: OnboardingAPI.RequiredCheck { .addFace }
}

extension StepReason {
    /// Nil for what the vendor's own words say.
    init?(_ decision: FaceDecision) {
        switch decision {
        case .notMatching: self = .faceNotMatching
        case .portraitReused: self = .portraitReused
        case .portraitSuspected: self = .portraitSuspected
        case .noFrameNearPortrait: self = .noFrameNearPortrait
        case .turnNotShown: self = .turnNotShown
        case .duplicate: self = .duplicateEnrollment
        case .live, .presentationAttack, .outsideAgeRange, .undecided, .packageUnreadable, .packageReplayed,
            .challengeExpired:
            return nil
        }
    }

    init(_ reason: FaceReopening.Reason) {
        self =
            switch reason {
            case .portraitSuspected: .portraitSuspected
            case .noFrameNearPortrait: .noFrameNearPortrait
            }
    }
}

extension OnboardingCore.Consent {
    package init(_ wire: OnboardingAPI.Consent) {
        self.init(
            textHash: wire.textHash, textVersion: wire.textVersion, language: wire.language,
            acceptedAt: wire.acceptedAt)
    }
}

extension Double {
    /// Four decimals: what the vendor's samples show, and equal bytes for equal scores.
    var roundedForAnswers: Double { (self * 10_000).rounded() / 10_000 }

    /// The same of a number and its limit, with as many more as tell the two apart.
    func roundedForAnswers(beside limit: Double) -> (number: Double, limit: Double) {
        let found = Figures.texts(self, beside: limit, .decimals(4))
        return (Double(found.number) ?? self, Double(found.limit) ?? limit)
    }
}
