internal import Foundation
internal import Logging
internal import OnboardingCore
internal import OnboardingCrypto
internal import OnboardingStorage

/// Everything that a running server is made of. Built once at start; every part is safe to use from any task.
final class Deployment: Sendable {
    let folder: DataFolder
    let store: any Store
    let keyRing: any KeyStore
    let evidence: any EvidenceStore
    let tenants: TenantDirectory
    let engines: Engines
    /// For images and networks.
    let enginePool: WorkerPool
    /// For bodies with images in them, so that they never wait behind other images.
    let bodyPool: WorkerPool
    /// For signatures, which somebody waits for who sends no images.
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

    var erase: ErasePerson { ErasePerson(store: store, keyRing: keyRing, evidence: evidence) }

    init(
        premises: Premises, engines: Engines, configuration: ServerConfiguration,
        clock: @escaping @Sendable () -> Instant,
        logger: Logger
    ) async {
        let metrics = Metrics()
        self.metrics = metrics
        folder = premises.folder
        store = premises.store
        await store.observeCommits { metrics.observeCommit(writes: $0) }
        keyRing = premises.keyRing
        evidence = premises.evidence
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
