package import Logging
package import OnboardingCore
internal import OnboardingStorage

/// Removes what nothing refers to: evidence objects whose step was never committed, failures that no longer count, session
/// ids that were used, keys that were replaced and whose time is over, data keys of erased enrollments that a backup has
/// brought back.
package struct Sweep: PeriodicJob {
    package static let interval = Duration.seconds(3600)
    /// An object is written before its row; this is far longer than any request takes.
    private static let graceInSeconds: Int64 = 3600
    /// Longer than any key is of use after it was replaced.
    private static let retiredKeysStayForSeconds: Int64 = 2 * 86_400

    let data: DataDirectory
    let clock: @Sendable () -> Instant
    package let logger: Logger

    package init(data: DataDirectory, clock: @escaping @Sendable () -> Instant, logger: Logger) {
        self.data = data
        self.clock = clock
        self.logger = logger
    }

    package func round() async throws {
        let now = clock()
        let removed = try await data.evidence.sweep(
            olderThan: now.adding(seconds: -Self.graceInSeconds), in: data.store)
        if removed > 0 {
            logger.notice("evidence without a row removed", metadata: ["objects": "\(removed)"])
        }
        let erasedAgain = try await data.erasePerson.eraseRestoredKeys()
        if erasedAgain > 0 {
            logger.notice("erasures repeated", metadata: ["enrollments": "\(erasedAgain)"])
        }
        try await data.store.deleteSpent(before: now.adding(seconds: -Limit.usedSessionMemory.seconds))
        try await data.store.deleteSecrets(
            retiredBefore: now.adding(seconds: -Self.retiredKeysStayForSeconds), except: [ServerKeys.receiptKind],
            at: now)
    }
}
