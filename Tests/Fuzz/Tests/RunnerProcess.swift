import ChildProcess
import Foundation
import FuzzTargets
import TestSupport

/// `FuzzRunner` in a process of its own: a parser that traps or never comes back ends that process and not the tests, and
/// its memory is nobody else's.
enum RunnerProcess {
    struct Outcome {
        enum Ending {
            case report(RunReport)
            /// The signal that ended the process.
            case signal(Int32)
        }

        let ending: Ending
        /// What was fed last, and which input of the run it was.
        let lastInput: [UInt8]
        let lastNumber: Int

        /// What is to be said against the target; nil where it kept its promises.
        var complaint: String? {
            switch ending {
            case .report(let report): report.finding?.sentence
            case .signal(SIGPROF): "takes more than 2 s"
            case .signal(let signal): "dies by signal \(signal)"
            }
        }

        var report: RunReport? { if case .report(let report) = ending { report } else { nil } }
        var signal: Int32? { if case .signal(let signal) = ending { signal } else { nil } }
    }

    struct NoReport: Error {
        let errors: String
    }

    static func run(
        _ target: String, corpus: String, seed: UInt64, inputs: Int? = nil, flags: [String] = []
    ) async throws -> Outcome {
        let folder = NSTemporaryDirectory() + "/fuzz-\(ProcessInfo.processInfo.globallyUniqueString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        for name in ["report", "errors", "current"] { try Data().write(to: URL(fileURLWithPath: folder + "/" + name)) }

        let process = try ChildProcess(
            try program().path,
            [target, "--corpus", corpus, "--current", folder + "/current", "--seed", String(seed)]
                + (inputs.map { ["--inputs", String($0)] } ?? []) + flags,
            // A trap is expected in some tests and reported in all: by us.
            environment: ProcessInfo.processInfo.environment.merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 },
            output: .handle(try FileHandle(forWritingTo: URL(fileURLWithPath: folder + "/report"))),
            errors: .handle(try FileHandle(forWritingTo: URL(fileURLWithPath: folder + "/errors"))))
        let ending = await withCheckedContinuation { continuation in
            Thread.detachNewThread { continuation.resume(returning: process.wait()) }
        }

        let (number, input) = try last(folder + "/current")
        if case .signal(let signal) = ending {
            return Outcome(ending: .signal(signal), lastInput: input, lastNumber: number)
        }
        guard let report = try? JSONDecoder().decode(RunReport.self, from: contents(folder + "/report")) else {
            throw NoReport(errors: String(decoding: try contents(folder + "/errors"), as: UTF8.self))
        }
        return Outcome(ending: .report(report), lastInput: input, lastNumber: number)
    }

    /// Beside the tests' own bundle.
    private static func program() throws -> URL {
        let bundle = URL(fileURLWithPath: CommandLine.arguments[0])
        return bundle.deletingLastPathComponent().appendingPathComponent("FuzzRunner")
    }

    /// What the runner keeps in the file of the current input.
    private static func last(_ path: String) throws -> (number: Int, input: [UInt8]) {
        let bytes = [UInt8](try contents(path))
        func number(at offset: Int) -> Int { bytes[offset..<(offset + 8)].reversed().reduce(0) { $0 << 8 | Int($1) } }
        guard bytes.count >= 16 else { return (0, []) }
        return (number(at: 0), Array(bytes.dropFirst(16).prefix(number(at: 8))))
    }

    private static func contents(_ path: String) throws -> Data { try Data(contentsOf: URL(fileURLWithPath: path)) }
}
