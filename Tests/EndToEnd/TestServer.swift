import Foundation
import ServerProcess
import Synchronization
import Tenancy
import TestSupport

/// A real server with a data folder of its own; killed and started again at will.
final class TestServer: Sendable {
    let credentials: TenantCredentials

    private let temporary: TemporaryFolder
    private let running: Mutex<ServerProcess>
    /// Under which its first process is known.
    private let publicURL: String

    var folder: String { temporary.path }
    var dataFolder: String { folder + "/data" }
    var url: String { running.withLock { $0.url } }

    init() async throws {
        temporary = try TemporaryFolder("onboarding-test")
        let data = temporary.path + "/data"
        let administration = try TenantAdministration(
            dataFolder: data, masterKeyFile: ServerConfiguration.defaultMasterKeyFile(besides: data),
            makesMissing: true)
        credentials = try await administration.create(
            name: "acme", isTest: true, profile: "compatible",
            scopes: ["person:read", "erase", "configuration", "metrics"])
        // The faces of the tests are rendered, which the liveness check finds out.
        try await administration.configure(
            name: "acme", change: #"{"onboardingConfig":{"captureSource":"rendered"}}"#)
        let first = try Self.start(folder: temporary.path)
        publicURL = first.url
        running = Mutex(first)
    }

    /// `kill -9`, then a new process on the same data.
    /// - Parameter models: another model folder.
    func killAndRestart(models: String? = nil) throws {
        try running.withLock { running in
            running.kill()
            running = try Self.start(folder: folder, models: models, publicURL: publicURL)
        }
    }

    /// What the server wrote to its log so far.
    func log() throws -> String {
        try String(contentsOfFile: folder + "/log", encoding: .utf8)
    }

    /// - Parameter publicURL: which stays where the port does not.
    private static func start(
        folder: String, models: String? = nil, publicURL: String? = nil
    ) throws -> ServerProcess {
        let log = folder + "/log"
        if !FileManager.default.fileExists(atPath: log) {
            _ = FileManager.default.createFile(atPath: log, contents: nil)
        }
        let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: log))
        try handle.seekToEnd()
        return try ServerProcess(
            program: URL(fileURLWithPath: Material.packageRoot + "/.build/release/onboarding"),
            in: Material.packageRoot,
            options: ["--data", folder + "/data", "--log-level", "debug"] + (models.map { ["--models", $0] } ?? [])
                + (publicURL.map { ["--public-url", $0] } ?? []),
            log: handle)
    }
}
