internal import EnrollmentCore

/// Ends what nobody finishes: commits `expire` for every enrollment whose deadline has passed.
struct Deadlines: PeriodicJob {
    static let interval = Duration.seconds(5)
    private static let batch = 200

    let deployment: Deployment

    /// One round. A command that comes too late is refused by the core in any case; this only writes the end down, as
    /// of the deadline: what is counted from the end (`Retention`) does not wait for a server that was down.
    func round() async throws {
        while true {
            let now = deployment.clock()
            let due = try await deployment.store.expireDue(at: now, limit: Self.batch)
            for (id, deadline) in due {
                let proposal = Proposal(.expire, record: nil, at: deadline, registrationCode: "")
                _ = try await deployment.store.commit(id, proposal)
            }
            if due.count < Self.batch { return }
        }
    }
}
