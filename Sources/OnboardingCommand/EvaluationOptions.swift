import ArgumentParser
import Foundation
import Onboarding
import Operations
import Tenancy

/// What every measurement of the engines is asked for with, and what it does at its end.
struct EvaluationOptions: ParsableArguments {
    @Option(help: "Write the report as JSON.")
    var report: String?

    @OptionGroup var output: OutputOptions

    @OptionGroup var progress: ProgressOptions

    @OptionGroup var data: DataOptions

    func validate() throws { try Self.checkWritable([report].compactMap(\.self)) }

    /// The folder of the models, on a processor that they run on.
    func modelFolder() async throws -> String {
        try ModelCheck.verifyProcessor()
        return try await data.configuration().modelFolder
    }

    func line(_ noun: String) -> ProgressLine { progress.line(noun, beside: output) }

    /// Says something of one that is done, where nobody waits for JSON.
    func note(_ text: String) {
        if !output.json { StandardError.write(text + "\n") }
    }

    func show(_ run: some EvaluationRun) throws {
        if output.json { printJSON(try run.reportJSON()) } else { print(run.table) }
        if let report { try NamedFile.write([UInt8](run.reportJSON()), to: report) }
    }

    /// What cannot be written is said before the minutes that it takes to measure.
    static func checkWritable(_ files: [String]) throws {
        for file in files { try NamedFile.checkWritable(file) }
    }
}

/// How many threads a measurement has.
struct ThreadOptions: ParsableArguments {
    @Option(help: "Images, captures or recordings worked on at a time.")
    var threads = 2

    func validate() throws {
        guard threads >= 1 else { throw ValidationError("--threads is 1 or more.") }
    }
}
