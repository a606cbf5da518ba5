internal import FaceEngine
internal import Onboarding
internal import OnboardingJSON
internal import Tenancy

/// `onboarding eval attributes`: how well each attribute of a face is estimated on labelled images.
public struct AttributeEvaluationRun: EvaluationRun, Sendable {
    private let report: AttributeReport

    /// - Parameters:
    ///   - images: the folder of the labelled images.
    ///   - progress: told the number of images done.
    /// - Throws: a sentence where the pack is not installed.
    public init(images: String, modelFolder: String, threads: Int, progress: @Sendable (Int) -> Void) throws {
        guard let engine = try ModelCheck.attributeEngine(modelFolder: modelFolder, workers: threads) else {
            throw ConfigurationError(
                description: "The pack attributes is not installed: run `onboarding models install attributes`.")
        }
        let faces = try ModelCheck.faceEngine(modelFolder: modelFolder, workers: threads)
        report =
            try AttributeEvaluation(folder: images, by: engine, with: faces, threads: threads, progress: progress)
            .report
    }

    /// The report as JSON (decision 0021).
    public func reportJSON() throws -> [UInt8] { try sortedKeyJSON(report) }

    public var table: String { report.table }

    /// Whether every floor is reached.
    public var holds: Bool { report.holds }
}
