internal import EnrollmentCore

/// Erases what is kept of failed, cancelled and expired enrollments when the tenant's retention time is over. The chain
/// of events stays, without a person to it.
struct Retention: PeriodicJob {
    static let interval = Duration.seconds(600)
    private static let batch = 100

    let deployment: Deployment

    /// One round.
    func round() async throws {
        let now = deployment.clock()
        for tenant in try await deployment.tenants.all() {
            let cutoff = now.adding(seconds: -Int64(tenant.settings.failedRetentionInDays) * 86_400)
            while true {
                let due = try await deployment.store.unregistered(
                    tenant: tenant.id, changedBefore: cutoff, limit: Self.batch)
                for id in due {
                    try await deployment.store.erase(
                        id, keyRing: deployment.keyRing, evidence: deployment.evidence, at: now)
                }
                if due.count < Self.batch { break }
            }
        }
    }
}
