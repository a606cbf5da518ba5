internal import OnboardingAPI
internal import OnboardingCore

/// In this target these words mean the core's values; those of the wire are written with their module.
typealias RequiredCheck = OnboardingCore.RequiredCheck
typealias Consent = OnboardingCore.Consent

extension OnboardingAPI.RequiredCheck {
    init(_ check: RequiredCheck) {
        self =
            switch check {
            case .addDevice: .addDevice
            case .addFace: .addFace
            case .addDocument: .addDocument
            }
    }
}

extension EnrollmentStatus {
    /// What a client is told of an enrollment.
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
    /// What a portal is told of the session behind an enrollment.
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

extension JSONShape.ValidationError {
    var reason: RefusalReason {
        switch self {
        case .notJSON: .badJSON
        case .notAnObject: .notAnObject
        case .tooDeep: .tooDeep
        // A body with so many values is too large, however short they are.
        case .tooManyValues: .bodyTooLarge
        }
    }
}
