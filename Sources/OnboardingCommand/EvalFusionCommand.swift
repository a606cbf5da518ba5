import ArgumentParser
import Foundation
import Operations
import Tenancy

extension EvalCommand {
    struct Fusion: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Fits how the liveness cues are weighed together.",
            discussion: """
                Takes the JSON reports of eval liveness and eval injection, fits the weights of the cues and the \
                operating points of the levels, once without and once with the optional pack pad, and prints how they do on people and attacks that each fit had not seen.
                """)

        @Argument(help: "Reports of eval liveness and eval injection, made --without-pad.")
        var reports: [String]

        @Option(
            parsing: .upToNextOption, help: "Reports of the same that were made with the pack pad.")
        var withPad: [String]

        @Option(help: "Write the numbers as source code: Sources/LivenessScorer/Fusion/FusionData+Table.swift.")
        var write: String?

        func validate() throws {
            guard !reports.isEmpty, !withPad.isEmpty else { throw ValidationError("Name a report of each kind.") }
            try EvaluationOptions.checkWritable([write].compactMap(\.self))
        }

        func run() async throws {
            let run = try FusionFitRun(reports: reports, withPadPack: withPad)
            print(run.table)
            if let write { try NamedFile.write([UInt8](run.source.utf8), to: write) }
        }
    }
}
