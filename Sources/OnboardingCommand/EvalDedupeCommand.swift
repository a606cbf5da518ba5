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

        @Option(help: "Write the report as JSON.")
        var report: String?

        @Option(help: "A pack's folder name (default: the one the server would use).")
        var pack: String?

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
            let run = try IdentificationEvaluationRun(
                identities: identities, modelFolder: settings.modelFolder, pack: pack, threads: threads
            ) { done in
                StandardError.write("\r\(done) images")
            }
            StandardError.write("\r")
            print(run.table)
            if let report { try Data(run.reportJSON()).write(to: URL(fileURLWithPath: report)) }
        }
    }
}
