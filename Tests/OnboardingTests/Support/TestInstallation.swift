import Foundation
import Logging
import OnboardingCore
import OnboardingStorage
import Synchronization

@testable import Onboarding

/// A whole installation on a temporary data directory: without a socket, with a clock that the test sets, and with engines
/// that are functions of the test, so that no network is loaded.
final class TestInstallation: Sendable {
    let data: DataDirectory
    let tenants: TenantDirectory
    let engines: StubEngines
    let useCases: UseCases
    let publicURL = PublicURL(configured: "https://onboarding.test")
    let metrics = Metrics()
    let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

    private let pools: WorkerPools
    private let folder: String
    private let time: Time

    private final class Time: Sendable {
        let now = Mutex(Instant(millisecondsSince1970: 1_800_000_000_000))
    }

    init() async throws {
        folder = NSTemporaryDirectory() + "/onboarding-test-\(UUID().uuidString)"
        data = try DataDirectory(
            dataFolder: folder + "/data", masterKeyFile: folder + "/data.key", makesMissing: true)
        let time = Time()
        self.time = time
        tenants = TenantDirectory(
            store: data.store, keyRing: data.keys, clock: { time.now.withLock { $0 } }, logger: logger)
        engines = StubEngines()
        pools = WorkerPools(workers: 1, metrics: metrics)
        useCases = UseCases(
            data: data, tenants: tenants, engines: engines.engines, pools: pools, publicURL: publicURL,
            metrics: metrics)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// What the steps share, as the use cases have it.
    var cases: Cases { useCases.enroll.cases }

    var now: Instant { time.now.withLock { $0 } }
    var clock: @Sendable () -> Instant { { [time] in time.now.withLock { $0 } } }

    func advance(days: Int64) {
        advance(milliseconds: days * 86_400_000)
    }

    func advance(milliseconds: Int64) {
        time.now.withLock { $0 = Instant(millisecondsSince1970: $0.millisecondsSince1970 + milliseconds) }
    }

    /// A tenant of its own for the test.
    func tenant(_ name: String = "acme", isTest: Bool = true, requiresConsent: Bool = false) async throws -> Tenant {
        _ = try await TenantCreation.create(name: name, isTest: isTest, profile: .compatible, in: data, at: now)
        if requiresConsent {
            try await TenantAdministration(data: data)
                .configure(name: name, change: #"{"onboardingConfig":{"requireConsent":true}}"#)
        }
        try await tenants.reload()
        guard let tenant = try await tenants.tenant(nameOrRealm: name) else { throw StorageError.unknownSubject }
        return tenant
    }
}
