import Foundation
import Logging
import OnboardingCore

@testable import Casework
@testable import FaceEngine
@testable import Onboarding
@testable import OnboardingHTTP
@testable import Operations
@testable import Tenancy

/// The routes of a server on a temporary data directory, without a socket and without a network loaded.
final class TestServer: Sendable {
    let routes: [Route]

    private let tenants: TenantDirectory
    private let publicURL: PublicURL
    private let metrics: Metrics
    private let binding: SessionBinding
    private let folder: String

    /// - Parameter documents: what /docs shows; nothing without them.
    init(publicURL url: String = "https://onboarding.test", documents: PublishedDocuments? = nil) async throws {
        folder = NSTemporaryDirectory() + "/onboarding-http-\(UUID().uuidString)"
        let data = try DataDirectory(
            dataFolder: folder + "/data", masterKeyFile: folder + "/data.key", makesMissing: true)
        metrics = Metrics()
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        tenants = TenantDirectory(store: data.store, keys: data.keys, clock: Instant.now, logger: logger)
        let pools = WorkerPools(workers: 1, metrics: metrics)
        publicURL = PublicURL(configured: url)
        let cases = Cases(of: data, metrics: metrics)
        let useCases = UseCases(
            cases: cases, tenants: tenants, engines: .none, pools: pools, publicURL: publicURL, metrics: metrics)
        binding = useCases.person.sessionBinding
        routes = Server.routes(
            useCases, tenants: tenants, pools: pools, publicURL: publicURL,
            health: HealthRoutes(
                data: data, metrics: metrics,
                gauges: Gauges(
                    data: data, faces: cases.faceIndex, engines: pools.engines,
                    keyCheck: KeyCheck(data: data, logger: logger),
                    rounds: Rounds()),
                tenants: tenants,
                keyCheck: KeyCheck(data: data, logger: logger),
                documents: documents ?? PublishedDocuments(folder: folder + "/documents"), metricsToken: nil),
            clock: Instant.now)
    }

    /// Serves `routes` instead.
    /// - Parameter pages: how a browser is refused beside the interface.
    func responder(_ routes: [Route], pages: RefusalForm = .awareID) -> Responder {
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        return Responder(
            routes: RouteTable(routes), prefixes: PathPrefixes(publicURL: publicURL, tenants: tenants),
            authentication: Authentication(
                tenants: tenants, publicURL: publicURL, binding: binding, proofs: PossessionProofs()),
            bodies: BodyCollector(), connections: OpenConnections(atMost: 1000, proxies: []), trustedProxies: [],
            crossOrigin: CrossOrigin(tenants: tenants), refusals: .awareID,
            browsing: BrowserRefusals(pages, beside: self.routes), clock: Instant.now, metrics: metrics,
            logger: logger, errors: ThrottledLog(logger))
    }

    deinit {
        try? FileManager.default.removeItem(atPath: folder)
    }
}

extension Response {
    /// Of a response that is not streamed.
    var text: String {
        if case .bytes(let bytes) = body { String(decoding: bytes, as: UTF8.self) } else { "" }
    }
}

extension Engines {
    /// For routes of which none is asked to measure anything.
    fileprivate static var none: Engines {
        struct NoEngine: Error {}
        return Engines(
            assessFace: { _, _ in throw NoEngine() }, framesOfVideo: { _, _ in throw NoEngine() },
            guideCapture: { _, _, _ in throw NoEngine() },
            readDocument: { _, _ in throw NoEngine() },
            faceInImage: { _ in throw NoEngine() }, compare: { _, _ in throw NoEngine() },
            comparePhotographs: { _, _ in throw NoEngine() }, showFace: { _ in throw NoEngine() },
            regenerateFace: { _, _ in throw NoEngine() }, regeneratePortrait: { _, _ in throw NoEngine() },
            descriptor: ModelIdentity(name: "none", digest: ""),
            versions: EngineVersions(runtime: "none", modelLock: "", calibration: ""), misses: "not measured")
    }
}
