import ChildProcess
import Foundation
import Testing

@Suite struct ChildProcessTests {
    private func said(_ script: String, in folder: String? = nil, environment: [String: String]? = nil) throws -> String
    {
        let output = Pipe()
        let process = try ChildProcess(
            "/bin/sh", ["-c", script], in: folder, environment: environment,
            output: .handle(output.fileHandleForWriting))
        try output.fileHandleForWriting.close()
        let text = try output.fileHandleForReading.readToEnd() ?? Data()
        #expect(process.wait() == .exit(0))
        return String(decoding: text, as: UTF8.self)
    }

    @Test func itTellsHowAProgramEnded() throws {
        #expect(try ChildProcess.run("/bin/sh", ["-c", "exit 7"]) == .exit(7))
        #expect(try ChildProcess.run("/bin/sh", ["-c", "kill -TERM $$"]) == .signal(SIGTERM))
        let process = try ChildProcess("/bin/sleep", ["600"])
        process.send(SIGKILL)
        #expect(process.wait() == .signal(SIGKILL))
        #expect(process.wait() == .signal(SIGKILL))
        process.send(SIGKILL)
        #expect(throws: ChildProcess.DidNotStart.self) { try ChildProcess.run("/nonexistent/program", []) }
    }

    @Test func aProgramHasTheFolderAndTheSettingsThatItIsGiven() throws {
        #expect(try said("pwd", in: "/usr") == "/usr\n")
        #expect(try said("echo $A-$HOME", environment: ["A": "b c"]) == "b c-\n")
        #expect(try said("cat; echo end") == "end\n")
    }

    @Test func itsTimeOfTheProcessorIsKnownWhileItIsThere() throws {
        let process = try ChildProcess("/bin/sh", ["-c", "while :; do :; done"])
        while process.processorSeconds == 0 { usleep(1000) }
        process.send(SIGKILL)
        _ = process.wait()
        #expect(process.processorSeconds == 0)
    }

    @Test func aProgramHasNoneOfOurFiles() throws {
        let file = open("/dev/null", O_RDONLY)
        defer { close(file) }
        #expect(try said("ls /proc/$$/fd | tr '\\n' ' '").hasPrefix("0 1 2"))
        #expect(try !said("ls /proc/$$/fd").split(separator: "\n").contains { $0 == "\(file)" })
    }

    /// Foundation's `Process` read behind the end of the list of open files, and the process died of it.
    @Test func manyOpenFilesAreNoTrouble() throws {
        let files = (0..<600).map { _ in open("/dev/null", O_RDONLY | O_CLOEXEC) }
        defer { files.forEach { close($0) } }
        for _ in 0..<20 { #expect(try ChildProcess.run("/bin/true", []) == .exit(0)) }
    }
}
