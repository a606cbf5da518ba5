internal import EnrollmentCore
internal import Foundation
internal import Logging
internal import OnboardingCrypto

/// Everything that a running server is made of. Built once at start; every part is safe to use from any task.
final class Deployment: Sendable {
    let folder: DataFolder
    let store: Store
    let keyRing: KeyRing
    let evidence: EvidenceStore
    let tenants: TenantDirectory
    let engines: Engines
    /// For pictures and networks.
    let enginePool: WorkerPool
    /// For bodies with pictures in them, so that they never wait behind other pictures.
    let bodyPool: WorkerPool
    /// For signatures, which somebody waits for who sends no pictures.
    let signaturePool: WorkerPool
    let turns = Turns()
    let publicURL: PublicURL
    let metrics: Metrics
    /// `docs/openapi.yaml`, where it is installed.
    let openAPI: [UInt8]?
    /// Opens /metrics from other machines; nil where none was set.
    let metricsToken: String?
    let clock: @Sendable () -> Instant
    let logger: Logger

    init(
        premises: Premises, engines: Engines, configuration: ServerConfiguration,
        clock: @escaping @Sendable () -> Instant,
        logger: Logger
    ) async {
        let metrics = Metrics()
        self.metrics = metrics
        folder = premises.folder
        store = premises.store
        await store.writer.observe { metrics.observeCommit(writes: $0) }
        keyRing = premises.keyRing
        evidence = EvidenceStore(premises.folder)
        tenants = TenantDirectory(store: premises.store, keyRing: premises.keyRing, clock: clock, logger: logger)
        self.engines = engines
        enginePool = WorkerPool(workers: configuration.workers, yieldsToOthers: true, metrics: metrics)
        bodyPool = WorkerPool(workers: configuration.workers, yieldsToOthers: true, metrics: metrics)
        signaturePool = WorkerPool(workers: configuration.workers, yieldsToOthers: false, metrics: metrics)
        openAPI = FileManager.default.contents(atPath: Installation.root + "/docs/openapi.yaml").map { [UInt8]($0) }
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

    /// Opens the data folder and its master key beside it. A folder that has keys already is opened with the key file that
    /// it was made with, never with a new one.
    /// - Parameters:
    ///   - makesMissing: whether folder and key are made where there is no data folder yet.
    ///   - migrates: as `SQLiteFile.open`; false for who only looks.
    /// - Throws: `databaseMissing` where one of the two databases is gone: what is kept under keys that were lost would
    ///   never open again, and what comes after would look as if all were well.
    init(dataFolder: String, masterKeyFile: String, makesMissing: Bool, migrates: Bool = true) throws {
        folder = makesMissing ? try DataFolder.prepare(dataFolder) : try DataFolder.existing(dataFolder)
        let (hasKeys, hasDatabase) = (folder.hasKeys, folder.hasDatabase)
        guard hasKeys || !hasDatabase else { throw StorageError.databaseMissing(path: folder.keysPath) }
        let isNew = makesMissing && !hasKeys
        let masterKey: MasterKey
        do {
            masterKey =
                isNew
                ? try MasterKey.loadOrCreate(path: masterKeyFile, outside: dataFolder)
                : try MasterKey.load(path: masterKeyFile, outside: dataFolder)
        } catch {
            throw ConfigurationError(description: error.sentence(on: masterKeyFile))
        }
        keyRing = try KeyRing(folder, masterKey: masterKey, migrates: migrates)
        let tenantsHaveKeys = try keyRing.checkMasterKey()
        guard hasDatabase || !tenantsHaveKeys else { throw StorageError.databaseMissing(path: folder.databasePath) }
        store = try Store(folder, auditKey: keyRing.auditKey, migrates: migrates)
    }

    /// The tenant that an operator named.
    func tenant(name: String) async throws -> TenantRow {
        guard let tenant = try await store.tenant(name: name) else {
            throw ConfigurationError(description: "There is no tenant of this name.")
        }
        return tenant
    }
}

extension Instant {
    /// The system's clock.
    static func now() -> Instant {
        Instant(millisecondsSince1970: Int64(Date().timeIntervalSince1970 * 1000))
    }
}
