internal import FaceEngine
internal import Foundation
internal import Onboarding
internal import OnboardingJSON

/// `onboarding eval replay`: what the replay guard sees of captures that come again, and whom it takes for somebody who
/// came before.
public struct ReplayEvaluationRun: EvaluationRun, Sendable {
    private let report: ReplayReport

    /// - Parameters:
    ///   - captures: a folder with a folder for each clip, that one for each capture.
    ///   - identities: a face data set's `manifest.json`, for strangers; nil leaves them out.
    ///   - progress: told what is done.
    public init(captures: String, identities: String?, modelFolder: String, progress: (String) -> Void) throws {
        let dataset = try identities.map { try FaceDataset(identities: $0) }
        let engine = try ModelCheck.faceEngine(modelFolder: modelFolder, workers: 1)
        report = try ReplayEvaluation(captures: captures, identities: dataset, by: engine, progress: progress).report
    }

    /// The report as JSON (decision 0021).
    public func reportJSON() throws -> [UInt8] { try sortedKeyJSON(report) }

    public var table: String { report.table }

    /// The source file of the medians that faces' codes are made with.
    public static func medians(identities: String, modelFolder: String) throws -> String {
        let engine = try ModelCheck.faceEngine(modelFolder: modelFolder, workers: 1)
        let manifest = identities.split(separator: "/").suffix(2).joined(separator: "/")
        return try FaceCoefficientFit(to: FaceDataset(identities: identities), by: engine)
            .source(madeBy: "onboarding eval replay --identities \(manifest) --medians FILE")
    }
}
