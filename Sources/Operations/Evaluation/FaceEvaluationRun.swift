internal import Onboarding
internal import OnboardingJSON
internal import FaceEngine
internal import Foundation
internal import LivenessScorer
internal import OnboardingCrypto
internal import OnboardingStorage
internal import Tenancy

/// `onboarding eval faces`: error rates of a descriptor on labelled images, and the tables that its scores come from.
public struct FaceEvaluationRun: EvaluationRun, Sendable {
    private var report: FaceReport
    private let calibration: FaceCalibration
    private let frameCalibration: FaceCalibration
    private let evaluation: FaceEvaluation
    private let command: String
    /// The digest of the calibration that the pack has.
    private let calibrationInForce: String

    /// - Parameters:
    ///   - identities: the data set's `manifest.json`.
    ///   - pack: a pack's folder name; nil for the one the server would use.
    ///   - qualityImages: how many images are degraded to measure by quality; 0 for none.
    ///   - qualityOfFittingHalf: of the people that thresholds are fitted on, for choosing limits.
    ///   - progress: told the number of images done.
    public init(
        identities: String, modelFolder: String, pack: String?, qualityImages: Int = 0,
        qualityOfFittingHalf: Bool = false, threads: Int, progress: @Sendable (Int) -> Void
    ) throws {
        let dataset = try FaceDataset(identities: identities)
        let engine = try ModelCheck.faceEngine(modelFolder: modelFolder, workers: threads, pack: pack)
        let evaluation = try FaceEvaluation(of: dataset, by: engine, threads: threads, progress: progress)
        // The last two parts of the path: where a data set lies differs from machine to machine.
        let manifest = identities.split(separator: "/").suffix(2).joined(separator: "/")
        let command = "onboarding eval faces --identities \(manifest)" + (pack.map { " --pack \($0)" } ?? "")
        guard let fitted = evaluation.calibration(madeBy: command, digest: Digest.hex),
            let fittedToFrames = evaluation.frameCalibration(madeBy: command, digest: Digest.hex)
        else {
            throw ConfigurationError(description: "Too few pairs of different people to fit a calibration.")
        }
        (self.evaluation, self.command) = (evaluation, command)
        calibrationInForce = engine.calibrationDigest
        calibration = fitted
        frameCalibration = fittedToFrames
        report = evaluation.report(with: fitted, frames: fittedToFrames)
        guard qualityImages > 0 else { return }
        let gate = SampleGate(engine: engine)
        report.quality = try QualityEvaluation(
            of: dataset, by: engine, thresholds: fitted, images: qualityImages, onFittingHalf: qualityOfFittingHalf,
            threads: threads, progress: progress
        ) { frame throws(FaceEngineError) in
            let judged = try gate.judge(frame)
            guard let face = judged.face else { return nil }
            return QualityEvaluation.Look(
                template: try engine.template(of: face.mesh, in: face.image),
                isAccepted: judged.quality.failures.isEmpty)
        }.report(threads: threads)
    }

    /// The report as JSON (decision 0021).
    public func reportJSON() throws -> [UInt8] { try sortedKeyJSON(report) }

    /// The calibration table, as it stands in `packs/`.
    public func calibrationJSON() throws -> [UInt8] { try calibration.json() }

    /// The table of what frames of a capture are compared by, for packs that name networks for that.
    public func frameCalibrationJSON() throws -> [UInt8] { try frameCalibration.json() }

    /// The distributions of the pairs that calibrations are fitted to, as they stand in `packs/`.
    /// - Parameter replacesCalibration: they belong to the table that was fitted now, and not to the one that the pack has.
    public func distributionsJSON(replacesCalibration: Bool) throws -> [UInt8] {
        let digest = replacesCalibration ? calibration.digest : calibrationInForce
        guard let found = evaluation.distributions(beside: digest, madeBy: command + " --distributions") else {
            throw ConfigurationError(description: "No pairs of one person to count.")
        }
        return try found.json()
    }

    /// The report for a reader.
    public var table: String {
        var lines = [
            "model \(report.model): \(report.images) images of the half that fitted no threshold, "
                + "failure to enroll \(percent(report.failureToEnroll)); "
                + "\(text(report.millisecondsPerImage)) ms a frame, "
                + "\(text(report.millisecondsPerPortrait)) ms a portrait",
            "",
            pad("set", Self.nameWidth) + "   mated   non-mated   FMR     threshold   FNMR          95 % bounds         "
                + "FMR seen   95 % bounds",
        ]
        for part in [report] + report.sets {
            for (index, point) in part.points.enumerated() {
                let name = part.name ?? "all"
                let first =
                    index == 0
                    ? pad(part.model == report.model ? name : "\(name) (\(part.model))", Self.nameWidth)
                        + pad(String(part.genuine), 8, right: true) + pad(String(part.impostor), 12, right: true)
                    : pad("", Self.nameWidth + 20)
                let missed = part.genuine == 0 ? "–" : "\(percent(point.fnmr)) (\(point.missed))"
                let bounds = part.genuine == 0 ? "–" : "\(percent(point.low)) – \(percent(point.high))"
                lines.append(
                    first + "   " + pad(String(format: "%.0e", point.fmr), 8)
                        + pad(text(point.threshold, "%.4f"), 12) + pad(missed, 14) + pad(bounds, 20) + matches(point)
                        + (point.isExtrapolated ? "  (extrapolated)" : ""))
            }
        }
        return (lines + (report.quality.map(qualityLines) ?? [])).joined(separator: "\n")
    }

    /// By the quality of both samples: of one degradation on both sides, and of one side's against what nothing was done to.
    private func qualityLines(_ quality: QualityReport) -> [String] {
        let shares = Dictionary(
            quality.qualities.map { ($0.degradation, (looked: $0.looked, accepted: $0.accepted)) },
            uniquingKeysWith: { first, _ in first })
        var lines = [
            "",
            "by the quality of both samples: \(quality.images) images, each degraded, each against all others; "
                + "FMR seen (FNMR) at the thresholds of "
                + quality.rates.map { text($0, "%.0e") }.joined(separator: ", "),
            "",
            pad("reference", 20) + pad("probe", 20) + pad("accepted", 13)
                + pad("all pairs", 60) + "pairs that the gate accepts",
        ]
        let unchanged = quality.qualities.first?.degradation
        for cell in quality.cells where cell.reference == cell.probe || cell.reference == unchanged {
            let share = shares[cell.probe] ?? (0, 0)
            lines.append(
                pad(cell.reference, 20) + pad(cell.probe, 20) + pad("\(share.accepted) of \(share.looked)", 13)
                    + pad(rates(cell.all, quality), 60) + rates(cell.accepted, quality)
                    + findings(cell.accepted, quality))
        }
        lines.append(pad("all that is accepted", 53) + pad("", 60) + rates(quality.accepted, quality))
        let exceeding = quality.cells.flatMap { cell in
            quality.rates.indices.filter { quality.finding(on: cell.accepted, at: $0) == .exceeds }.map {
                "\(cell.reference) / \(cell.probe) at \(text(quality.rates[$0], "%.0e"))"
            }
        }
        lines.append(
            "accepted cells of all \(quality.cells.count) whose rate lies above both the threshold's and that of unchanged images: "
                + (exceeding.isEmpty ? "none" : exceeding.joined(separator: "; ")))
        return lines
    }

    private func rates(_ pairs: QualityReport.Pairs, _ quality: QualityReport) -> String {
        guard pairs.nonMated > 0 else { return "–" }
        return pad(String(pairs.nonMated), 8, right: true) + "  "
            + quality.rates.indices.map { index in
                let rate = pairs.falseMatchRate(at: index)?.rate ?? 0
                let missed = pairs.falseNonMatchRate(at: index).map { String(format: "%.1f %%", $0 * 100) } ?? "–"
                return pad("\(text(rate, "%.1e")) (\(missed))", 16)
            }.joined()
    }

    private func findings(_ pairs: QualityReport.Pairs, _ quality: QualityReport) -> String {
        " " + quality.rates.indices.map { quality.finding(on: pairs, at: $0).rawValue }.joined(separator: " ")
    }

    /// Room for the longest name of a set.
    private static let nameWidth = 67

    /// The false match rate that the pairs of a set show at a threshold.
    private func matches(_ point: FaceReport.Point) -> String {
        guard let rate = point.observedFMR, let low = point.observedFMRLow, let high = point.observedFMRHigh else {
            return "–"
        }
        return pad(text(rate, "%.1e"), 11) + text(low, "%.0e") + " – " + text(high, "%.0e")
    }

    private func percent(_ share: Double) -> String { String(format: "%.2f %%", share * 100) }
    private func text(_ value: Double, _ format: String = "%.1f") -> String { String(format: format, value) }

    private func pad(_ text: String, _ width: Int, right: Bool = false) -> String {
        let blanks = String(repeating: " ", count: max(0, width - text.count))
        return right ? blanks + text : text + blanks
    }
}
