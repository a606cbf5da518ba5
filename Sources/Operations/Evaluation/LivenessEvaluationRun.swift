internal import FaceEngine
internal import Foundation
internal import LivenessScorer
internal import Onboarding
internal import OnboardingJSON
internal import Tenancy

/// `onboarding eval liveness`: what the scorer makes of recordings whose truth is known.
public struct LivenessEvaluationRun: EvaluationRun, Sendable {
    public struct Options: Sendable {
        public var manifests: [String] = []
        /// `SPECIES=FOLDER`
        public var folders: [String] = []
        /// Only items of lists with this `use`; nil for all.
        public var use: String?
        /// 2, 4 or 6.
        public var levels = [2, 4, 6]
        /// Of `PackageKind`; empty for all.
        public var packageKinds: [String] = []
        public var permitsStills = false
        public var longestSide = 640
        public var enlarges = false
        public var jpegQuality = 90
        public var framesPerSecond = 30.0
        public var matchThreshold = 3.0
        public var threads = 2
        /// A pack's folder name; nil for the one the server would use.
        public var pack: String?
        /// Whether the networks of the pack `pad` are asked where it is installed.
        public var usesPad = true

        public init() {}
    }

    private let report: LivenessReport

    /// - Parameter progress: told the number of recordings done, and of all.
    public init(
        _ options: Options, modelFolder: String, progress: @escaping @Sendable (Int, Int) -> Void = { _, _ in }
    ) throws {
        let levels = try options.levels.map(Self.level)
        let kinds = try options.packageKinds.isEmpty ? PackageKind.allCases : options.packageKinds.map(Self.packageKind)
        let material = try LivenessMaterial(
            manifests: options.manifests, folders: options.folders, use: options.use)
        let engine = try ModelCheck.faceEngine(
            modelFolder: modelFolder, workers: options.threads, pack: options.pack)
        let networks = try ModelCheck.textureNetworks(
            modelFolder: modelFolder, workers: options.threads,
            packs: TexturePackName.allCases.filter { options.usesPad || $0 != .pad })
        let assessment = RecordingAssessment(
            engine: engine, networks: networks, levels: levels, packageKinds: kinds,
            permitsStills: options.permitsStills,
            encoding: RecordedFrames.Encoding(
                longestSide: options.longestSide, enlarges: options.enlarges, jpegQuality: options.jpegQuality,
                framesPerSecond: options.framesPerSecond))
        let assessed = try ParallelWork<RecordingAssessment.Assessed>(threads: options.threads)
            .results(of: material.recordings, progress) { try assessment.results(of: $0) }
        report = LivenessReport(
            method: LivenessReport.Method(
                command: Self.command(options), descriptor: engine.descriptor.name,
                textureNetworks: networks.identities.map(\.name), levels: levels, packageKinds: kinds,
                permitsStills: options.permitsStills, longestSide: options.longestSide, enlarges: options.enlarges,
                jpegQuality: options.jpegQuality, matchThreshold: options.matchThreshold),
            results: assessed.flatMap(\.results), omissions: assessed.flatMap(\.omissions))
    }

    /// The report as JSON (decision 0059).
    public func reportJSON() throws -> [UInt8] { try sortedKeyJSON(report) }

    /// The report as one HTML page that needs nothing else.
    public var page: [UInt8] { [UInt8](report.document.html.utf8) }

    /// The report for a terminal.
    public var table: String { report.document.text }

    private static func level(_ number: Int) throws -> LivenessLevel {
        switch number {
        case 2: .highUsability
        case 4: .balanced
        case 6: .highSecurity
        default: throw ConfigurationError(description: "There is no level \(number): 2, 4 or 6.")
        }
    }

    private static func packageKind(_ word: String) throws -> PackageKind {
        guard let kind = PackageKind(rawValue: word) else {
            let kinds = PackageKind.allCases.map(\.rawValue).joined(separator: ", ")
            throw ConfigurationError(description: "There is no kind of package \(word): \(kinds).")
        }
        return kind
    }

    /// As it would be typed, without the folders of its paths and without what has its default.
    private static func command(_ options: Options) -> String {
        let defaults = Options()
        var words = ["onboarding eval liveness"]
        words += options.manifests.map { "--manifest " + lastTwoParts(of: $0) }
        words += options.folders.map { option in
            let parts = option.split(separator: "=", maxSplits: 1).map(String.init)
            return "--folder \(parts.first ?? "")=" + lastTwoParts(of: parts.last ?? "")
        }
        if let use = options.use { words.append("--use \(use)") }
        if options.levels != defaults.levels { words += options.levels.map { "--level \($0)" } }
        words += options.packageKinds.map { "--kind \($0)" }
        if options.permitsStills { words.append("--permit-stills") }
        if options.longestSide != defaults.longestSide { words.append("--longest-side \(options.longestSide)") }
        if options.enlarges { words.append("--enlarge") }
        if options.jpegQuality != defaults.jpegQuality { words.append("--jpeg-quality \(options.jpegQuality)") }
        if options.framesPerSecond != defaults.framesPerSecond {
            words.append("--frames-per-second \(options.framesPerSecond)")
        }
        if options.matchThreshold != defaults.matchThreshold {
            words.append("--match-threshold \(options.matchThreshold)")
        }
        if let pack = options.pack { words.append("--pack \(pack)") }
        if !options.usesPad { words.append("--without-pad") }
        return words.joined(separator: " ")
    }
}
