import ArgumentParser
import DemoMaterial
import FaceEngine
import Foundation
import LivenessScorer
import Onboarding
import OnboardingAPI
import Operations
import Tenancy
import Vision

extension EvalCommand {
    struct Challenge: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "How often recordings answer a challenge that they know nothing of.",
            discussion: """
                Each recording is held against random challenges, from a random moment on, as somebody would who injects it. With \
                --photograph a head that is rendered from it does what is asked for: whether the judge sees it, not how many \
                people would pass.
                """)

        @Option(help: "A list of recordings, as for `eval liveness`; may be given several times.")
        var manifest: [String] = []

        @Option(help: "SPECIES=FOLDER: a folder without a list.")
        var folder: [String] = []

        @Option(help: "Only recordings whose list gives them this use.")
        var use: String?

        @Flag(help: "Colours of the screen in the place of movements.")
        var light = false

        @Option(help: "Challenges for each recording.")
        var trials = 200

        @Option(help: "A frontal photograph; may be given several times.")
        var photograph: [String] = []

        @Option(help: "The same seed gives the same challenges.")
        var seed: UInt64 = 1

        @Option(help: "Longest side of the frames in pixels.")
        var longestSide = 640

        @Flag(help: "Enlarge smaller frames to this side.")
        var enlarge = false

        @OptionGroup var parallel: ThreadOptions
        @OptionGroup var evaluation: EvaluationOptions

        func validate() throws {
            guard !manifest.isEmpty || !folder.isEmpty || !photograph.isEmpty else {
                throw ValidationError("Name a --manifest, a --folder or a --photograph.")
            }
            guard (1...10_000).contains(trials) else { throw ValidationError("--trials is 1 to 10000.") }
            guard (64...4096).contains(longestSide) else { throw ValidationError("--longest-side is 64 to 4096.") }
        }

        func run() async throws {
            let folder = try await evaluation.modelFolder()
            let line = evaluation.line("trials")
            let run = try ChallengeEvaluationRun(
                options, performers: try performers(modelFolder: folder), modelFolder: folder,
                random: RepeatableRandomness(seed: seed)
            ) { line.report($0, of: $1) }
            line.end()
            try evaluation.show(run)
        }

        private var options: ChallengeEvaluationRun.Options {
            var options = ChallengeEvaluationRun.Options()
            options.manifests = manifest
            options.folders = folder
            options.use = use
            options.isOfLight = light
            options.trials = trials
            options.longestSide = longestSide
            options.enlarges = enlarge
            options.threads = parallel.threads
            return options
        }

        private func performers(modelFolder: String) throws -> [ChallengeEvaluationRun.Performer] {
            guard !photograph.isEmpty else { return [] }
            let engine = try ModelCheck.faceEngine(modelFolder: modelFolder, workers: parallel.threads)
            return try photograph.map { path in
                guard let bytes = FileManager.default.contents(atPath: path) else {
                    throw DemoMaterialError.fileUnreadable(path)
                }
                let head = try RenderedHead(photograph: try Image(decoding: [UInt8](bytes)), engine: engine)
                return ChallengeEvaluationRun.Performer(
                    species: "rendered " + URL(fileURLWithPath: path).lastPathComponent
                ) { challenge in
                    try head.frames(HeadPerformance(of: OnboardingAPI.Challenge(challenge))).map {
                        CapturedFrame(bytes: $0.bytes, timeInMilliseconds: $0.timeInMilliseconds)
                    }
                }
            }
        }
    }
}

extension OnboardingAPI.Challenge {
    /// As it is sent.
    fileprivate init(_ challenge: CaptureChallenge) {
        self.init(
            id: "", kind: .movement, leadIn: Int(challenge.leadInMilliseconds),
            steps: challenge.steps.compactMap { step in
                Prompt(rawValue: step.prompt.rawValue).map {
                    Step(prompt: $0, duration: Int(step.durationInMilliseconds))
                }
            }, expiresIn: 0)
    }
}
