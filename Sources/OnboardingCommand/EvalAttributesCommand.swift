import ArgumentParser
import Foundation
import Onboarding
import Operations
import Tenancy

extension EvalCommand {
    struct Attributes: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "How well each attribute of a face is estimated on labelled images.",
            discussion: """
                --images is a folder with manifest.json and the lists age.csv, eyes.csv, glasses.csv, mouth.csv and smile.csv; \
                the portraits that they name lie in ../faces beside it. What is not there is left out, with the reason. Ends \
                with 1 where a floor of docs/measurements/face-attributes.md is not reached.
                """)

        @Option(help: "The folder of labelled images.")
        var images: String

        @OptionGroup var parallel: ThreadOptions
        @OptionGroup var evaluation: EvaluationOptions

        func run() async throws {
            let modelFolder = try await evaluation.modelFolder()
            let line = evaluation.line("images")
            let run = try AttributeEvaluationRun(
                images: images, modelFolder: modelFolder, threads: parallel.threads
            ) { line.report($0) }
            line.end()
            try evaluation.show(run)
            if !run.holds { throw ExitCode.failure }
        }
    }
}
