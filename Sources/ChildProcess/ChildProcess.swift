internal import CProcess
public import Foundation
internal import Synchronization

/// A program that runs beside this one, and reads nothing. Whoever starts it waits for it.
///
/// In place of Foundation's `Process`, which reads behind the end of the list of this process's open files, and dies of it where
/// that list ends with a page of memory.
public final class ChildProcess: Sendable {
    public enum Stream: Sendable {
        case nowhere, inherited
        case handle(FileHandle)
    }

    public enum Ending: Equatable, Sendable {
        case exit(Int32)
        case signal(Int32)
    }

    public struct DidNotStart: Error {
        /// The system's number for why (errno(3)).
        public let reason: Int32
    }

    public let identifier: Int32
    /// Nil while it has not been waited for: until then its number is nobody else's.
    private let ending = Mutex<Ending?>(nil)

    /// - Parameters:
    ///   - folder: where it starts; nil for the current one.
    ///   - environment: nil for ours.
    public init(
        _ program: String, _ arguments: [String], in folder: String? = nil, environment: [String: String]? = nil,
        output: Stream = .nowhere, errors: Stream = .nowhere
    ) throws(DidNotStart) {
        let nothing = open("/dev/null", O_RDWR | O_CLOEXEC)
        guard nothing >= 0 else { throw DidNotStart(reason: errno) }
        defer { close(nothing) }
        func file(_ stream: Stream, _ own: Int32) -> Int32 {
            switch stream {
            case .nowhere: nothing
            case .inherited: own
            case .handle(let handle): handle.fileDescriptor
            }
        }
        var words = Self.words([program] + arguments)
        var settings = environment.map { Self.words($0.map { "\($0.key)=\($0.value)" }) }
        defer { (words + (settings ?? [])).forEach { free($0) } }
        var identifier: Int32 = 0
        let (out, err) = (file(output, STDOUT_FILENO), file(errors, STDERR_FILENO))
        let error =
            if settings != nil {
                settings?.withUnsafeMutableBufferPointer {
                    cprocess_start(&identifier, program, &words, $0.baseAddress, folder, nothing, out, err)
                } ?? EINVAL
            } else {
                cprocess_start(&identifier, program, &words, nil, folder, nothing, out, err)
            }
        guard error == 0 else { throw DidNotStart(reason: error) }
        self.identifier = identifier
    }

    /// Runs a program to its end.
    public static func run(
        _ program: String, _ arguments: [String], in folder: String? = nil, output: Stream = .nowhere,
        errors: Stream = .nowhere
    ) throws(DidNotStart) -> Ending {
        try ChildProcess(program, arguments, in: folder, output: output, errors: errors).wait()
    }

    /// Blocks until it has ended.
    public func wait() -> Ending {
        var information = siginfo_t()
        while waitid(P_PID, id_t(identifier), &information, WEXITED | WNOWAIT) != 0, errno == EINTR {}
        return ending.withLock { ending in
            if let ending { return ending }
            var status: Int32 = 0
            while waitpid(identifier, &status, 0) < 0, errno == EINTR {}
            let signal = status & 0x7F
            let found: Ending = signal == 0 ? .exit((status >> 8) & 0xFF) : .signal(signal)
            ending = found
            return found
        }
    }

    /// Sends it a signal, where it has not been waited for.
    public func send(_ signal: Int32) {
        ending.withLock { ending in
            if ending == nil { _ = kill(identifier, signal) }
        }
    }

    private static func words(_ texts: [String]) -> [UnsafeMutablePointer<CChar>?] {
        texts.map { strdup($0) } + [nil]
    }
}
