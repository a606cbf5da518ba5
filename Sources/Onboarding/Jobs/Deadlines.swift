internal import OnboardingCore
internal import OnboardingStorage

/// Ends what nobody finishes: commits `expire` for every enrollment whose deadline has passed.
struct Deadlines: PeriodicJob {
    static let interval = Duration.seconds(5)

    let deployment: Deployment

    /// One round. A command that comes too late is refused by the core in any case; this only writes the end down, as
    /// of the deadline: what is counted from the end (`Retention`) does not wait for a server that was down.
    func round() async throws {
        let due = try await deployment.store.overdueEnrollments(at: deployment.clock())
        try await forEach(due) { id, deadline in
            let proposal = Proposal(.expire, record: nil, at: deadline, registrationCode: "")
            _ = try await deployment.store.commit(id, proposal)
        }
    }
}
