import Foundation
import Testing

@testable import FaceEngine

/// What an evaluation says of its checks.
@Suite struct AttributeReportTests {
    private func row(
        _ measured: Double?, _ unit: AttributeReport.Unit = .share, floor: Double?, isAtMost: Bool = false
    ) -> AttributeReport.Row {
        .init(
            .blink, "closed eyes found", images: 4, judged: measured == nil ? 0 : 4, measured, unit, floor: floor,
            isAtMost: isAtMost)
    }

    @Test func aFloorIsReachedMissedOrNotAsked() {
        #expect(row(0.9, floor: 0.85).holds == true && row(0.8, floor: 0.85).holds == false)
        #expect(row(0, floor: 0, isAtMost: true).holds == true && row(0.1, floor: 0, isAtMost: true).holds == false)
        #expect(row(0.5, floor: nil).holds == nil)
        #expect(row(nil, floor: 0.85).holds == false, "what nobody could measure reaches nothing")
        #expect(row(.nan, floor: 0.85).holds == false)
    }

    @Test func theTableSaysWhatIsMissedAndWhatWasSkipped() {
        let report = AttributeReport(
            models: [:], rows: [row(0.8, floor: 0.85), row(3.5, .years, floor: nil)], skipped: ["fer/: not there"])
        #expect(!report.holds)
        #expect(report.table.contains("80.0 %") && report.table.contains("≥ 85.0 %  NOT REACHED"))
        #expect(report.table.contains("3.5 y") && report.table.hasSuffix("skipped: fer/: not there"))
    }

    @Test func whereNoImagesLieEveryCheckIsSkippedWithItsReason() throws {
        let folder = NSTemporaryDirectory() + "/attribute-images-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        #expect(throws: FaceDataset.ReadingError.self) { try AttributeDataset(folder: folder) }
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try "{}".write(toFile: folder + "/manifest.json", atomically: true, encoding: .utf8)
        let checks = AttributeChecks(dataset: try AttributeDataset(folder: folder))
        #expect(checks.samples.isEmpty && checks.rows.allSatisfy { $0.measured == nil })
        for name in [
            "age.csv", "eyes.csv", "mouth.csv", "smile.csv", "glasses.csv", "London", "celeba-half", "cew", "fer",
        ] {
            #expect(checks.skipped.contains { $0.hasPrefix(name) }, "\(name)")
        }
    }
}
