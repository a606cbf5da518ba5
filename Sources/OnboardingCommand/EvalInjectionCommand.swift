import ArgumentParser
import AttackMaterial
import FaceEngine
import Foundation
import LivenessScorer
import Onboarding
import OnboardingJSON
import Tenancy

extension EvalCommand {
    struct Injection: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "The numbered suite of attacks, and what refuses each.",
            discussion: """
                Makes the attacks of docs/attacks.md from stills, clips and document pages, has each assessed, and says \
                of each number how many were accepted and what refused the others. Without pages it prints some of its \
                own, of a state that does not exist, with the stills as portraits.
                """)

        @Option(help: "A folder of photographs named PERSON_ANYTHING, or a data set's manifest.json; may be repeated.")
        var stills: [String]

        @Option(help: "A folder of videos, or a manifest.json that labels them; may be repeated.")
        var clips: [String] = []

        @Option(help: "A folder of images of document pages; may be repeated.")
        var documents: [String] = []

        @Option(help: "How much of each of these is taken at most, evenly spaced.")
        var each = 12

        @Option(help: "The numbers to make, such as A13 (default: all); may be repeated.")
        var attack: [String] = []

        @Option(help: "The level: 2, 4 or 6.")
        var level = 4

        @Option(help: "Write the report: NAME.json, and as a page NAME.html.")
        var report: String?

        @Option(help: "Write the frames of every attack into this folder.")
        var write: String?

        @Flag(help: "Ask the networks of our own alone, though the pack pad is installed.")
        var withoutPad = false

        @Option(help: "Sources worked on at a time.")
        var threads = 1

        @OptionGroup var output: OutputOptions

        @OptionGroup var progress: ProgressOptions

        @OptionGroup var data: DataOptions

        func validate() throws {
            guard threads >= 1 else { throw ValidationError("--threads is 1 or more.") }
            guard each >= 1 else { throw ValidationError("--each is 1 or more.") }
            guard LivenessLevel(numbered: level) != nil else { throw ValidationError("--level is 2, 4 or 6.") }
            let unknown = attack.first { code in !InjectionSuite.all.contains { $0.code == code } }
            if let unknown { throw ValidationError("There is no attack \(unknown).") }
            try EvaluationOptions.checkWritable(
                (report.map { EvaluationReportFiles($0).all } ?? []) + [write].compactMap(\.self))
        }

        func run() async throws {
            try ModelCheck.verifyProcessor()
            let settings = try await data.configuration()
            let engine = try ModelCheck.faceEngine(modelFolder: settings.modelFolder, workers: threads)
            let networks = try ModelCheck.textureNetworks(
                modelFolder: settings.modelFolder, workers: threads,
                packs: TexturePackName.allCases.filter { !withoutPad || $0 != .pad })
            let material = try InjectionMaterial(stills: stills, clips: clips, documents: documents, each: each)
            let suite = InjectionSuite.all.filter { attack.isEmpty || attack.contains($0.code) }
            let video = VideoProgram()
            let level = LivenessLevel(numbered: level) ?? .balanced
            let evaluation = InjectionEvaluation(
                suite: suite, material: material,
                bench: AttackBench(engine: engine, networks: networks, level: level, video: video), engine: engine)
            let files = write.map(AttackFiles.init)
            let line = progress.line("sources", beside: output)
            let trials = evaluation.trials(threads: threads) { item, attack, frames in
                files?.write(frames, of: attack, from: item)
            } progress: {
                line.report($0, of: material.items.count)
            }
            line.end()
            try files?.finish()
            let report = InjectionReport(
                InjectionReport.Method(
                    command: command, descriptor: engine.descriptor.name,
                    textureNetworks: networks.identities.map(\.name), level: level, hasVideoProgram: video != nil),
                of: suite, trials: trials)
            if output.json { printJSON(try sortedKeyJSON(report)) } else { print(report.document.text) }
            if let name = self.report {
                try EvaluationReportFiles(name).write(
                    json: sortedKeyJSON(report), page: Array(report.document.html.utf8))
            }
        }

        /// As given, but of each path its last two parts: where material lies differs from machine to machine.
        private var command: String {
            func named(_ option: String, _ paths: [String]) -> [String] {
                paths.map { "--\(option) " + $0.split(separator: "/").suffix(2).joined(separator: "/") }
            }
            let parts =
                named("stills", stills) + named("clips", clips) + named("documents", documents)
                + ["--each \(each)", "--level \(level)"] + attack.map { "--attack \($0)" }
                + (withoutPad ? ["--without-pad"] : [])
            return "onboarding eval injection " + parts.joined(separator: " ")
        }
    }
}

extension LivenessLevel {
    /// As tenants choose it.
    fileprivate init?(numbered number: Int) {
        switch number {
        case 2: self = .highUsability
        case 4: self = .balanced
        case 6: self = .highSecurity
        default: return nil
        }
    }
}
