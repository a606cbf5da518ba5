package import Logging
package import OnboardingCore
package import OnboardingStorage

/// Ends what nobody finishes: commits `expire` for every enrollment whose deadline has passed.
package struct Deadlines: PeriodicJob {
    package static let interval = Duration.seconds(5)

    let store: any Store
    let clock: @Sendable () -> Instant
    package let logger: Logger

    package init(store: any Store, clock: @escaping @Sendable () -> Instant, logger: Logger) {
        self.store = store
        self.clock = clock
        self.logger = logger
    }

    /// One round. A command that comes too late is refused by the core in any case; this only writes the end down, as
    /// of the deadline: what is counted from the end (`Retention`) does not wait for a server that was down.
    package func round() async throws {
        let due = try await store.overdueEnrollments(at: clock())
        try await forEach(due) { id, deadline in
            let proposal = Proposal(.expire, record: nil, at: deadline, registrationCode: "")
            _ = try await store.commit(id, proposal)
        }
    }
}
