import Foundation
import TestSupport
import Testing
import Vision

@testable import DocVerify
@testable import FaceEngine

/// The stored form of a document evidence is what `Golden/document-evidence-1.json` shows.
@Suite struct DocumentEvidenceTests {
    private static let golden = Material.packageRoot + "/Tests/DocVerifyTests/Golden/document-evidence-1.json"

    /// Of an expired German passport whose images show it twice, and of a barcode that no image shows.
    /// - Parameters:
    ///   - faces: nil as in records of before they were kept.
    ///   - places: of the lines; nil as in records of before they were kept.
    ///   - isOfOneNetwork: read by the network of our own, from a mirror image that shows another MRZ too.
    private func evidence(
        faces: [DetectedFace]? = nil, places: [MRZPlace]? = nil, isOfOneNetwork: Bool = false
    ) throws -> DocumentEvidence {
        var writer = MRZWriter(format: .td3)
        (writer.state, writer.birth, writer.number) = ("D", "7408<<", "C01X00T47")
        let mrz = try MachineReadableZone(lines: writer.lines, today: MRZExamplesTests.today)
        let read = SourceReading(
            mrz: mrz, imageIndex: 1, isChecked: true, readability: .readable, imagesDisagree: true,
            evidence: MRZEvidence(
                images: [
                    MRZEvidence.ImageReading(
                        image: 1, lines: mrz.lines, confidences: [[1, 0.998], [0.5]],
                        stripCounts: isOfOneNetwork ? nil : [1, 3],
                        corrections: [MRZTranscription.Correction(line: 2, column: 1, from: "0", to: "C")],
                        gridFit: -0.0625, perspectiveInColumns: 0.25, pitchInPixels: 20.5, focus: 0.125,
                        angleInDegrees: -1.5, isChecked: true, places: places, isMirrored: isOfOneNetwork ? true : nil,
                        otherLines: isOfOneNetwork ? [["D1NLD15094962111659VW87Z78NB84"]] : nil)
                ], mrz: mrz, coveredBar: 0.5, uncoveredBar: 0.75,
                models: isOfOneNetwork
                    ? ["reader " + String(repeating: "2c", count: 32)] : ["detection", "recognition"]))
        let measurements = """
            {"clippedBrightShare":0,"clippedDarkShare":0.25,"dynamicRangeInBits":7.5,"faceWidthInPixels":120,
             "faceWidthShare":0.25,"focus":99.5,"interEyeDistanceInPixels":60,"meanLuminance":128,
             "pitchInDegrees":-2.5,"rollInDegrees":0,"shareInsideImage":1,"unevenness":0.125,"yawInDegrees":3}
            """
        return DocumentEvidence(
            today: MRZExamplesTests.today,
            images: [
                DocumentEvidence.ReceivedImage(
                    sha256: String(repeating: "0a", count: 32), size: ImageSize(width: 1600, height: 1200),
                    statedCropped: false)
            ],
            sources: [
                read, SourceReading(kind: .barcode, readability: .absent, integrity: .unconfirmed),
                SourceReading(mrz: nil, isChecked: false, readability: .retry(.mrzBlurred)),
            ],
            portrait: PortraitEvidence(
                imageIndex: 0, clockwiseQuarterTurns: 3, box: ImageRectangle(x: 10, y: 20.5, width: 100, height: 120),
                measurements: try JSONDecoder().decode(FaceMeasurements.self, from: Data(measurements.utf8)),
                faceCount: 2, faces: faces,
                model: ModelIdentity(name: "model-1", digest: String(repeating: "1b", count: 32))))
    }

    private func json(_ evidence: DocumentEvidence) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(evidence), as: UTF8.self)
    }

    private func stored() throws -> String { try String(contentsOfFile: Self.golden, encoding: .utf8) }

    @Test func anEvidenceIsStoredAsTheGoldenFileShows() throws {
        #expect(try json(evidence()) == stored())
    }

    @Test func theGoldenFileIsReadBackWhole() throws {
        let stored = try stored()
        let read = try JSONDecoder().decode(DocumentEvidence.self, from: Data(stored.utf8))
        #expect(try json(read) == stored)
        let evidence = try evidence()
        #expect(read.portrait == evidence.portrait)
        #expect(read.sources.map(\.kind) == [.mrz, .barcode, .mrz])
        #expect(read.sources[0].details as? MRZEvidence == evidence.sources[0].details as? MRZEvidence)
        #expect(read.sources[2].readability == .retry(.mrzBlurred))
    }

    @Test func theFacesOfThePageAreKeptWithThePortrait() throws {
        let face = DetectedFace(
            box: ImageRectangle(x: 1, y: 2, width: 3, height: 4), score: 0.5, keyPoints: [Point(x: 5, y: 6)])
        let evidence = try evidence(faces: [face])
        let read = try JSONDecoder().decode(DocumentEvidence.self, from: Data(json(evidence).utf8))
        #expect(read.portrait?.faces == [face])
    }

    @Test func thePlacesOfTheLinesAreKeptWhereTheyWereRecorded() throws {
        let corners = [Point(x: 0.125, y: 0.75), Point(x: 0.875, y: 0.75), Point(x: 0.875, y: 0.8125)]
        let place = MRZPlace(corners: corners + [Point(x: 0.125, y: 0.8125)], middles: [0.25, 0.75])
        let golden = Self.golden.replacing("evidence-1", with: "evidence-places-1")
        let stored = try String(contentsOfFile: golden, encoding: .utf8)
        #expect(try json(evidence(places: [place])) == stored)
        func places(_ text: String) throws -> [MRZPlace]? {
            let read = try JSONDecoder().decode(DocumentEvidence.self, from: Data(text.utf8))
            return try #require(read.sources[0].details as? MRZEvidence).images[0].places
        }
        #expect(try places(stored) == [place])
        #expect(try places(self.stored()) == nil)
    }

    @Test func whatTheNetworkOfOurOwnSawIsStoredAsItsGoldenFileShows() throws {
        let golden = Self.golden.replacing("evidence-1", with: "evidence-network-1")
        let stored = try String(contentsOfFile: golden, encoding: .utf8)
        let evidence = try evidence(isOfOneNetwork: true)
        #expect(try json(evidence) == stored)
        let read = try JSONDecoder().decode(DocumentEvidence.self, from: Data(stored.utf8))
        #expect(read.sources[0].details as? MRZEvidence == evidence.sources[0].details as? MRZEvidence)
    }

    @Test func unknownMembersAreNotRead() throws {
        let stored = try stored()
        let newer = stored.replacing("{", with: "{\"a member of a later time\":{},")
        let read = try JSONDecoder().decode(DocumentEvidence.self, from: Data(newer.utf8))
        #expect(try json(read) == stored)
    }

    @Test func anotherVersionIsRefused() throws {
        let other = try stored().replacing("\"version\":1", with: "\"version\":2")
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(DocumentEvidence.self, from: Data(other.utf8))
        }
    }
}
