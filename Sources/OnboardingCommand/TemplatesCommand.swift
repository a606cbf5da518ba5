import ArgumentParser
import Foundation
import Operations

struct TemplatesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "templates", abstract: "Looks after the stored face templates.", subcommands: [Renew.self])

    struct Renew: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Regenerates templates of other models from the stored evidence.",
            discussion: """
                Templates of two models are never compared. Works beside a running server; stopped, it goes on where it was \
                when it is run again. Exit code 1 where a template could not be regenerated.
                """)

        @OptionGroup var progress: ProgressOptions

        @OptionGroup var data: DataOptions

        @Option(help: "The folder with the models.")
        var models: String?

        func run() async throws {
            let renewal = try TemplateRenewal(try await data.configuration(["models": models]))
            let line = progress.line("templates")
            let done = try await renewal.run { line.report($0.renewed + $0.failures.count, of: $0.total) }
            line.end()
            for failure in done.failures { print(failure) }
            print("\(done.renewed) templates renewed to \(renewal.model), \(done.failures.count) not")
            if !done.failures.isEmpty { throw ExitCode.failure }
        }
    }
}
