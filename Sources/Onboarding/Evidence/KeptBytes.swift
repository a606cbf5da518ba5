internal import OnboardingCore
internal import OnboardingStorage
internal import Synchronization

/// How many bytes of evidence each tenant keeps: counted again after a minute, because the database reads a whole table for it.
package final class KeptBytes: Sendable {
    private static let memory = Duration.seconds(60)

    private let counted = Mutex<(at: ContinuousClock.Instant, bytes: [TenantID: Int])?>(nil)

    func bytes(of tenant: TenantID, in store: any Store) async throws -> Int {
        let now = ContinuousClock.now
        if let known = counted.withLock({ $0 }), now - known.at < Self.memory { return known.bytes[tenant] ?? 0 }
        let bytes = try await store.figures().tenants.mapValues(\.evidenceBytes)
        counted.withLock { $0 = (now, bytes) }
        return bytes[tenant] ?? 0
    }
}
