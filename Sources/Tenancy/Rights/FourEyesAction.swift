package import OnboardingStorage

/// What takes two operators where a tenant's `fourEyes` names it: one proposes, another agrees (decision 0129). A word is never
/// renamed or reused.
package enum FourEyesAction: String, CaseIterable, Sendable {
    /// Erase a person.
    case erasure
    /// Let an operator in, or more in: add, restore, give rights, make a link, take a second factor away.
    case people
    /// Change the configuration.
    case settings
    /// Make a client of the tenant, or give one another key.
    case credentials
    /// Settle what a machine has refused.
    case secondLook

    /// What either operator needs.
    package var right: OperatorRight {
        switch self {
        case .erasure: .erase
        case .people: .people
        case .settings: .configuration
        case .credentials: .credentials
        case .secondLook: .review
        }
    }

    /// Whether an operator may propose it, and agree to it.
    package func isOpen(to row: OperatorRow) -> Bool {
        row.disabledAt == nil && OperatorRight.all(in: row.rights).contains(right)
    }
}
