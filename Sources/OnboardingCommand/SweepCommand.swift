import ArgumentParser
import Operations
import Tenancy

struct SweepCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sweep", abstract: "Puts evidence aside that no row names, as the server does every hour.",
        discussion: """
            It lies in evidence/quarantine for 30 days and is put back where a row names it again. More than crashes leave is left \
            where it is, unless --all says that somebody has looked.
            """)

    @Flag(help: "However much it is.")
    var all = false

    @OptionGroup var progress: ProgressOptions

    @OptionGroup var data: DataOptions

    func run() async throws {
        let configuration = try await data.configuration()
        let line = progress.line("evidence objects")
        let sweep = try Sweep(configuration, isBounded: !all, logger: ServerLog.make(configuration)) { done in
            if let done { line.report(done) } else { line.end() }
        }
        try await sweep.round()
    }
}
