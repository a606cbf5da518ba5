internal import Logging
internal import OnboardingCore
internal import OnboardingStorage

/// Removes what nothing refers to: evidence objects whose step was never committed, failures that no longer count, session
/// ids that were used, keys that were replaced and whose time is over, data keys of erased enrollments that a backup has
/// brought back.
struct Sweep: PeriodicJob {
    static let interval = Duration.seconds(3600)
    /// An object is written before its row; this is far longer than any request takes.
    private static let graceInSeconds: Int64 = 3600
    /// Longer than failures count and than a session id lasts.
    private static let spentStaysForSeconds: Int64 = 2 * 86_400
    /// Longer than any key is of use after it was replaced.
    private static let retiredKeysStayForSeconds: Int64 = 2 * 86_400

    let deployment: Deployment

    func round() async throws {
        let now = deployment.clock()
        let removed = try await deployment.evidence.sweep(
            olderThan: now.adding(seconds: -Self.graceInSeconds), in: deployment.store)
        if removed > 0 {
            deployment.logger.notice("evidence without a row removed", metadata: ["objects": "\(removed)"])
        }
        let erasedAgain = try await deployment.erase.eraseRestoredKeys()
        if erasedAgain > 0 {
            deployment.logger.notice("erasures repeated", metadata: ["enrollments": "\(erasedAgain)"])
        }
        try await deployment.store.deleteSpent(before: now.adding(seconds: -Self.spentStaysForSeconds))
        try await deployment.store.deleteSecrets(
            retiredBefore: now.adding(seconds: -Self.retiredKeysStayForSeconds), at: now)
    }
}
