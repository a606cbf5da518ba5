package import Logging
package import OnboardingCore
package import OnboardingStorage
package import Tenancy

/// Ends what nobody finishes: commits `expire` for every enrollment and authentication whose deadline has passed, and ends
/// proposals that nobody has agreed to.
package struct Deadlines: PeriodicJob {
    package static let interval = Duration.seconds(5)

    let store: any Store
    let clock: @Sendable () -> Instant
    /// Nil where nobody watches.
    let metrics: Metrics?
    package let logger: Logger

    package init(
        store: any Store, clock: @escaping @Sendable () -> Instant, metrics: Metrics? = nil, logger: Logger
    ) {
        self.store = store
        self.metrics = metrics
        self.clock = clock
        self.logger = logger
    }

    /// One round. A command that comes too late is refused by the core in any case; this only writes the end down, as
    /// of the deadline: what is counted from the end (`Retention`) does not wait for a server that was down.
    package func round() async throws {
        let now = clock()
        try await store.expireProposals(
            at: now, forgettingBefore: now.adding(seconds: -Limit.proposalLife.seconds))
        let due =
            try await store.overdue(Enrollment.self, at: now).map(Overdue.enrollment)
            + store.overdue(Authentication.self, at: now).map(Overdue.authentication)
        try await forEach(due) { one in
            switch one {
            case .enrollment(let id, let deadline):
                let proposal = Proposal(.expire, record: nil, at: deadline, registrationCode: "")
                _ = try await store.commit(id, proposal)
            case .authentication(let id, let deadline):
                let purpose = try await store.authentication(id)?.purpose
                let result = try await store.commit(id, AuthenticationProposal(.expire, record: nil, at: deadline))
                if case .accepted(let after) = result, after.state == .expired, let purpose {
                    metrics?.count(AuthenticationEnd(.expired, purpose))
                }
            }
        }
    }

    private enum Overdue {
        case enrollment(EnrollmentID, deadline: Instant)
        case authentication(AuthenticationID, deadline: Instant)
    }
}
