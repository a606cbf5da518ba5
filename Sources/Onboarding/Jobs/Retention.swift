package import Logging
package import OnboardingCore
internal import OnboardingStorage

/// Erases what is kept of failed, cancelled and expired enrollments when the tenant's retention time is over. The chain
/// of events stays, without a person to it.
package struct Retention: PeriodicJob {
    package static let interval = Duration.seconds(600)

    let data: DataDirectory
    let tenants: TenantDirectory
    let clock: @Sendable () -> Instant
    package let logger: Logger

    package init(
        data: DataDirectory, tenants: TenantDirectory, clock: @escaping @Sendable () -> Instant, logger: Logger
    ) {
        self.data = data
        self.tenants = tenants
        self.clock = clock
        self.logger = logger
    }

    /// One round.
    package func round() async throws {
        let now = clock()
        try await forEach(try await tenants.all()) { tenant in
            let cutoff = now.adding(seconds: -Int64(tenant.settings.failedRetentionInDays) * 86_400)
            let due = try await data.store.unregistered(tenant: tenant.id, changedBefore: cutoff)
            try await forEach(due) { id in
                try await data.erasePerson.enrollment(id, at: now)
            }
        }
    }
}
