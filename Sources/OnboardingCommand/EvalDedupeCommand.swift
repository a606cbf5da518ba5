import ArgumentParser
import Foundation
import Onboarding
import Operations
import Tenancy

extension EvalCommand {
    struct Dedupe: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "How often somebody who enrolls twice is found among all, and somebody else is.",
            discussion: """
                Thresholds follow the size of the gallery. They are fitted on one half of the people (the split has a committed \
                seed) and judged on the other, and the other way round. Shares are in percent, with 95 % bounds as of independent \
                searches and, behind them, over people. Of galleries that are larger than the data set's people only the misses \
                are measured; what the pairs allow of others found is a bound.
                """)

        @Option(help: "The data set's manifest.json.")
        var identities: String

        @Option(help: "A pack's folder name (default: the one the server would use).")
        var pack: String?

        @OptionGroup var parallel: ThreadOptions
        @OptionGroup var evaluation: EvaluationOptions

        func run() async throws {
            let modelFolder = try await evaluation.modelFolder()
            let line = evaluation.line("images")
            let run = try IdentificationEvaluationRun(
                identities: identities, modelFolder: modelFolder, pack: pack, threads: parallel.threads
            ) { line.report($0) }
            line.end()
            try evaluation.show(run)
        }
    }
}
