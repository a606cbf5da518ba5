internal import ChildProcess
public import Foundation

/// `onboarding serve` as a process of its own on a free loopback port, for whoever shows, measures or tests it. It ends with
/// this value at the latest.
public final class ServerProcess: Sendable {
    public struct DidNotStart: Error, CustomStringConvertible {
        public let description = "The server did not start; its messages stand above."
    }

    /// Where it is reached.
    public let url: String

    private let process: ChildProcess

    /// Starts the server and waits for its line on standard output.
    /// - Parameters:
    ///   - program: the executable `onboarding`.
    ///   - folder: where it starts; nil for the current one.
    ///   - options: further options of `serve`, `--data` among them.
    ///   - log: where its log goes; nil for standard error.
    public init(program: URL, in folder: String? = nil, options: [String], log: FileHandle? = nil) throws {
        // What is set for another server, its address or its master key, is not for this one.
        let environment = ProcessInfo.processInfo.environment.filter { name, _ in
            !name.hasPrefix("ONBOARDING_") || name == "ONBOARDING_MODELS"
        }
        let output = Pipe()
        let process = try ChildProcess(
            program.path, ["serve", "--port", "0"] + options, in: folder, environment: environment,
            output: .handle(output.fileHandleForWriting), errors: log.map(ChildProcess.Stream.handle) ?? .inherited)
        try output.fileHandleForWriting.close()
        // One line, written when connections are accepted; nothing when the start failed.
        let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        let prefix = "listening on "
        guard line.hasPrefix(prefix) else {
            process.send(SIGTERM)
            _ = process.wait()
            throw DidNotStart()
        }
        url = line.dropFirst(prefix.count).trimmingCharacters(in: .whitespacesAndNewlines)
        self.process = process
    }

    deinit {
        stop()
    }

    public var identifier: Int32 { process.identifier }

    /// Lets it finish what it does, and waits for its end.
    public func stop() {
        process.send(SIGTERM)
        _ = process.wait()
    }

    /// `kill -9`.
    public func kill() {
        process.send(SIGKILL)
        _ = process.wait()
    }
}
