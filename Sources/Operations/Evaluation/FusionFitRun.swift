internal import Foundation
internal import LivenessScorer
internal import Tenancy

/// `onboarding eval fusion`: the numbers of the fusion, from reports of other evaluations.
public struct FusionFitRun: Sendable {
    private let reports: [FusionReport]

    /// What both kinds of report hold: assessed packages.
    private struct Assessed: Decodable {
        struct Trial: Decodable {
            let attack: String
            let result: PresentationResult?
        }

        let results: [PresentationResult]?
        let trials: [Trial]?

        var samples: [FusionSample] {
            // All recordings of one person count once, and so do all trials of one attack.
            (results ?? []).filter { $0.packageKind == .passive }.compactMap {
                $0.fusionSample(group: $0.subject.person)
            }
                + (trials ?? []).compactMap { trial in trial.result?.fusionSample(group: trial.attack) }
        }
    }

    /// - Parameters:
    ///   - reports: paths of the JSON reports of `eval liveness` and `eval injection` that were made `--without-pad`.
    ///   - reportsWithPadPack: those of the same material that the pack `pad` looked at, too.
    /// - Throws: `ConfigurationError` for what cannot be read, and where bona fide captures or attacks are missing.
    public init(reports: [String], withPadPack reportsWithPadPack: [String]) throws {
        self.reports = [
            try Self.report(on: reports, hasPadPack: false), try Self.report(on: reportsWithPadPack, hasPadPack: true),
        ]
    }

    private static func report(on paths: [String], hasPadPack: Bool) throws -> FusionReport {
        let samples = try paths.flatMap { path in
            guard let json = FileManager.default.contents(atPath: path),
                let assessed = try? JSONDecoder().decode(Assessed.self, from: json)
            else { throw ConfigurationError(description: "\(path) is no report of an evaluation.") }
            return assessed.samples
        }
        guard let report = FusionReport(of: samples, hasPadPack: hasPadPack) else {
            throw ConfigurationError(
                description: "The reports hold no bona fide captures, or no attacks, that the cues measured.")
        }
        return report
    }

    /// For a terminal.
    public var table: String { reports.map(\.text).joined(separator: "\n\n") }
    /// The source file that the product is built with.
    public var source: String { FusionReport.source(of: reports) }
}
