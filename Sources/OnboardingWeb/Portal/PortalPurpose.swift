internal import OnboardingCore

/// What an operator asks a person for.
enum PortalPurpose: String, CaseIterable, Sendable {
    /// Who is new here.
    case enroll
    /// Who is known here: to prove that it is them, or to register another phone.
    case authenticate, reEnroll

    /// Nil for who is new.
    var ofReturn: AuthenticationPurpose? {
        switch self {
        case .enroll: nil
        case .authenticate: .authenticate
        case .reEnroll: .reEnroll
        }
    }
}
