internal import Casework
internal import Foundation
internal import Hummingbird
internal import HummingbirdCore
internal import HummingbirdTLS
package import Logging
internal import NIOCore
internal import Onboarding
internal import OnboardingCore
internal import OnboardingStorage
internal import Operations
internal import ServiceLifecycle
package import Tenancy

/// A server that is about to listen: use cases, routes in one table, jobs beside it.
public struct Server: Sendable {
    private let configuration: Tenancy.ServerConfiguration
    private let data: DataDirectory
    private let cases: Cases
    private let tenants: TenantDirectory
    private let pools: WorkerPools
    private let publicURL: PublicURL
    private let metrics: Metrics
    private let useCases: UseCases
    private let keyCheck: KeyCheck
    private let faceIndexing: FaceIndexing
    private let sampleJudging: SampleJudging
    private let mail: MailSetup?
    /// Nil where the audit trail is sent nowhere.
    private let syslog: SyslogReceiver?
    private let rounds = Rounds()
    /// What browsers are served, beside the interface.
    private let pages: ServedPages
    private let clock: @Sendable () -> Instant
    private let logger: Logger
    /// Held as long as the server lives: one data directory, one server.
    private let lock: DataFolderLock
    /// Nil where others terminate TLS, or nobody.
    private let certificate: ServerCertificate?

    /// Opens the data directory, loads the engines and checks them. Everything that can be wrong is wrong here, with a
    /// sentence, and not at the first request.
    /// - Parameters:
    ///   - makesMissing: whether data directory and master key are made where there is no data directory yet.
    ///   - pages: what browsers are served, given what it is made with.
    package init(
        _ configuration: Tenancy.ServerConfiguration, makesMissing: Bool, logger: Logger,
        pages: (PageMaterial) throws -> ServedPages
    ) async throws {
        try Self.checkDecoders(configuration, logger: logger)
        certificate = try configuration.certificate
        mail = try MailSetup(configuration)
        syslog = try configuration.syslog.map(SyslogReceiver.init)
        for pack in try ModelCheck.verify(configuration).foreign {
            logger.warning("a pack of models that is not of models.lock", metadata: ["pack": "\(pack)"])
        }
        // Before the databases are opened: that brings them up to date, and another server may be at work on them.
        let folder = configuration.dataFolder
        lock = try (makesMissing ? DataFolder.prepare(folder) : DataFolder.existing(folder)).lock()
        let data = try DataDirectory(
            dataFolder: folder, masterKeyFile: configuration.masterKeyFile,
            erasureJournal: configuration.erasureJournal, makesMissing: makesMissing)
        if try await data.recordEndedRotation() {
            logger.warning("a rotation of the master key that was cut off has ended: back the new key up")
        }
        let metrics = Metrics()
        cases = Cases(of: data, metrics: metrics)
        // Before anybody is served: an older copy of the data must not bring back whoever was erased.
        let erasedAgain = try await cases.repeatErasures.perform()
        if erasedAgain > 0 {
            logger.error("erasures repeated: the data are an older copy", metadata: ["enrollments": "\(erasedAgain)"])
        }
        // At the first start keys are made, which takes as long as a network or five.
        async let keys = ServerKeys.tokens(store: data.store, keys: data.keys, at: Instant.now())
        let engines = try Engines(configuration, workers: configuration.workers)
        _ = try await keys
        await data.store.observeCommits { metrics.observeCommit(writes: $0) }
        let tenants = TenantDirectory(store: data.store, keys: data.keys, clock: Instant.now, logger: logger)
        let pools = WorkerPools(workers: configuration.workers, metrics: metrics)
        pools.start()
        let publicURL = PublicURL(configured: configuration.publicURL)
        useCases = UseCases(
            cases: cases, tenants: tenants, engines: engines, pools: pools, publicURL: publicURL, metrics: metrics,
            mail: mail, exchange: ProviderConnection(networks: configuration.providerNetworks).exchange)
        keyCheck = KeyCheck(data: data, logger: logger)
        faceIndexing = FaceIndexing(
            cases: cases, engines: engines, isSearched: tenants.searchesFaces(of:), logger: logger)
        sampleJudging = SampleJudging(cases: cases, engines: engines, pool: pools.engines, logger: logger)
        (self.configuration, self.data, self.tenants, self.pools) = (configuration, data, tenants, pools)
        (self.publicURL, self.metrics, clock, self.logger) = (publicURL, metrics, Instant.now, logger)
        self.pages = try pages(
            PageMaterial(
                useCases: useCases, tenants: tenants, publicURL: publicURL, doctor: Doctor(configuration),
                clock: Instant.now, logger: logger))
        for finding in await Doctor(configuration).examine(.quick) { finding.log(to: logger) }
        logger.info(
            "engines ready", metadata: ["descriptor": "\(engines.descriptor.name)", "misses": "\(engines.misses)"])
    }

    /// Before anything that a stranger sent is decoded. What is missing is an error in the log, as long as the operator has not
    /// said that nothing may be.
    private static func checkDecoders(_ configuration: Tenancy.ServerConfiguration, logger: Logger) throws {
        let finding = Doctor.decoders(DecoderConfinement(), .quick)
        guard finding.severity != .good else { return }
        guard !configuration.requiresSandbox else {
            throw ConfigurationError(description: "require-sandbox: \(finding.sentence).")
        }
        logger.error("decoders are not confined as they should be", metadata: ["what": "\(finding.sentence)"])
    }

    /// Serves until SIGTERM or SIGINT, then lets requests in flight finish.
    /// - Parameter onListening: told the address listened on, as a URL, once connections are accepted.
    public func run(onListening: @escaping @Sendable (String) -> Void) async throws {
        let publicURL = publicURL
        let scheme = certificate == nil ? "http" : "https"
        let host = configuration.host
        // Fewer than cores: what passes from one loop to another changes threads as well.
        let executor = EventLoopExecutor(loops: max(1, System.coreCount / 2))
        OpenFiles.raiseLimit()
        let mostConnections = OpenFiles.connections(within: OpenFiles.limit ?? OpenFiles.wanted)
        let responder = responder(
            over: OpenConnections(atMost: mostConnections, proxies: configuration.trustedProxies))
        var application = Application(
            responder: responder,
            server: try Self.channel(responder, certificate: certificate),
            configuration: .init(
                address: .hostname(configuration.host, port: configuration.port),
                availableConnectionsDelegate: .maximum(mostConnections, logger: logger)),
            onServerRunning: { channel in
                let port = channel.localAddress?.port ?? 0
                let shown = host.contains(":") ? "[\(host)]" : host
                let isUsual = (scheme == "https" && port == 443) || (scheme == "http" && port == 80)
                let address = "\(scheme)://\(shown)" + (isUsual ? "" : ":\(port)")
                publicURL.listening(on: address)
                onListening(address)
            },
            eventLoopGroupProvider: .shared(executor.loops),
            logger: logger)
        let jobs: [any PeriodicJob] = [
            Erasures(erasePerson: cases.erasePerson, logger: logger),
            Deadlines(store: data.store, clock: clock, metrics: metrics, logger: logger),
            Sweep(cases: cases, clock: clock, logger: logger, rounds: rounds),
            Retention(cases: cases, tenants: tenants, clock: clock, logger: logger, rounds: rounds),
            ReplayIndexing(cases: cases, logger: logger), SearchIndexing(cases: cases, logger: logger), faceIndexing,
            sampleJudging,
            LateEntries(
                cases: cases, failedSignIns: useCases.administration.failedSignIns, clock: clock, logger: logger),
            keyCheck, DatabaseCheck(data: data, logger: logger),
            Verification(data: data, headFile: configuration.auditHeadFile, logger: logger, rounds: rounds),
            DiskWatch(data: data, logger: logger),
        ]
        for job in jobs { application.addServices(PausingJob(job, place: data.place)) }
        application.addServices(
            PlaceWatch(data: data, logger: logger),
            WebhookSender(
                webhooks: Webhooks(store: data.store, keys: data.keys), feed: useCases.portal.eventFeed,
                place: data.place, clock: clock, metrics: metrics, logger: logger),
            MailSender(
                store: data.store, keys: data.keys, setup: mail, clock: clock, metrics: metrics, logger: logger),
            ChangeRounds(changes: useCases.portal.enrollmentChanges, clock: clock, logger: logger))
        if let syslog {
            application.addServices(
                TrailSender(
                    forwarding: TrailForwarding(store: data.store, receiver: syslog.address.name), receiver: syslog,
                    clock: clock, logger: logger))
        }
        if let certificate {
            application.addServices(CertificateRenewal(certificate: certificate, logger: logger))
        }
        try await withTaskExecutorPreference(executor) { try await application.runService() }
        try await pools.shutDown()
        try await executor.loops.shutdownGracefully()
    }

    /// All routes of the interface.
    static func routes(
        _ useCases: UseCases, tenants: TenantDirectory, pools: WorkerPools, publicURL: PublicURL, health: HealthRoutes,
        clock: @escaping @Sendable () -> Instant
    ) -> [Route] {
        let (person, portal, desk) = (useCases.person, useCases.portal, useCases.desk)
        let administration = useCases.administration
        let authentication = Authentication(
            tenants: tenants, publicURL: publicURL, binding: person.sessionBinding, proofs: PossessionProofs())
        let sampleWeb = SampleWebRoutes(
            portal: portal, person: person, tenants: tenants, authentication: authentication)
        return [
            health.all,
            TokenRoutes.all(
                tenants, signIn: administration.signIn, signatures: pools.signatures, publicURL: publicURL),
            TriggerRoutes.all(portal, person),
            sampleWeb.all, EnrollmentRoutes.all(person), AuthenticationRoutes.all(portal, person),
            StatelessRoutes(portal: portal, person: person).all, SuperIDRoutes(portal: portal).all,
            GalleryRoutes.all(portal), HyperSecureRoutes(portal: portal, signIn: administration.signIn).all,
            PublicKeyRoute.all(tenants), AdminRoutes.all(portal, desk, administration.configuration),
            ReportRoutes.all(desk),
            EventRoutes(
                portal: portal, person: person, operators: administration.operators, tenants: tenants, clock: clock
            ).all,
        ].flatMap(\.self)
    }

    private func responder(over connections: OpenConnections) -> Responder {
        var daysOfCertificate: (@Sendable () -> Int)?
        if let certificate { daysOfCertificate = { certificate.daysLeft } }
        let health = HealthRoutes(
            data: data, metrics: metrics,
            gauges: Gauges(
                data: data, faces: cases.faceIndex, engines: pools.engines, keyCheck: keyCheck, rounds: rounds,
                daysOfCertificate: daysOfCertificate, trailReceiver: syslog?.address.name),
            tenants: tenants,
            keyCheck: keyCheck, documents: PublishedDocuments(folder: Installation.root + "/docs"),
            metricsToken: configuration.metricsToken)
        let routes = Self.routes(
            useCases, tenants: tenants, pools: pools, publicURL: publicURL, health: health,
            clock: clock)
        return Responder(
            routes: RouteTable(routes + pages.routes),
            prefixes: PathPrefixes(publicURL: publicURL, tenants: tenants),
            authentication: Authentication(
                tenants: tenants, publicURL: publicURL, binding: useCases.person.sessionBinding,
                proofs: PossessionProofs()), bodies: BodyCollector(),
            connections: connections,
            trustedProxies: configuration.trustedProxies, crossOrigin: CrossOrigin(tenants: tenants),
            refusals: .awareID, browsing: BrowserRefusals(pages.refusals, beside: routes),
            clock: clock, metrics: metrics, logger: logger, errors: ThrottledLog(logger))
    }

    /// HTTP/1.1, closing connections that say nothing, with TLS 1.2 or later where a certificate is given.
    static func channel(_ responder: Responder, certificate: ServerCertificate?) throws -> HTTPServerBuilder {
        let plain = HTTPServerBuilder { respond in
            StrictHTTP1(
                http: HTTP1Channel(
                    responder: respond,
                    configuration: .init(
                        additionalChannelHandlers: [
                            ConnectionHandler(responder.connections),
                            SilenceHandler(limit: .seconds(Limit.silence.seconds)), BodyPartsHandler(),
                            ContinueHandler(), UnreadBodyHandler(),
                            MalformedHeadHandler(answer: responder.responseToMalformedHead),
                        ])))
        }
        guard let certificate else { return plain }
        return try .tls(plain, tlsConfiguration: certificate.tls)
    }
}
