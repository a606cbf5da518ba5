import Foundation
import TestSupport
import Testing
import Vision

@testable import FaceEngine

/// False match rates by the quality of both samples.
@Suite struct QualityReportTests {
    private func pairs(_ nonMated: Int, _ matched: [Int]) -> QualityReport.Pairs {
        .init(mated: 10, nonMated: nonMated, missed: [0, 1], matched: matched)
    }

    private func report(_ cells: [QualityReport.Pairs]) -> QualityReport {
        .init(
            images: 0, rates: [1e-2, 1e-3], thresholds: [0.2, 0.3], qualities: [],
            cells: cells.map { .init(reference: "", probe: "", all: $0, accepted: $0) })
    }

    @Test func aCellExceedsWhereItsBoundsLieAboveTheRateAndThatOfUnchangedImages() {
        let unchanged = pairs(10_000, [150, 10])
        let report = report([unchanged])
        #expect(report.finding(on: pairs(10_000, [100, 10]), at: 0) == .holds)
        // As those of unchanged images.
        #expect(report.finding(on: pairs(10_000, [170, 10]), at: 0) == .holds)
        #expect(report.finding(on: pairs(10_000, [400, 10]), at: 0) == .exceeds)
        #expect(report.finding(on: pairs(10_000, [100, 60]), at: 1) == .exceeds)
        #expect(report.finding(on: pairs(500, [5, 1]), at: 1) == .fewPairs)
        #expect(report.finding(on: pairs(0, [0, 0]), at: 0) == .fewPairs)
    }

    @Test func allThatIsAcceptedIsTheSumOfTheCells() {
        let sum = report([pairs(100, [1, 0]), pairs(300, [5, 2])]).accepted
        #expect(sum == .init(mated: 20, nonMated: 400, missed: [0, 2], matched: [6, 2]))
        #expect(sum.falseMatchRate(at: 0)?.rate == 0.015 && sum.falseNonMatchRate(at: 1) == 0.1)
    }

    @Test func anImageIsDegradedToWhatItHasAtMost() throws {
        let sample = try Photographs.sample("obama.jpg")
        for degradation in SampleDegradation.allCases {
            let file = degradation.applied(to: sample.image, faceWidth: sample.mesh.faceWidth, seed: 1)
            let image = try Image(decoding: #require(file), limits: ImageLimits(minimumSide: 16))
            guard case .width(let pixels) = degradation else {
                #expect(image.size == sample.image.size)
                continue
            }
            let face = try #require(Photographs.engine.get().faces(in: image, search: .thorough).largest)
            let width = try Photographs.engine.get().mesh(of: face, in: image).faceWidth
            #expect(abs(width / pixels - 1) < 0.1, "\(degradation): \(width)")
        }
        #expect(SampleDegradation.width(100).applied(to: sample.image, faceWidth: 60, seed: 1) == nil)
        #expect(Set(SampleDegradation.allCases.map(\.description)).count == SampleDegradation.allCases.count)
    }
}
