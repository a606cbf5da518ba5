internal import FaceEngine
internal import Foundation
internal import OnboardingCrypto
internal import Vision

/// `onboarding eval faces`: error rates of a descriptor on labelled pictures, and the table that its scores come from.
public struct FaceMeasurement: Sendable {
    private let report: FaceReport
    private let calibration: FaceCalibration

    /// - Parameters:
    ///   - identities: the data set's `manifest.json`.
    ///   - pack: a pack's folder name; nil for the one the server would use.
    ///   - progress: told the number of pictures done.
    public init(
        identities: String, modelFolder: String, pack: String?, threads: Int, progress: @Sendable (Int) -> Void
    ) throws {
        let dataset = try FaceDataset(identities: identities)
        let engine = try FaceEngine(models: ModelFolder(path: modelFolder), workers: threads, pack: pack)
        let evaluation = try FaceEvaluation(of: dataset, by: engine, threads: threads, progress: progress)
        let command = "onboarding eval faces --identities faces/manifest.json" + (pack.map { " --pack \($0)" } ?? "")
        guard let fitted = evaluation.calibration(madeBy: command, digest: Digest.hex) else {
            throw ConfigurationError(description: "Too few pairs of different people to fit a calibration.")
        }
        calibration = fitted
        report = evaluation.report(with: fitted)
    }

    /// The report as JSON (decisions 21).
    public func reportJSON() throws -> [UInt8] { try canonicalJSON(report) }

    /// The calibration table, as it stands in `packs/`.
    public func calibrationJSON() throws -> [UInt8] { try calibration.json() }

    /// The report for a reader.
    public var table: String {
        var lines = [
            "model \(report.model): \(report.pictures) pictures of the half that fitted no threshold, "
                + "failure to enroll \(percent(report.failureToEnroll)), \(text(report.millisecondsPerPicture)) ms a picture",
            "",
            "set                              mated   non-mated   FMR     threshold   FNMR       95 % bounds",
        ]
        for part in [report] + report.sets {
            for (index, point) in part.points.enumerated() {
                let name = index == 0 ? part.name ?? "all" : ""
                let counts = index == 0 ? (String(part.genuine), String(part.impostor)) : ("", "")
                let extrapolated = point.isExtrapolated ? "  (extrapolated)" : ""
                lines.append(
                    pad(name, 30) + pad(counts.0, 8, right: true) + pad(counts.1, 12, right: true) + "   "
                        + pad(String(format: "%.0e", point.fmr), 8) + pad(text(point.threshold, "%.4f"), 12)
                        + pad("\(percent(point.fnmr)) (\(point.missed))", 14)
                        + "\(percent(point.low)) – \(percent(point.high))"
                        + extrapolated)
            }
        }
        return lines.joined(separator: "\n")
    }

    private func percent(_ share: Double) -> String { String(format: "%.2f %%", share * 100) }
    private func text(_ value: Double, _ format: String = "%.1f") -> String { String(format: format, value) }

    private func pad(_ text: String, _ width: Int, right: Bool = false) -> String {
        let blanks = String(repeating: " ", count: max(0, width - text.count))
        return right ? blanks + text : text + blanks
    }
}
