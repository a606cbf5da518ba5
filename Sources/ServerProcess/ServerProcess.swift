public import Foundation
import Synchronization

/// `onboarding serve` as a process of its own on a free loopback port, for whoever shows, measures or tests it. It ends with
/// this value at the latest.
public final class ServerProcess: Sendable {
    public struct DidNotStart: Error, CustomStringConvertible {
        public let description = "The server did not start; its messages stand above."
    }

    /// Where it is reached.
    public let url: String

    private let process: Mutex<Process>

    /// Starts the server and waits for its line on standard output.
    /// - Parameters:
    ///   - program: the executable `onboarding`.
    ///   - folder: where it starts; nil for the current one.
    ///   - options: further options of `serve`, `--data` among them.
    ///   - log: where its log goes; nil for standard error.
    public init(program: URL, in folder: String? = nil, options: [String], log: FileHandle? = nil) throws {
        let process = Process()
        process.executableURL = program
        if let folder { process.currentDirectoryURL = URL(fileURLWithPath: folder) }
        process.arguments = ["serve", "--port", "0"] + options
        // What is set for another server, its address or its master key, is not for this one.
        process.environment = ProcessInfo.processInfo.environment.filter { name, _ in
            !name.hasPrefix("ONBOARDING_") || name == "ONBOARDING_MODELS"
        }
        if let log { process.standardError = log }
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        // One line, written when connections are accepted; nothing when the start failed.
        let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        let prefix = "listening on "
        guard line.hasPrefix(prefix) else {
            process.terminate()
            process.waitUntilExit()
            throw DidNotStart()
        }
        url = line.dropFirst(prefix.count).trimmingCharacters(in: .whitespacesAndNewlines)
        self.process = Mutex(process)
    }

    deinit {
        stop()
    }

    public var identifier: Int32 { process.withLock { $0.processIdentifier } }

    /// Lets it finish what it does, and waits for its end.
    public func stop() {
        process.withLock { process in
            if process.isRunning { process.terminate() }
            process.waitUntilExit()
        }
    }

    /// `kill -9`.
    public func kill() {
        process.withLock { process in
            if process.isRunning { _ = Foundation.kill(process.processIdentifier, SIGKILL) }
            process.waitUntilExit()
        }
    }
}
