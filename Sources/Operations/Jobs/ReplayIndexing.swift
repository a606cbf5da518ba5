internal import FaceEngine
package import Logging
package import Onboarding
internal import OnboardingCore
internal import OnboardingStorage

/// Reads the codes of accepted captures into memory after a start, and from then on keeps their index in order. Captures
/// of tenants whose guard is `near` wait until they are read.
package struct ReplayIndexing: PeriodicJob {
    package static let interval = Duration.seconds(5)
    private static let batch = 1000

    let store: any Store
    let keys: any KeyStore
    let index: ReplayIndex
    package let logger: Logger

    init(store: any Store, keys: any KeyStore, index: ReplayIndex, logger: Logger) {
        self.store = store
        self.keys = keys
        self.index = index
        self.logger = logger
    }

    package init(cases: Cases, logger: Logger) {
        self.init(store: cases.store, keys: cases.keys, index: cases.replayIndex, logger: logger)
    }

    package func round() async throws {
        if !index.isLoaded { try await load() }
        index.forget(try await store.removals().map(\.tenantID))
        index.joinSegments()
    }

    private func load() async throws {
        let start = ContinuousClock.now
        index.beginLoading()
        var (last, captures, unreadable) = (0, 0, 0)
        while true {
            let page = try await store.captureCodes(after: last, limit: Self.batch)
            for stored in page {
                do {
                    let dataKey = try keys.dataKey(of: stored.enrollmentID, tenant: stored.tenantID)
                    index.insert(
                        try CaptureCodes(stored, under: dataKey).frames, of: stored.enrollmentID,
                        tenant: stored.tenantID)
                    captures += 1
                } catch  where !StorageError.meansUnavailable(error) {
                    // Erased meanwhile, or damaged, which an audit says: one row keeps nobody from enrolling.
                    unreadable += 1
                }
            }
            index.joinSegments()
            guard page.count == Self.batch, let end = page.last else { break }
            last = end.number
            try Task.checkCancellation()
        }
        index.markLoaded()
        logger.info(
            "replay guard ready",
            metadata: [
                "captures": "\(captures)", "frames": "\(index.count)",
                "bytes": "\(index.memory)", "seconds": "\(Int((ContinuousClock.now - start) / .seconds(1)))",
            ])
        if unreadable > 0 {
            logger.warning("captures unknown to the replay guard", metadata: ["captures": "\(unreadable)"])
        }
    }
}
