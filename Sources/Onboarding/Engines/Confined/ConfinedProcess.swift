internal import ChildProcess
internal import Foundation

/// A program that may be taken over by what it reads. It has no environment and two pipes, and is the first of a group, with
/// which it ends.
struct ConfinedProcess {
    /// Where it reads.
    let input: FileHandle
    /// Where it writes.
    let output: FileHandle
    private let process: ChildProcess

    /// - Returns: nil where it cannot be started.
    init?(program: String, arguments: [String]) {
        let (input, output) = (Pipe(), Pipe())
        guard
            let process = try? ChildProcess(
                program, arguments, environment: [:], input: .handle(input.fileHandleForReading),
                output: .handle(output.fileHandleForWriting), leadsGroup: true)
        else { return nil }
        try? input.fileHandleForReading.close()
        try? output.fileHandleForWriting.close()
        self.input = input.fileHandleForWriting
        self.output = output.fileHandleForReading
        self.process = process
    }

    /// Ends it and all of its group, after giving it until `end` to exit by itself. Call it once.
    /// - Returns: its exit status; nil where a signal ended it.
    func finish(by end: ContinuousClock.Instant) -> Int32? {
        guard case .exit(let status) = process.endGroup(by: end) else { return nil }
        return status
    }
}
