internal import EnrollmentCore
internal import Foundation
internal import Logging
internal import OnboardingCrypto

/// Everything that a running server is made of. Built once at start; every part is safe to use from any task.
final class Deployment: Sendable {
    let store: Store
    let keyRing: KeyRing
    let evidence: EvidenceStore
    let tenants: TenantDirectory
    let tokens: AccessTokens
    let engines: Engines
    let pool: EnginePool
    let publicURL: PublicURL
    let metrics = Metrics()
    /// Opens /metrics from other machines; nil where none was set.
    let metricsToken: String?
    let clock: @Sendable () -> Instant
    let logger: Logger

    init(
        premises: Premises, engines: Engines, configuration: ServerConfiguration,
        clock: @escaping @Sendable () -> Instant,
        logger: Logger
    ) async throws {
        store = premises.store
        keyRing = premises.keyRing
        evidence = EvidenceStore(premises.folder)
        tenants = TenantDirectory(store: premises.store, keyRing: premises.keyRing, clock: clock)
        tokens = try await ServerKeys.tokens(store: premises.store, keyRing: premises.keyRing, at: clock())
        self.engines = engines
        pool = EnginePool(workers: configuration.workers, waiting: configuration.workers * 16)
        publicURL = PublicURL(configured: configuration.publicURL)
        metricsToken = configuration.metricsToken
        self.clock = clock
        self.logger = logger
    }
}

/// A data folder with its database and its keys: what commands need that run beside a server, or before the first.
struct Premises: Sendable {
    let folder: DataFolder
    let store: Store
    let keyRing: KeyRing

    /// Opens the data folder, or makes it, and its master key beside it.
    init(dataFolder: String, masterKeyFile: String) throws {
        folder = try DataFolder.prepare(dataFolder)
        let masterKey = try MasterKey.loadOrCreate(path: masterKeyFile, outside: dataFolder)
        keyRing = try KeyRing(folder, masterKey: masterKey)
        store = try Store(folder, auditKey: keyRing.auditKey)
    }
}

extension Instant {
    /// The system's clock.
    static func now() -> Instant {
        Instant(millisecondsSince1970: Int64(Date().timeIntervalSince1970 * 1000))
    }
}
