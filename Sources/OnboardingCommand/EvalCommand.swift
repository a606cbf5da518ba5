import ArgumentParser
import Casework
import Foundation
import Onboarding
import Operations
import Tenancy

struct EvalCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "eval", abstract: "Measures the engines on labelled material.",
        subcommands: [
            Faces.self, Liveness.self, Injection.self, Fusion.self, Documents.self, Reuse.self, Replay.self,
            Challenge.self, Dedupe.self, Attributes.self,
        ])

    struct Faces: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "False non-match rates at fixed false match rates.",
            discussion: """
                Thresholds are fitted on one half of the people (the split has a committed seed) and reported on the other: \
                all pairs, portraits against everyday images, captures of stills and of several frames, look-alikes, and \
                the groups that an identities.csv beside the manifest names. Some images are degraded besides, and compared by \
                the quality of both sides: which of them the gate of single images accepts, and whether the thresholds hold.
                """)

        @Option(help: "The data set's manifest.json.")
        var identities: String

        @Option(help: "Write the calibration table, as it stands in packs/.")
        var calibration: String?

        @Option(help: "Write the calibration table of what frames of a capture are compared by.")
        var frameCalibration: String?

        @Option(
            help: """
                Write how similar the pairs are that the calibration is fitted to, counted, as it stands in packs/: beside \
                the table of --calibration where that is given, else beside the one that the pack has.
                """)
        var distributions: String?

        @Option(help: "A pack's folder name (default: the one the server would use).")
        var pack: String?

        @Option(help: "How many images are degraded; 0 for none.")
        var qualityImages = 240

        @Flag(help: "Degrade images of the half that thresholds are fitted on, to choose the gate's limits by.")
        var qualityOfFittingHalf = false

        @OptionGroup var parallel: ThreadOptions
        @OptionGroup var evaluation: EvaluationOptions

        func validate() throws {
            try EvaluationOptions.checkWritable(
                [calibration, frameCalibration, distributions].compactMap(\.self))
        }

        func run() async throws {
            let modelFolder = try await evaluation.modelFolder()
            let line = evaluation.line("images")
            let run = try FaceEvaluationRun(
                identities: identities, modelFolder: modelFolder, pack: pack, qualityImages: qualityImages,
                qualityOfFittingHalf: qualityOfFittingHalf, threads: parallel.threads
            ) { line.report($0) }
            line.end()
            try evaluation.show(run)
            if let calibration { try NamedFile.write([UInt8](run.calibrationJSON()), to: calibration) }
            if let frameCalibration {
                try NamedFile.write([UInt8](run.frameCalibrationJSON()), to: frameCalibration)
            }
            if let distributions {
                try NamedFile.write(
                    [UInt8](run.distributionsJSON(replacesCalibration: calibration != nil)), to: distributions)
            }
        }
    }

    struct Documents: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "How machine-readable zones are read from images whose lines are known.")

        @Option(help: "A folder with images and their truth.json.")
        var folder: String

        @Option(
            help: "A folder with another image of each document, of the same name: how often two captures read alike."
        )
        var again: String?

        @OptionGroup var evaluation: EvaluationOptions

        func run() async throws {
            let modelFolder = try await evaluation.modelFolder()
            let run = try DocumentEvaluationRun(folder: folder, again: again, modelFolder: modelFolder) {
                file, isExact in
                evaluation.note("\(isExact ? "exact" : "not  ")  \(file)")
            }
            try evaluation.show(run)
        }
    }

    struct Reuse: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "How often a live face that is the document's photograph is found out.",
            discussion: """
                Documents and captures are made from the photographs of a data set: captures of another photograph of the \
                same person, which must not be taken for the document's, and portraits cut from the document and animated, \
                which must. Nothing is fitted.
                """)

        @Option(help: "The data set's manifest.json.")
        var identities: String

        @Option(help: "Which half of the people: first, second or both.")
        var half = PhotographEvaluationRun.Half.both

        @OptionGroup var parallel: ThreadOptions
        @OptionGroup var evaluation: EvaluationOptions

        func run() async throws {
            let modelFolder = try await evaluation.modelFolder()
            let line = evaluation.line("captures")
            let run = try PhotographEvaluationRun(
                identities: identities, modelFolder: modelFolder, half: half, threads: parallel.threads
            ) { line.report($0, of: $1) }
            line.end()
            try evaluation.show(run)
        }
    }
}

extension PhotographEvaluationRun.Half: ExpressibleByArgument {}
