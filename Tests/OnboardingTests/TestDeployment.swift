import Foundation
import OnboardingCore
import OnboardingStorage
import Synchronization
import TestSupport

@testable import Onboarding

/// A whole deployment on a temporary data folder, without a socket, and with a clock that the test sets.
final class TestDeployment: Sendable {
    let deployment: Deployment
    let premises: Premises

    private let folder: String
    private let time: Time

    private final class Time: Sendable {
        let now = Mutex(Instant(millisecondsSince1970: 1_800_000_000_000))
    }

    init() async throws {
        folder = NSTemporaryDirectory() + "/onboarding-deployment-\(UUID().uuidString)"
        let configuration = try await ServerConfiguration.read(
            options: ["data": folder + "/data", "models": Material.models, "workers": "1", "logLevel": "critical"],
            file: nil)
        premises = try Premises(
            dataFolder: configuration.dataFolder, masterKeyFile: configuration.masterKeyFile, makesMissing: true)
        let time = Time()
        self.time = time
        deployment = await Deployment(
            premises: premises, engines: try Engines(configuration, workers: 1),
            configuration: configuration, clock: { time.now.withLock { $0 } },
            logger: ServerLog.make(configuration))
    }

    deinit {
        try? FileManager.default.removeItem(atPath: folder)
    }

    var now: Instant { time.now.withLock { $0 } }

    func advance(days: Int64) {
        advance(milliseconds: days * 86_400_000)
    }

    func advance(milliseconds: Int64) {
        time.now.withLock { $0 = Instant(millisecondsSince1970: $0.millisecondsSince1970 + milliseconds) }
    }
}
