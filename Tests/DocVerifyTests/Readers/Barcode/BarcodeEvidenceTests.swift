import Foundation
import Testing
import Vision

@testable import DocVerify

/// The stored form of what was read of barcodes.
@Suite struct BarcodeEvidenceTests {
    private static let stored = """
        {"decisive":0,"licences":[{"card":"DL","elements":{"DAQ":"K4729163","DCS":"VESTERHOLM"},\
        "findings":["birth.notStated","header.byteOrderMark"],"issuer":"636000","version":10}],\
        "symbols":[{"corners":[{"x":0.125,"y":0.25},{"x":0.875,"y":0.25},{"x":0.875,"y":0.5},{"x":0.125,"y":0.5}],\
        "format":"pdf417","image":1,"length":172,"licence":0},{"format":"qrCode","image":0,"length":31}]}
        """

    private static let evidence = BarcodeEvidence(
        symbols: [
            BarcodeEvidence.Symbol(
                image: 1, format: "pdf417", length: 172,
                corners: [(0.125, 0.25), (0.875, 0.25), (0.875, 0.5), (0.125, 0.5)].map { Point(x: $0.0, y: $0.1) },
                licence: 0),
            BarcodeEvidence.Symbol(image: 0, format: "qrCode", length: 31),
        ],
        licences: [
            BarcodeEvidence.Licence(
                issuer: "636000", version: 10, card: .drivingLicence,
                elements: ["DAQ": "K4729163", "DCS": "VESTERHOLM"], findings: [.birthDateMissing, .byteOrderMark])
        ], decisive: 0)

    @Test func itIsStoredAsItStandsHere() throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        #expect(String(decoding: try encoder.encode(Self.evidence), as: UTF8.self) == Self.stored)
        #expect(try JSONDecoder().decode(BarcodeEvidence.self, from: Data(Self.stored.utf8)) == Self.evidence)
    }

    @Test func aRecordOfTheSourceIsReadWithItsDetails() throws {
        let reading = SourceReading(
            kind: .barcode, imageIndex: 1, readability: .readable, integrity: .confirmed, evidence: Self.evidence)
        let record = try JSONDecoder().decode(
            SourceRecord.self, from: JSONEncoder().encode(SourceRecord(reading)))
        #expect(record.details as? BarcodeEvidence == Self.evidence)
    }
}
