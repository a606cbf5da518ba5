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

        @Option(help: "Write the report as JSON.")
        var report: String?

        @Option(help: "Images worked on at a time.")
        var threads = 2

        @OptionGroup var data: DataOptions

        func validate() throws {
            guard threads >= 1 else { throw ValidationError("--threads is 1 or more.") }
            try EvalCommand.checkWritable([report].compactMap(\.self))
        }

        func run() async throws {
            try ModelCheck.verifyProcessor()
            let settings = try await data.configuration()
            let run = try AttributeEvaluationRun(
                images: images, modelFolder: settings.modelFolder, threads: threads
            ) { done in
                StandardError.write("\r\(done) images")
            }
            StandardError.write("\r")
            print(run.table)
            if let report { try Data(run.reportJSON()).write(to: URL(fileURLWithPath: report)) }
            if !run.holds { throw ExitCode.failure }
        }
    }
}
