import Foundation
import Logging
import OnboardingCore
import OnboardingCrypto
import OnboardingStorage
import Synchronization

@testable import Casework
@testable import Onboarding
@testable import Operations
@testable import Tenancy

/// A whole installation on a temporary data directory: without a socket, with a clock that the test sets, and with engines
/// that are functions of the test, so that no network is loaded. The tenant `acme` is there already.
final class TestInstallation: Sendable {
    let data: DataDirectory
    /// What the steps share, as the use cases have it.
    let cases: Cases
    let tenants: TenantDirectory
    let engines: StubEngines
    let useCases: UseCases
    let publicURL = PublicURL(configured: "https://onboarding.test")
    let metrics = Metrics()
    let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

    let pools: WorkerPools
    private let folder: String
    private let time: Time

    private static let start = Instant(millisecondsSince1970: 1_800_000_000_000)

    /// The time that a test sets.
    final class Time: Sendable {
        fileprivate let now = Mutex(start)

        var instant: Instant { now.withLock { $0 } }
    }

    private static let preparedFolder = newFolder()

    /// Made once in a run and copied for each test, because generating the keys of a server and a tenant takes a second.
    private static let prepared = Task {
        atexit { try? FileManager.default.removeItem(atPath: preparedFolder) }
        let data = try open(preparedFolder, makesMissing: true)
        _ = try await TenantCreation.create(
            name: "acme", isTest: true, profile: .compatible, scopes: TestInstallation.portalScopes, in: data, at: start
        )
        return preparedFolder
    }

    private static func newFolder() -> String {
        NSTemporaryDirectory() + "/onboarding-test-\(UUID().uuidString)"
    }

    private static func open(_ folder: String, makesMissing: Bool = false) throws -> DataDirectory {
        try DataDirectory(
            dataFolder: folder + "/data", masterKeyFile: folder + "/data.key", makesMissing: makesMissing)
    }

    /// - Parameters:
    ///   - mail: nil for a server that was told of no mail server.
    ///   - exchange: with OpenID Connect providers; without it none responds.
    init(
        leastMatchThreshold: Double = 0, hasAttributes: Bool = true, mail: MailSetup? = nil, time: Time = Time(),
        exchange: @escaping ProviderExchange = { _ throws(ProviderFailure) in throw .noResponse }
    ) async throws {
        folder = Self.newFolder()
        try await FileManager.default.copyItem(atPath: Self.prepared.value, toPath: folder)
        data = try Self.open(folder)
        self.time = time
        cases = Cases(of: data, clock: { time.now.withLock { $0 } }, metrics: metrics)
        try await ReplayIndexing(cases: cases, logger: logger).round()
        tenants = TenantDirectory(
            store: data.store, keys: data.keys, clock: { time.now.withLock { $0 } }, logger: logger)
        engines = StubEngines(leastMatchThreshold: leastMatchThreshold, hasAttributes: hasAttributes)
        pools = WorkerPools(workers: 1, metrics: metrics)
        useCases = UseCases(
            cases: cases, tenants: tenants, engines: engines.engines, pools: pools, publicURL: publicURL,
            metrics: metrics, mail: mail, exchange: exchange)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: folder)
    }

    var now: Instant { time.now.withLock { $0 } }
    var clock: @Sendable () -> Instant { { [time] in time.now.withLock { $0 } } }

    func advance(days: Int64) {
        advance(milliseconds: days * 86_400_000)
    }

    func advance(milliseconds: Int64) {
        time.now.withLock { $0 = Instant(millisecondsSince1970: $0.millisecondsSince1970 + milliseconds) }
    }

    /// The tenant of that name, made where there is none.
    /// - Parameter configuration: laid over the tenant's own, as JSON.
    private static let portalScopes: Set<Scope> = [
        .enroll, .readEnrollments, .readPersons, .erase, .configuration, .metrics,
    ]

    func tenant(
        _ name: String = "acme", requiresConsent: Bool = false, configuration: String? = nil
    ) async throws -> Tenant {
        if try await data.store.tenant(name: name) == nil {
            _ = try await TenantCreation.create(
                name: name, isTest: true, profile: .compatible, scopes: Self.portalScopes, in: data, at: now)
        }
        if requiresConsent {
            try await TenantAdministration(data: data)
                .configure(name: name, change: #"{"onboardingConfig":{"requireConsent":true}}"#, at: now)
        }
        if let configuration {
            try await TenantAdministration(data: data).configure(name: name, change: configuration, at: now)
        }
        try await tenants.reload()
        guard let tenant = try await tenants.tenant(nameOrRealm: name) else { throw StorageError.unknownSubject }
        return tenant
    }

    /// An enrollment to which this has happened.
    func begun(_ username: String, _ events: [Event], tenant: Tenant) async throws -> EnrollmentID {
        let beginning = Cases.Beginning(person: Person(username: username), tenant: tenant, events: events)
        let result: Enroll.Result = try await cases.begin(beginning, at: now) { token in
            .started(Enroll.Started(enrollmentToken: token, requiredChecks: [], recordsVideo: false))
        }
        guard case .started(let started) = result else { throw StorageError.unknownSubject }
        let digest = Digest.sha256([UInt8](started.enrollmentToken.utf8))
        guard let id = try await data.store.enrollment(tenant: tenant.id, tokenDigest: digest)?.id else {
            throw StorageError.unknownSubject
        }
        return id
    }
}
