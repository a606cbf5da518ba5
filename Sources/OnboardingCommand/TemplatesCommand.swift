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

        @OptionGroup var data: DataOptions

        @Option(help: "The folder with the models.")
        var models: String?

        func run() async throws {
            let renewal = try TemplateRenewal(try await data.configuration(["models": models]))
            let progress = try await renewal.run { progress in
                let done = progress.renewed + progress.failures.count
                if done % 100 == 0 || done == progress.total { print("\(done) of \(progress.total)") }
            }
            for failure in progress.failures { print(failure) }
            print("\(progress.renewed) templates renewed to \(renewal.model), \(progress.failures.count) not")
            if !progress.failures.isEmpty { throw ExitCode.failure }
        }
    }
}
