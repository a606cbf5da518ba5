internal import OnboardingAPI
internal import OnboardingCore

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

extension OnboardingCore.Consent {
    init(_ wire: OnboardingAPI.Consent) {
        self.init(
            textHash: wire.textHash, textVersion: wire.textVersion, language: wire.language,
            acceptedAt: wire.acceptedAt)
    }
}

extension Double {
    /// Four decimals: what the vendor's samples show, and equal bytes for equal scores.
    var roundedForAnswers: Double { (self * 10_000).rounded() / 10_000 }
}
