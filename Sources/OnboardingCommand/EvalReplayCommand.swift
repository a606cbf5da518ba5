import ArgumentParser
import Foundation
import Onboarding
import Operations
import Tenancy

extension EvalCommand {
    struct Replay: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "What the replay guard sees of captures that come again, changed.",
            discussion: """
                --captures is a folder with a folder for each clip, that one for each of its captures, that their frames in the \
                order of their names. Captures of two clips are never compared.
                """)

        @Option(help: "The folder of clips.")
        var captures: String?

        @Option(help: "A face data set's manifest.json: how far strangers are apart.")
        var identities: String?

        @Option(help: "Fit the medians of a face's coefficients to the identities and write their source file.")
        var medians: String?

        @OptionGroup var evaluation: EvaluationOptions

        func validate() throws {
            guard captures != nil || medians != nil else { throw ValidationError("--captures or --medians is needed.") }
            guard medians == nil || identities != nil else { throw ValidationError("--medians needs --identities.") }
            try EvaluationOptions.checkWritable([medians].compactMap(\.self))
        }

        func run() async throws {
            let folder = try await evaluation.modelFolder()
            if let medians, let identities {
                try ReplayEvaluationRun.medians(identities: identities, modelFolder: folder)
                    .write(toFile: medians, atomically: true, encoding: .utf8)
            }
            guard let captures else { return }
            let run = try ReplayEvaluationRun(captures: captures, identities: identities, modelFolder: folder) {
                evaluation.note($0)
            }
            try evaluation.show(run)
        }
    }
}
