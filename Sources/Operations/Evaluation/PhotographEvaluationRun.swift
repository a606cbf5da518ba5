internal import FaceEngine
internal import Foundation
internal import Onboarding
internal import OnboardingJSON

/// `onboarding eval reuse`: how often a document's photograph is told from the live face that shows it.
public struct PhotographEvaluationRun: EvaluationRun, Sendable {
    /// Which people are looked at.
    public enum Half: String, Sendable, CaseIterable {
        case first, second, both
    }

    private let report: PhotographReport

    /// - Parameters:
    ///   - identities: the data set's `manifest.json`.
    ///   - progress: told the number of captures done, and of all.
    public init(
        identities: String, modelFolder: String, half: Half, threads: Int, progress: @Sendable (Int, Int) -> Void
    ) throws {
        let dataset = try FaceDataset(identities: identities)
        let engine = try ModelCheck.faceEngine(modelFolder: modelFolder, workers: threads, pack: nil)
        let part: PhotographEvaluation.Half =
            switch half {
            case .first: .first
            case .second: .second
            case .both: .both
            }
        report = try PhotographEvaluation(of: dataset, by: engine, half: part, threads: threads, progress: progress)
            .report
    }

    /// The report as JSON (decision 0021).
    public func reportJSON() throws -> [UInt8] { try sortedKeyJSON(report) }

    /// The report for a reader.
    public var table: String {
        var lines = [
            String(
                format: "%.2f ms a frame, the descriptor %.2f ms; %d captures of photographs without a face",
                report.millisecondsPerFrame, report.millisecondsPerDescriptor, report.failures),
            "",
            pad("group", Self.nameWidth) + "captures people  certain          suspected        people         "
                + "  cannot tell  q of R: 5 %, median, most   n of R               n of M",
        ]
        for group in report.groups {
            lines.append(
                pad(group.name, Self.nameWidth) + pad(String(group.reused.count), 9) + pad(String(group.people), 8)
                    + pad(text(group.reused), 17) + pad(text(group.suspected), 17)
                    + pad("\(group.peopleReused.hits), \(group.peopleSuspected.hits)", 15)
                    + pad(String(group.cannotTell.values.reduce(0, +)), 13) + pad(text(group.rigidWeakest), 28)
                    + pad(text(group.rigid), 21) + text(group.mesh))
        }
        return lines.joined(separator: "\n")
    }

    /// Room for the longest name of a group.
    private static let nameWidth = 84

    private func text(_ share: PhotographReport.Share) -> String {
        String(format: "%d (%.1f–%.1f %%)", share.hits, share.low * 100, share.high * 100)
    }

    private func text(_ spread: PhotographReport.Spread?) -> String {
        spread.map { String(format: "%.3f %.3f %.3f", $0.fivePercent, $0.median, $0.greatest) } ?? "–"
    }

    private func pad(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(1, width - text.count))
    }
}
