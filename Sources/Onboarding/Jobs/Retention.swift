internal import OnboardingCore
internal import OnboardingStorage

/// Erases what is kept of failed, cancelled and expired enrollments when the tenant's retention time is over. The chain
/// of events stays, without a person to it.
struct Retention: PeriodicJob {
    static let interval = Duration.seconds(600)

    let deployment: Deployment

    /// One round.
    func round() async throws {
        let now = deployment.clock()
        try await forEach(try await deployment.tenants.all()) { tenant in
            let cutoff = now.adding(seconds: -Int64(tenant.settings.failedRetentionInDays) * 86_400)
            let due = try await deployment.store.unregistered(tenant: tenant.id, changedBefore: cutoff)
            try await forEach(due) { id in
                try await deployment.erase.enrollment(id, at: now)
            }
        }
    }
}
