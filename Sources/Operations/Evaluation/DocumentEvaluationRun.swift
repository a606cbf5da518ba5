internal import Onboarding
internal import OnboardingJSON
internal import DocVerify
internal import Foundation
internal import OnboardingCore
internal import OnboardingStorage
internal import Tenancy
internal import Vision

/// `onboarding eval documents`: how machine-readable zones are read from images whose true lines are known.
public struct DocumentEvaluationRun: EvaluationRun, Sendable {
    private let report: DocumentReport
    private let printed: PrintedFieldsEvaluation?

    /// - Parameters:
    ///   - folder: images and their `truth.json`.
    ///   - again: a folder with another image of each document, of the same name.
    ///   - progress: told the file that was read, and whether every character is right.
    public init(folder: String, again: String? = nil, modelFolder: String, progress: (String, Bool) -> Void) throws {
        guard let today = CalendarDate(of: Instant.now()) else {
            throw ConfigurationError(description: "The clock shows a time outside the calendar.")
        }
        let evaluation = try DocumentEvaluation(
            folder: folder, again: again, models: ModelCheck.folder(modelFolder), today: today
        ) { progress($0.file, $0.isExact) }
        report = evaluation.report
        printed = evaluation.printed
    }

    public func reportJSON() throws -> [UInt8] { try sortedKeyJSON(report) }

    /// What is printed is counted in the table alone.
    public var table: String { ([report.table] + [printed?.table].compactMap(\.self)).joined(separator: "\n") }
}
