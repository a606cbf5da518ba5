import ArgumentParser
import Casework
import Foundation
import Onboarding
import Operations
import Tenancy

extension EvalCommand {
    struct Liveness: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Errors of the liveness scorer for each species of attack, and what it gives no answer to.",
            discussion: """
                A list is a JSON file {"items": [{"file", "kind": "video" | "frames" | "still", "label": "live" | "bona-fide" | \
                "spoof", "species", "subject", …}]}; the files lie beside it. Each recording is cut into packages, as clients \
                send them: burst (three frames within 66 ms), passive (thirteen frames over two seconds) and still (one \
                frame), one of each every second. Rates are given for each level, kind and species, with 95 % intervals over \
                persons; species are never averaged.
                """)

        @Option(help: "A list of recordings; may be given several times.")
        var manifest: [String] = []

        @Option(help: "SPECIES=FOLDER: a folder without a list; live=FOLDER for bona fide recordings.")
        var folder: [String] = []

        @Option(help: "Only recordings whose list gives them this use, such as measure.")
        var use: String?

        @Option(help: "The level, 2, 4 or 6; may be given several times (default: all).")
        var level: [Int] = []

        @Option(help: "The kind of package: burst, passive or still; may be given several times (default: all).")
        var kind: [String] = []

        @Flag(help: "Captures without movement may be live by their quality, as with the setting allowStillPackages.")
        var permitStills = false

        @Option(help: "Longest side of the frames in pixels.")
        var longestSide = 640

        @Flag(help: "Enlarge smaller frames to this side: more pixels, no more detail.")
        var enlarge = false

        @Option(help: "JPEG quality of the frames, 1 to 100.")
        var jpegQuality = 90

        @Option(help: "Of folders of frames whose list states no rate.")
        var framesPerSecond = 30.0

        @Option(help: "Comparison score from which on a capture matches the reference that its list names.")
        var matchThreshold = 3.0

        @Option(help: "Write the report: NAME.json, and as a page NAME.html.")
        var report: String?

        @Option(help: "A pack's folder name (default: the one the server would use).")
        var pack: String?

        @Flag(help: "Ask the networks of our own alone, though the pack pad is installed.")
        var withoutPad = false

        @Option(help: "Recordings worked on at a time.")
        var threads = 2

        @OptionGroup var output: OutputOptions

        @OptionGroup var progress: ProgressOptions

        @OptionGroup var data: DataOptions

        func validate() throws {
            guard !manifest.isEmpty || !folder.isEmpty else {
                throw ValidationError("Name a --manifest or a --folder.")
            }
            guard threads >= 1 else { throw ValidationError("--threads is 1 or more.") }
            guard (1...100).contains(jpegQuality) else { throw ValidationError("--jpeg-quality is 1 to 100.") }
            guard (64...4096).contains(longestSide) else { throw ValidationError("--longest-side is 64 to 4096.") }
            guard framesPerSecond > 0, framesPerSecond.isFinite else {
                throw ValidationError("--frames-per-second is more than 0.")
            }
            try EvaluationOptions.checkWritable(report.map { EvaluationReportFiles($0).all } ?? [])
        }

        func run() async throws {
            try ModelCheck.verifyProcessor()
            let settings = try await data.configuration()
            let line = progress.line("recordings", beside: output)
            let run = try LivenessEvaluationRun(options, modelFolder: settings.modelFolder) {
                line.report($0, of: $1)
            }
            line.end()
            if output.json { printJSON(try run.reportJSON()) } else { print(run.table) }
            if let report { try EvaluationReportFiles(report).write(json: run.reportJSON(), page: run.page) }
        }

        private var options: LivenessEvaluationRun.Options {
            var options = LivenessEvaluationRun.Options()
            options.manifests = manifest
            options.folders = folder
            options.use = use
            if !level.isEmpty { options.levels = level }
            options.packageKinds = kind
            options.permitsStills = permitStills
            options.longestSide = longestSide
            options.enlarges = enlarge
            options.jpegQuality = jpegQuality
            options.framesPerSecond = framesPerSecond
            options.matchThreshold = matchThreshold
            options.threads = threads
            options.pack = pack
            options.usesPad = !withoutPad
            return options
        }
    }
}
