import Foundation
import Onboarding
import Synchronization

/// A server process of its own on a free loopback port, with a data folder that is removed at the end.
final class DemoServer: Sendable {
    struct DidNotStart: Error, CustomStringConvertible {
        let description = "The server did not start; its messages stand above."
    }

    let url: String
    let credentials: TenantCredentials

    private let folder: String
    private let process: Mutex<Process>

    /// Makes a test tenant, starts the server and waits for its line on standard output.
    init() async throws {
        folder = NSTemporaryDirectory() + "/onboarding-demo-\(ProcessInfo.processInfo.globallyUniqueString)"
        let dataFolder = folder + "/data"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let office = try TenantOffice(
            dataFolder: dataFolder, masterKeyFile: ServerConfiguration.defaultMasterKeyFile(besides: dataFolder),
            makesMissing: true)
        credentials = try await office.create(name: "demo", isTest: true, profile: "compatible")

        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        process.arguments = ["serve", "--data", dataFolder, "--port", "0", "--log-level", "warning"]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        let prefix = "listening on "
        guard line.hasPrefix(prefix) else {
            process.terminate()
            throw DidNotStart()
        }
        url = line.dropFirst(prefix.count).trimmingCharacters(in: .whitespacesAndNewlines)
        self.process = Mutex(process)
    }

    /// Stops the server and removes its data.
    func stop() {
        process.withLock { process in
            process.terminate()
            process.waitUntilExit()
        }
        try? FileManager.default.removeItem(atPath: folder)
    }
}
