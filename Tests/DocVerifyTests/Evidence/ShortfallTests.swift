import Foundation
import Testing
import Vision

@testable import DocVerify

/// A capture that is asked for again carries the quality that it lacked.
@Suite struct ShortfallTests {
    private func evidence(_ figures: [QualityFigure?]) throws -> DocumentEvidence {
        let encoder = JSONEncoder()
        let quality = String(decoding: try encoder.encode(figures.compactMap(\.self)), as: UTF8.self)
        let image = #"{"sha256":"0a","width":12,"height":9,"statedCropped":false,"quality":\#(quality)}"#
        let json = #"{"version":1,"today":"2026-11-21","images":[\#(image)],"sources":[]}"#
        return try JSONDecoder().decode(DocumentEvidence.self, from: Data(json.utf8))
    }

    @Test(arguments: RetryReason.allCases) func nothingIsLackedWhereEverythingHolds(reason: RetryReason) throws {
        let evidence = try evidence([
            QualityFigure(.resolution, 9), QualityFigure(.bounds, 0), QualityFigure(.glare, 0.001),
            QualityFigure(.focus, 0.1),
        ])
        #expect(evidence.shortfall(for: reason) == nil && evidence.shortfall(for: nil) == nil)
    }

    @Test func theFigureIsOneThatTheReasonMayComeFrom() throws {
        let (bounds, glare) = (QualityFigure(.bounds, 1), QualityFigure(.glare, of: .mrz, 0.4))
        let (pitch, portrait) = (
            QualityFigure(.resolution, of: .mrz, 5.5, .atLeast, 8, .pixels), QualityFigure(.glare, of: .portrait, 0.2)
        )
        let evidence = try evidence([portrait, glare, pitch, bounds])
        #expect(evidence.shortfall(for: .mrzTooSmall) == pitch && pitch?.holds == false)
        #expect(evidence.shortfall(for: .mrzCutOff) == bounds)
        #expect(evidence.shortfall(for: .mrzUncertain) == bounds)
        #expect(evidence.shortfall(for: nil) == bounds)
        #expect(evidence.shortfall(for: .severalDocuments) == nil && evidence.shortfall(for: .tookTooLong) == nil)
        #expect(try self.evidence([glare, portrait]).shortfall(for: .mrzUnreadable) == glare)
        #expect(try self.evidence([glare, portrait]).shortfall(for: nil) == portrait)
        #expect(try self.evidence([glare, portrait]).shortfall(for: .mrzBlurred) == nil)
    }

    @Test func olderRecordsLackNothing() throws {
        let json =
            #"{"version":1,"today":"2026-11-21","sources":[],"images":[{"sha256":"0a","width":12,"height":9,"statedCropped":true}]}"#
        let evidence = try JSONDecoder().decode(DocumentEvidence.self, from: Data(json.utf8))
        #expect(evidence.images[0].bounds == nil && evidence.images[0].quality == nil)
        #expect(evidence.shortfall(for: .mrzBlurred) == nil)
    }

    @Test func whereADocumentLiesIsStoredAsDescribedAndReadBack() throws {
        var located = LocatedDocument(
            quadrilateral: Quadrilateral([
                Point(x: 99.5, y: 49.5), Point(x: 899.5, y: 49.5), Point(x: 899.5, y: 529.5), Point(x: 99.5, y: 529.5),
            ]), basis: .mrz, seen: [1, 0.956, 0, 0.5], cutOff: [.bottom])
        located.format = LocatedDocument.Format(width: 125, height: 75)
        located.clockwiseQuarterTurns = 0
        let bounds = DocumentBounds(located, in: ImageSize(width: 1000, height: 500))
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        let json = String(decoding: try encoder.encode(bounds), as: UTF8.self)
        #expect(
            json == """
                {"angleInDegrees":0,"basis":"mrz","clockwiseQuarterTurns":0,"corners":[{"x":0.1,"y":0.1},{"x":0.9,"y":0.1},\
                {"x":0.9,"y":1.06},{"x":0.1,"y":1.06}],"height":75,"pixelsPerMillimetre":6.4,"sides":[{"isCutOff":false,\
                "seen":1,"side":"top"},{"isCutOff":false,"seen":0.96,"side":"right"},{"isCutOff":true,"seen":0,\
                "side":"bottom"},{"isCutOff":false,"seen":0.5,"side":"left"}],"tiltInDegrees":0,"width":125}
                """)
        #expect(try JSONDecoder().decode(DocumentBounds.self, from: Data(json.utf8)) == bounds)
    }
}
