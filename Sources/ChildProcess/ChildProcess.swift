internal import CProcess
public import Foundation
internal import Synchronization

/// A program that runs beside this one. Whoever starts it waits for it. The one way in which we start programs.
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
    ///   - beside: a file of ours that it has open as number 3, beside its three streams.
    ///   - leadsGroup: whether it is the first of a group, which `endGroup` ends with it.
    public init(
        _ program: String, _ arguments: [String], in folder: String? = nil, environment: [String: String]? = nil,
        input: Stream = .nowhere, output: Stream = .nowhere, errors: Stream = .nowhere, beside: Int32? = nil,
        leadsGroup: Bool = false
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
        let streams = (file(input, STDIN_FILENO), file(output, STDOUT_FILENO), file(errors, STDERR_FILENO))
        func start(_ environment: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?) -> Int32 {
            cprocess_start(
                &identifier, program, &words, environment, folder, streams.0, streams.1, streams.2, beside ?? -1,
                leadsGroup ? 1 : 0)
        }
        let error =
            if settings != nil {
                settings?.withUnsafeMutableBufferPointer { start($0.baseAddress) } ?? EINVAL
            } else {
                start(nil)
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

    /// Whether it runs no more.
    public var hasEnded: Bool {
        ending.withLock { ending in
            guard ending == nil else { return true }
            var information = siginfo_t()
            while waitid(P_PID, id_t(identifier), &information, WEXITED | WNOHANG | WNOWAIT) != 0 {
                guard errno == EINTR else { return true }
            }
            return information.si_signo != 0
        }
    }

    /// Of the processor, that it has taken so far; 0 once it was waited for.
    public var processorSeconds: Double {
        ending.withLock { $0 == nil ? cprocess_processor_seconds(identifier) : 0 }
    }

    /// Ends it and all of the group that it leads, after giving it until `end` to exit by itself.
    public func endGroup(by end: ContinuousClock.Instant = .now) -> Ending {
        var information = siginfo_t()
        // Not taken off the table yet, so that its number stays its group's.
        while waitid(P_PID, id_t(identifier), &information, WEXITED | WNOHANG | WNOWAIT) == 0,
            information.si_signo == 0, ContinuousClock.now < end
        {
            usleep(1000)
        }
        ending.withLock { ending in
            if ending == nil { _ = kill(-identifier, SIGKILL) }
        }
        return wait()
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
