import FaceEngine
import Foundation
import TestSupport
import Testing
import Vision

@testable import DocVerify

/// A source that the product does not know goes through agreement, rules, evidence and reader as it is.
@Suite struct SecondSourceTests {
    private static let today = MRZExamplesTests.today

    /// Stands for the barcode on the back of a driving licence; it "reads" the same from every image.
    private struct LicenceBarcode: DocumentSource {
        struct Evidence: SourceEvidence {
            let symbology: String
            var places: [SourcePlace] { [] }

            private enum CodingKeys: String, CodingKey {
                case symbology
            }
        }

        var surname = "ERIKSSON"
        var birth = PartialDate(year: 1974, month: 8, day: 12)
        var expiry = PartialDate(year: 2030, month: 4, day: 15)

        var kind: SourceKind { .barcode }

        func read(_ images: [ImageLevels], today: CalendarDate) throws(DocumentError) -> SourceReading {
            SourceReading(
                kind: .barcode, imageIndex: images.isEmpty ? nil : 0, readability: .readable, integrity: .confirmed,
                documentKind: DocumentKind(name: "Driving license", typeNumber: 49, isOfStandard: true),
                fields: [
                    SourceField(.issuingStateCode, .text("USA"), .valid),
                    SourceField(.documentNumber, .text("D12345678"), .valid),
                    SourceField(.surname, .text(surname), .valid), SourceField(.dateOfBirth, .date(birth), .valid),
                    SourceField(.dateOfExpiry, .date(expiry), .valid),
                ],
                findings: [SourceFinding(source: .barcode, code: "version.old", meaning: .remark)],
                evidence: Evidence(symbology: "PDF417"))
        }
    }

    private func document(_ barcode: LicenceBarcode, mrz: MRZWriter? = nil) throws -> AgreedDocument {
        let read = try mrz.map { try MachineReadableZone(lines: $0.lines, today: Self.today) }
        let mrzReading = SourceReading(
            mrz: read, isChecked: read != nil, readability: read == nil ? .absent : .readable)
        return AgreedDocument([mrzReading, try barcode.read([], today: Self.today)], today: Self.today)
    }

    @Test func aLicenceWithoutAnMRZIsDecidedByItsBarcode() throws {
        let document = try document(LicenceBarcode())
        #expect(document.retryReason == nil)
        #expect(document.typeText == "United States - Driving license")
        #expect(document.text(of: .documentNumber) == "D12345678")
        #expect(document.age == 52)
        #expect(document.fields.first { $0.type == .age }?.statement(of: .barcode)?.value.text == "52")
        let rules = DocumentRules(
            minimumAge: 21, fieldRules: [FieldRule(documentKeyword: "driver licence", fields: ["Surname", "*"])])
        #expect(rules.decision(on: document) == .verified)
    }

    @Test func everyRuleHoldsForABarcodeToo() throws {
        let expired = try document(LicenceBarcode(expiry: PartialDate(year: 2026, month: 11, day: 20)))
        #expect(DocumentRules().decision(on: expired) == .notVerified([.expired]))
        let young = try document(LicenceBarcode(birth: PartialDate(year: 2010, month: nil, day: nil)))
        #expect(DocumentRules(minimumAge: 18).decision(on: young) == .notVerified([.tooYoung]))
        let rules = DocumentRules(
            requiresAuthenticity: true, fieldRules: [FieldRule(documentKeyword: "Driving", fields: ["Sex"])])
        #expect(
            rules.decision(on: try document(LicenceBarcode()))
                == .notVerified([.authenticityNotChecked, .fieldNotValid]))
    }

    @Test func aBarcodeThatContradictsTheMRZIsRefused() throws {
        var mrz = MRZWriter(format: .td1, code: "I", state: "USA")
        (mrz.number, mrz.expiry, mrz.nationality) = ("D12345678", "300415", "USA")
        #expect(DocumentRules().decision(on: try document(LicenceBarcode(), mrz: mrz)) == .verified)
        let other = try document(LicenceBarcode(surname: "ERIKSEN"), mrz: mrz)
        #expect(DocumentRules().decision(on: other) == .notVerified([.sourcesDisagree]))
        #expect(other.fields.filter { !$0.isAgreed }.map(\.type) == [.surname])
    }

    @Test func theReaderTakesASourceAsItIs() throws {
        let engine = try FaceEngine(models: ModelFolder(path: Material.models), workers: 1)
        let reader = DocumentReader(sources: [LicenceBarcode()], faceEngine: engine)
        let grey = Image(
            size: ImageSize(width: 320, height: 200), pixels: [UInt8](repeating: 128, count: 320 * 200 * 3))
        let reading = try reader.read(
            [DocumentImage(bytes: try grey.png(), isCropped: true)], today: Self.today)
        #expect(reading.sources.map(\.kind) == [.barcode])
        #expect(reading.portrait == nil)
        let document = AgreedDocument(reading.sources, today: Self.today)
        #expect(DocumentRules().decision(on: document) == .verified)

        let stored = try JSONSerialization.jsonObject(with: JSONEncoder().encode(reading.evidence)) as? [String: Any]
        let source = try #require((stored?["sources"] as? [[String: Any]])?.first)
        #expect(source["kind"] as? String == "barcode")
        #expect((source["details"] as? [String: String]) == ["symbology": "PDF417"])
    }
}
