internal import FaceEngine
internal import Foundation
internal import Onboarding
internal import OnboardingJSON
internal import Tenancy

/// `onboarding eval dedupe`: how often somebody who enrolls twice is found among all, and somebody else is.
public struct IdentificationEvaluationRun: EvaluationRun, Sendable {
    private let report: IdentificationReport

    /// - Parameters:
    ///   - identities: the data set's `manifest.json`.
    ///   - pack: a pack's folder name; nil for the one the server would use.
    ///   - progress: told the number of images done.
    public init(
        identities: String, modelFolder: String, pack: String?, threads: Int, progress: @Sendable (Int) -> Void
    ) throws {
        let dataset = try FaceDataset(identities: identities)
        let engine = try ModelCheck.faceEngine(modelFolder: modelFolder, workers: threads, pack: pack)
        let evaluation = try FaceEvaluation(of: dataset, by: engine, threads: threads, progress: progress)
        guard let report = evaluation.identification() else {
            throw ConfigurationError(description: "Too few pairs of different people to fit thresholds.")
        }
        self.report = report
    }

    /// The report as JSON (decision 0021).
    public func reportJSON() throws -> [UInt8] { try sortedKeyJSON(report) }

    /// The report for a reader.
    public var table: String {
        var lines = ["model \(report.model): thresholds for a false positive rate of \(report.rate)"]
        for (number, fold) in report.folds.enumerated() {
            lines.append("")
            lines.append(
                "half \(number + 1): \(fold.people) people, \(fold.images) images, judged at thresholds of \(fold.fittedPairs) "
                    + "pairs of the other half")
            lines += Self.lines(of: fold.rows)
        }
        lines += ["", "both halves"] + Self.lines(of: report.pooled)
        let exactness = report.exactness
        lines += [
            "",
            "\(exactness.searches) searches by bytes and by all numbers: \(exactness.differing) differ, "
                + "\(exactness.widened) were scanned twice",
        ]
        return lines.joined(separator: "\n")
    }

    private static func lines(of rows: [IdentificationReport.Row]) -> [String] {
        let head =
            "  gallery   threshold   decades beyond   missed (FNIR)                               others found (FPIR)"
        return [head]
            + rows.map { row in
                let threshold = row.threshold.map { String(format: "%.4f", $0) } ?? "none"
                let beyond = row.extrapolatedDecades.map { String(format: "%.1f", $0) } ?? "–"
                let found =
                    row.falsePositives.map { text($0, "%.3f") } ?? "at most \(percent(row.falsePositiveBound, "%.2f"))"
                return pad(String(row.gallery), 9) + pad(threshold, 12) + pad(beyond, 17) + "   "
                    + text(row.falseNegatives, "%.2f").padding(toLength: 44, withPad: " ", startingAt: 0) + found
            }
    }

    /// The share, its bounds as of independent trials, and those over people.
    private static func text(_ rate: IdentificationReport.Rate, _ format: String) -> String {
        func bounds(_ low: Double, _ high: Double) -> String { "[\(percent(low, format)), \(percent(high, format))]" }
        return "\(percent(rate.share, format)) \(bounds(rate.low, rate.high)) "
            + "\(bounds(rate.bootstrapLow, rate.bootstrapHigh)) of \(rate.trials)"
    }

    private static func percent(_ share: Double, _ format: String) -> String { String(format: format, share * 100) }

    private static func pad(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(0, width - text.count)) + text
    }
}
