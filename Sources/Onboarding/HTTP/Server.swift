internal import Foundation
internal import Hummingbird
internal import HummingbirdCore
internal import HummingbirdTLS
public import Logging
internal import NIOCore
internal import OnboardingCore
internal import OnboardingStorage
internal import ServiceLifecycle

/// A server that is about to listen: routes assembled in one table, jobs beside it.
public struct Server: Sendable {
    let deployment: Deployment
    let configuration: ServerConfiguration
    /// Held as long as the server lives: one data folder, one server.
    let lock: DataFolderLock
    /// Nil where others terminate TLS, or nobody.
    private let certificate: ServerCertificate?

    /// Opens the data folder, loads the engines and checks them. Everything that can be wrong is wrong here, with a
    /// sentence, and not at the first request.
    public init(_ configuration: ServerConfiguration, logger: Logger) async throws {
        certificate = try configuration.certificate
        try ModelCheck.verify(configuration)
        // Before the databases are opened: that brings them up to date, and another server may be at work on them.
        lock = try DataFolder.prepare(configuration.dataFolder).lock()
        let premises = try Premises(
            dataFolder: configuration.dataFolder, masterKeyFile: configuration.masterKeyFile, makesMissing: true)
        // At the first start keys are made, which takes as long as a network or five.
        async let keys = ServerKeys.tokens(store: premises.store, keyRing: premises.keyRing, at: Instant.now())
        let engines = try Engines(configuration, workers: configuration.workers)
        _ = try await keys
        deployment = await Deployment(
            premises: premises, engines: engines, configuration: configuration,
            clock: Instant.now, logger: logger)
        self.configuration = configuration
        for finding in await Doctor(configuration).examine(.quick) { finding.log(to: logger) }
        logger.info(
            "engines ready",
            metadata: ["descriptor": "\(engines.faces.descriptor.name)", "misses": "\(engines.faces.misses)"])
    }

    /// Serves until SIGTERM or SIGINT, then lets requests in flight finish.
    /// - Parameter onListening: told the address listened on, as a URL, once connections are accepted.
    public func run(onListening: @escaping @Sendable (String) -> Void) async throws {
        let deployment = deployment
        let scheme = certificate == nil ? "http" : "https"
        let host = configuration.host
        // Fewer than cores: what passes from one loop to another changes threads as well.
        let executor = EventLoopExecutor(loops: max(1, System.coreCount / 2))
        let responder = responder
        OpenFiles.raiseLimit()
        let connections = OpenFiles.connections(within: OpenFiles.limit ?? OpenFiles.wanted)
        var application = Application(
            responder: responder,
            server: try channel(responder),
            configuration: .init(
                address: .hostname(configuration.host, port: configuration.port),
                availableConnectionsDelegate: .maximum(connections, logger: deployment.logger)),
            onServerRunning: { channel in
                let port = channel.localAddress?.port ?? 0
                let shown = host.contains(":") ? "[\(host)]" : host
                let isUsual = (scheme == "https" && port == 443) || (scheme == "http" && port == 80)
                let address = "\(scheme)://\(shown)" + (isUsual ? "" : ":\(port)")
                deployment.publicURL.listening(on: address)
                onListening(address)
            },
            eventLoopGroupProvider: .shared(executor.loops),
            logger: deployment.logger)
        application.addServices(
            Erasures(deployment: deployment), Deadlines(deployment: deployment), Sweep(deployment: deployment),
            Retention(deployment: deployment), DatabaseCheck(deployment: deployment))
        if let certificate {
            application.addServices(CertificateRenewal(deployment: deployment, certificate: certificate))
        }
        try await withTaskExecutorPreference(executor) { try await application.runService() }
        try await deployment.enginePool.shutDown()
        try await deployment.bodyPool.shutDown()
        try await deployment.signaturePool.shutDown()
        try await executor.loops.shutdownGracefully()
    }

    /// All routes, by audience.
    static func routes(_ deployment: Deployment, _ authentication: Authentication) -> [Route] {
        let flow = Flow(deployment: deployment)
        return HealthRoutes.all(deployment) + HandOffPage.all + TokenRoutes.all(deployment) + TriggerRoutes.all(flow)
            + SampleWebRoutes(flow: flow, authentication: authentication).all + EnrollmentRoutes.all(flow)
            + PublicKeyRoute.all(deployment) + AdminRoutes.all(flow)
    }

    private var responder: Responder {
        let authentication = Authentication(
            tenants: deployment.tenants, publicURL: deployment.publicURL)
        return Responder(
            routes: RouteTable(Self.routes(deployment, authentication)), authentication: authentication,
            bodies: BodyCollector(), trustedProxies: configuration.trustedProxies,
            crossOrigin: CrossOrigin(tenants: deployment.tenants), clock: deployment.clock, metrics: deployment.metrics,
            logger: deployment.logger)
    }

    /// HTTP/1.1, closing connections that say nothing for 30 s, with TLS 1.2 or later where a certificate is given.
    private func channel(_ responder: Responder) throws -> HTTPServerBuilder {
        let plain = HTTPServerBuilder { respond in
            StrictHTTP1(
                http: HTTP1Channel(
                    responder: respond,
                    configuration: .init(
                        additionalChannelHandlers: [
                            SilenceHandler(limit: .seconds(30)), BodyPartsHandler(), ContinueHandler(),
                            UnreadBodyHandler(), MalformedHeadHandler(answer: responder.answerToMalformedHead),
                        ])))
        }
        guard let certificate else { return plain }
        return try .tls(plain, tlsConfiguration: certificate.tls)
    }
}
