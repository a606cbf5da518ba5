package import Logging
internal import Synchronization
package import Tenancy

/// Looks at the start and every hour whether all keys are there, and says so again and again as long as some are not.
package final class KeyCheck: PeriodicJob {
    package static let interval = Duration.seconds(3600)

    package let logger: Logger
    private let data: DataDirectory
    private let found = Mutex(MissingKeys())

    package init(data: DataDirectory, logger: Logger) {
        self.data = data
        self.logger = logger
    }

    /// As of the last round.
    package var missing: MissingKeys { found.withLock { $0 } }

    package func round() async throws {
        let missing = try await data.missingKeys()
        found.withLock { $0 = missing }
        guard missing.count > 0 else { return }
        logger.error(
            "keys are missing: restore them from a backup of the keys",
            metadata: [
                "tenants": "\(missing.tenants.joined(separator: " "))", "enrollments": "\(missing.enrollments)",
            ])
    }
}
