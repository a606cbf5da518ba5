internal import EnrollmentCore
internal import Logging
internal import ServiceLifecycle

/// Erases what is kept of failed, cancelled and expired enrollments when the tenant's retention time is over. The chain
/// of events stays, without a person to it.
struct Retention: Service {
    static let interval = Duration.seconds(600)
    private static let batch = 100

    let deployment: Deployment

    func run() async throws {
        try? await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                do {
                    try await eraseDue()
                } catch is CancellationError {
                    return
                } catch {
                    deployment.logger.error("retention not carried out", metadata: ["type": "\(type(of: error))"])
                }
                try await Task.sleep(for: Self.interval)
            }
        }
    }

    /// One round.
    func eraseDue() async throws {
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
