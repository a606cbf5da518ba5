import Foundation
import Onboarding
import Synchronization
import TestSupport

/// A real server process on a free loopback port with a data folder of its own; killed and started again at will.
final class ServerProcess: Sendable {
    struct DidNotStart: Error {}

    let folder: String
    let credentials: TenantCredentials

    private let running: Mutex<(process: Process, url: String)>

    var dataFolder: String { folder + "/data" }
    var url: String { running.withLock { $0.url } }

    init() async throws {
        folder = NSTemporaryDirectory() + "/onboarding-test-\(ProcessInfo.processInfo.globallyUniqueString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let data = folder + "/data"
        let office = try TenantOffice(
            dataFolder: data, masterKeyFile: ServerConfiguration.defaultMasterKeyFile(besides: data),
            makesMissing: true)
        credentials = try await office.create(name: "acme", isTest: true, profile: "compatible")
        running = Mutex(try Self.start(folder: folder))
    }

    deinit {
        running.withLock { running in
            running.process.terminate()
            running.process.waitUntilExit()
        }
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// `kill -9`, then a new process on the same data.
    /// - Parameter models: another model folder.
    func killAndRestart(models: String? = nil) throws {
        try running.withLock { running in
            kill(running.process.processIdentifier, SIGKILL)
            running.process.waitUntilExit()
            running = try Self.start(folder: folder, models: models)
        }
    }

    /// What the server wrote to its log so far.
    func log() throws -> String {
        try String(contentsOfFile: folder + "/log", encoding: .utf8)
    }

    private static func start(folder: String, models: String? = nil) throws -> (Process, String) {
        let log = folder + "/log"
        if !FileManager.default.fileExists(atPath: log) {
            _ = FileManager.default.createFile(atPath: log, contents: nil)
        }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: Material.packageRoot + "/.build/release/onboarding")
        process.currentDirectoryURL = URL(fileURLWithPath: Material.packageRoot)
        process.arguments = ["serve", "--data", folder + "/data", "--port", "0", "--log-level", "debug"]
        if let models { process.arguments?.append(contentsOf: ["--models", models]) }
        let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: log))
        try handle.seekToEnd()
        process.standardError = handle
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        // One line, written when connections are accepted; nothing when the start failed.
        let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        guard line.hasPrefix("listening on ") else {
            process.terminate()
            throw DidNotStart()
        }
        return (process, line.dropFirst("listening on ".count).trimmingCharacters(in: .whitespacesAndNewlines))
    }
}
