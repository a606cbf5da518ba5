internal import Foundation

/// A program that may be taken over by what it reads. It has no environment and two pipes, and is the first of a group, with
/// which it ends. Foundation's `Process` waits for whatever the program has started; this does not.
struct ConfinedProcess {
    /// Where it reads.
    let input: FileHandle
    /// Where it writes.
    let output: FileHandle
    private let identifier: pid_t

    /// - Returns: nil where it cannot be started.
    init?(program: String, arguments: [String]) {
        let (input, output) = (Pipe(), Pipe())
        // Another that is started at the same moment is not to hold this one's pipes open.
        for handle in [input, output].flatMap({ [$0.fileHandleForReading, $0.fileHandleForWriting] }) {
            guard fcntl(handle.fileDescriptor, F_SETFD, FD_CLOEXEC) == 0 else { return nil }
        }
        var actions = posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
        guard posix_spawn_file_actions_init(&actions) == 0 else { return nil }
        defer { posix_spawn_file_actions_destroy(&actions) }
        guard posix_spawnattr_init(&attributes) == 0 else { return nil }
        defer { posix_spawnattr_destroy(&attributes) }
        let steps = [
            posix_spawn_file_actions_adddup2(&actions, input.fileHandleForReading.fileDescriptor, STDIN_FILENO),
            posix_spawn_file_actions_adddup2(&actions, output.fileHandleForWriting.fileDescriptor, STDOUT_FILENO),
            posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0),
            posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP)),
            posix_spawnattr_setpgroup(&attributes, 0),
        ]
        guard steps.allSatisfy({ $0 == 0 }) else { return nil }
        var words: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) } + [nil]
        defer { words.forEach { free($0) } }
        var environment: [UnsafeMutablePointer<CChar>?] = [nil]
        var identifier: pid_t = 0
        guard posix_spawn(&identifier, program, &actions, &attributes, &words, &environment) == 0 else { return nil }
        try? input.fileHandleForReading.close()
        try? output.fileHandleForWriting.close()
        self.input = input.fileHandleForWriting
        self.output = output.fileHandleForReading
        self.identifier = identifier
    }

    /// Ends it and all of its group, after giving it until `end` to exit by itself. Call it once.
    /// - Returns: its exit status; nil where a signal ended it.
    func finish(by end: ContinuousClock.Instant) -> Int32? {
        var information = siginfo_t()
        // Not taken off the table yet, so that its number stays its group's.
        while waitid(P_PID, id_t(identifier), &information, WEXITED | WNOHANG | WNOWAIT) == 0,
            information.si_signo == 0, ContinuousClock.now < end
        {
            usleep(1000)
        }
        kill(-identifier, SIGKILL)
        var status: Int32 = 0
        while waitpid(identifier, &status, 0) < 0 {
            guard errno == EINTR else { return nil }
        }
        return status & 0x7F == 0 ? (status >> 8) & 0xFF : nil
    }
}
