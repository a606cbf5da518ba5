import ArgumentParser
import Foundation
import Onboarding

struct EvalCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "eval", abstract: "Measures the engines on labelled pictures.",
        subcommands: [Faces.self, Documents.self])

    struct Faces: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "False non-match rates at fixed false match rates.",
            discussion: """
                Thresholds are fitted on one half of the people (the split has a committed seed) and reported on the other:
                all pairs, portraits against everyday pictures, captures of stills and of several frames, look-alikes, and
                the groups that an identities.csv beside the manifest names.
                """)

        @Option(help: "The data set's manifest.json.")
        var identities: String

        @Option(help: "Write the report as JSON.")
        var report: String?

        @Option(help: "Write the calibration table, as it stands in packs/.")
        var calibration: String?

        @Option(help: "Write the calibration table of what frames of a capture are compared by.")
        var frameCalibration: String?

        @Option(help: "A pack's folder name (default: the one the server would use).")
        var pack: String?

        @Option(help: "Pictures worked on at a time.")
        var threads = 2

        @OptionGroup var data: DataOptions

        func run() async throws {
            try ModelCheck.verifyProcessor()
            let settings = try await ServerConfiguration.read(options: data.options, file: data.config)
            let measurement = try FaceMeasurement(
                identities: identities, modelFolder: settings.modelFolder, pack: pack, threads: max(1, threads)
            ) { done in
                FileHandle.standardError.write(Data("\r\(done) pictures".utf8))
            }
            FileHandle.standardError.write(Data("\r".utf8))
            print(measurement.table)
            if let report { try Data(measurement.reportJSON()).write(to: URL(fileURLWithPath: report)) }
            if let calibration { try Data(measurement.calibrationJSON()).write(to: URL(fileURLWithPath: calibration)) }
            if let frameCalibration {
                try Data(measurement.frameCalibrationJSON()).write(to: URL(fileURLWithPath: frameCalibration))
            }
        }
    }

    struct Documents: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "How machine-readable zones are read from pictures whose lines are known.")

        @Option(help: "A folder with pictures and their truth.json.")
        var folder: String

        @Option(help: "Write the report as JSON.")
        var report: String?

        @OptionGroup var data: DataOptions

        func run() async throws {
            try ModelCheck.verifyProcessor()
            let settings = try await ServerConfiguration.read(options: data.options, file: data.config)
            let measurement = try DocumentMeasurement(folder: folder, modelFolder: settings.modelFolder) {
                file, isExact in
                FileHandle.standardError.write(Data("\(isExact ? "exact" : "not  ")  \(file)\n".utf8))
            }
            print(measurement.table)
            if let report { try Data(measurement.reportJSON()).write(to: URL(fileURLWithPath: report)) }
        }
    }
}
