/// What somebody does for a tenant. A word is never renamed or reused.
package enum OperatorRole: String, CaseIterable, Sendable {
    /// At the counter or the telephone: begins enrollments.
    case `operator`
    /// Looks at what was decided, and why.
    case auditor
    case admin

    /// What comes with the role; further rights are given by name.
    package var rights: Set<OperatorRight> {
        switch self {
        case .operator: [.trigger]
        case .auditor: [.cases]
        case .admin: [.trigger, .cases, .configuration, .people, .credentials, .retention]
        }
    }
}
