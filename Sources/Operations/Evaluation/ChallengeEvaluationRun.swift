internal import FaceEngine
internal import Foundation
public import LivenessScorer
internal import Onboarding
internal import OnboardingCore
internal import OnboardingJSON
internal import OnboardingStorage

/// `onboarding eval challenge`: how often recordings that know nothing of a challenge answer it all the same, and how often a
/// performance that was made for it does.
public struct ChallengeEvaluationRun: EvaluationRun, Sendable {
    public struct Options: Sendable {
        public var manifests: [String] = []
        /// `SPECIES=FOLDER`
        public var folders: [String] = []
        public var use: String?
        /// Colours in the place of movements.
        public var isOfLight = false
        /// Challenges that each recording, and each performer, is held against.
        public var trials = 200
        public var longestSide = 640
        public var enlarges = false
        public var threads = 2

        public init() {}
    }

    /// Somebody, or something, that does what a challenge asks for.
    public struct Performer: Sendable {
        let species: String
        let perform: @Sendable (CaptureChallenge) throws -> [CapturedFrame]

        public init(species: String, perform: @escaping @Sendable (CaptureChallenge) throws -> [CapturedFrame]) {
            self.species = species
            self.perform = perform
        }
    }

    struct Species: Codable, Sendable {
        var name: String
        var recordings = 0
        /// Long enough for a challenge.
        var recordingsTried = 0
        var trials = 0
        var met = 0
        /// Of trials that were not met, by `LivenessReason`.
        var reasons: [String: Int] = [:]
        /// Of each prompt: how often it was asked for, and how often shown.
        var asked: [String: Int] = [:]
        var shown: [String: Int] = [:]
        /// Of performers: why the whole scorer, at level 4, decided as it did; `challengeMet` is live.
        var reasonsOfDecisions: [String: Int] = [:]

        mutating func count(_ evidence: ChallengeEvidence) {
            trials += 1
            if let reason = evidence.reason { reasons[reason.rawValue, default: 0] += 1 } else { met += 1 }
            for step in evidence.steps {
                asked[step.prompt.rawValue, default: 0] += 1
                if step.isMet { shown[step.prompt.rawValue, default: 0] += 1 }
            }
        }
    }

    private let species: [Species]

    /// - Parameters:
    ///   - random: the same numbers give the same challenges.
    ///   - progress: told the number of recordings done, and of all.
    public init(
        _ options: Options, performers: [Performer] = [], modelFolder: String,
        random: some RandomNumberGenerator & Sendable, progress: @escaping @Sendable (Int, Int) -> Void = { _, _ in }
    ) throws {
        let engine = try ModelCheck.faceEngine(modelFolder: modelFolder, workers: options.threads)
        let scorer = LivenessScorer(engine: engine, networks: .none)
        var generator = random
        let challenges = try (0..<options.trials).map { _ in
            let start = Double.random(in: 0..<1, using: &generator)
            let challenge = FaceChallenge.drawn(
                options.isOfLight ? .light : .movement, id: try ChallengeID.random(),
                at: Instant(millisecondsSince1970: 0), using: &generator)
            return (challenge: CaptureChallenge(challenge), start: start)
        }
        let encoding = RecordedFrames.Encoding(
            longestSide: options.longestSide, enlarges: options.enlarges, jpegQuality: 90, framesPerSecond: 30)
        let recordings =
            options.manifests.isEmpty && options.folders.isEmpty
            ? []
            : try LivenessMaterial(manifests: options.manifests, folders: options.folders, use: options.use).recordings
                .filter { $0.item.kind != .still }
        let tried = try ParallelWork<Species>(threads: options.threads).results(of: recordings, progress) {
            recording in
            var found = Species(name: recording.item.species, recordings: 1)
            guard let frames = try? RecordedFrames(of: recording, as: encoding).frames, !frames.isEmpty else {
                return found
            }
            let trials = try ChallengeTrials(of: FaceCapture(frames: frames), by: scorer, lit: options.isOfLight)
            for (challenge, start) in challenges {
                let free = max(0, trials.durationInMilliseconds - challenge.durationInMilliseconds)
                guard let answer = trials.answer(to: challenge, fromMilliseconds: start * free) else { continue }
                found.count(answer)
            }
            found.recordingsTried = found.trials > 0 ? 1 : 0
            return found
        }
        let networks = try ModelCheck.textureNetworks(modelFolder: modelFolder, workers: options.threads)
        let full = LivenessScorer(engine: engine, networks: networks)
        let performed = try performers.map { performer in
            var found = Species(name: performer.species, recordings: 1, recordingsTried: 1)
            let assessed = try ParallelWork<LivenessEvidence>(threads: options.threads).results(
                of: challenges, progress
            ) { trial in
                try full.assess(
                    FaceCapture(frames: try performer.perform(trial.challenge), challenge: trial.challenge)
                ).evidence
            }
            for evidence in assessed {
                if let answer = evidence.challenge { found.count(answer) }
                found.reasonsOfDecisions[evidence.reason.rawValue, default: 0] += 1
            }
            return found
        }
        species =
            Dictionary(grouping: tried, by: \.name).sorted { $0.key < $1.key }.map { Self.sum($0.value) }
            + performed
    }

    private static func sum(_ parts: [Species]) -> Species {
        parts.dropFirst().reduce(into: parts[0]) { sum, part in
            sum.recordings += part.recordings
            sum.recordingsTried += part.recordingsTried
            sum.trials += part.trials
            sum.met += part.met
            sum.reasons.merge(part.reasons, uniquingKeysWith: +)
            sum.asked.merge(part.asked, uniquingKeysWith: +)
            sum.shown.merge(part.shown, uniquingKeysWith: +)
        }
    }

    public func reportJSON() throws -> [UInt8] { try sortedKeyJSON(["species": species]) }

    public var table: String {
        species.map { species in
            let reasons = species.reasons.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
                .map { "\($0.key) \($0.value)" }
            let decisions = species.reasonsOfDecisions.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
                .map { "\($0.key) \($0.value)" }
            let prompts = species.asked.sorted { $0.key < $1.key }
                .map { "\($0.key) \(species.shown[$0.key] ?? 0)/\($0.value)" }
            return """
                \(species.name): \(species.recordingsTried) of \(species.recordings) recordings long enough, \
                \(species.met) of \(species.trials) challenges met
                  not met: \(reasons.isEmpty ? "none" : reasons.joined(separator: ", "))
                  shown of what was asked: \(prompts.joined(separator: ", "))
                """
                    + (decisions.isEmpty ? "" : "\n  decided by: " + decisions.joined(separator: ", "))
        }.joined(separator: "\n")
    }
}
