import Foundation
import TestSupport
import Testing
import Vision

@testable import DemoMaterial
@testable import DocVerify

/// Print in images, by the networks.
@Suite(.serialized) struct PrintedReaderTests {
    private static let today = MRZExamplesTests.today

    /// Made once: loading the networks costs a second.
    private static let reader = Result {
        try PrintedReader(models: ModelFolder(path: Material.models), workers: 1)
    }

    /// Of a person without a face.
    private func page() throws -> Image {
        let page = try PassportPage(
            holder: .fictitious(today: PageDate(year: 2026, month: 11, day: 21)),
            portrait: Image(size: ImageSize(width: 350, height: 450), blue: 150, green: 140, red: 130))
        return try Image(decoding: page.photographed())
    }

    private static let expected: [DocumentFieldType: String] = [
        .issuingStateCode: "UTO", .documentNumber: "K47P29163", .dateOfExpiry: "2034-11-21", .dateOfIssue: "2024-11-21",
        .dateOfBirth: "1979-03-17", .placeOfBirth: "AMAUROTE", .surname: "VESTERHOLM", .givenNames: "ELIAS JONATHAN",
        .nationality: "Utopia", .nationalityCode: "UTO", .sex: "M", .issuingAuthority: "PASSPORT OFFICE",
    ]

    /// However the page lies.
    @Test(arguments: 0..<4)
    func aPageIsReadInEveryOrientation(turns: Int) throws {
        let reader = try Self.reader.get()
        let image = try page().turned(clockwiseQuarterTurns: turns)
        let reading = try reader.read([ImageLevels(image)], today: Self.today)
        #expect(reading.readability == .readable && reading.integrity == .unconfirmed && reading.imageIndex == 0)
        #expect(
            Dictionary(uniqueKeysWithValues: reading.fields.map { ($0.type, $0.value.text) }) == Self.expected)
        #expect(reading.fields.allSatisfy { $0.status == .notValidated })
        let evidence = try #require(reading.evidence as? PrintedEvidence)
        #expect(evidence.fields.map(\.type) == reading.fields.map(\.type))
        #expect(evidence.models.count == 2 && evidence.images.count == 1)
        let lines = try #require(evidence.images.first).lines
        #expect(lines.count <= PrintedPageReader.mostLines)
        #expect(lines.allSatisfy { (0...1).contains($0.confidence) && $0.corners.count == 4 })
        // The surname's line stands where the page has it, as it lies.
        let surname = try #require(evidence.fields.first { $0.type == .surname })
        #expect(surname.printed == "VESTERHOLM" && surname.label.hasPrefix("Surname"))
        #expect(surname.corners.joined().allSatisfy { (0...1).contains($0.x) && (0...1).contains($0.y) })
    }

    @Test func anImageWithoutPrintIsAbsent() throws {
        let reader = try Self.reader.get()
        let grey = Image(size: ImageSize(width: 320, height: 200), blue: 128, green: 128, red: 128)
        let reading = try reader.read([ImageLevels(grey)], today: Self.today)
        #expect(reading.readability == .absent && reading.fields.isEmpty && reading.imageIndex == nil)
    }

    @Test func workThatIsGivenUpEnds() throws {
        let reader = try Self.reader.get()
        let levels = ImageLevels(try page())
        let watch = Checkpoint.Watch { Checkpoint.GivenUp(secondsTaken: 6, secondsAllowed: 5) }
        #expect(throws: DocumentError.engine) {
            try Checkpoint.$watch.withValue(watch) { try reader.read([levels], today: Self.today) }
        }
    }

    /// Stored with the rest and read again.
    @Test func theRecordIsReadAgain() throws {
        let lines = PrintedFieldsTests.passport
        let page = PrintedPageReader.Page(angleInDegrees: 1.5, lines: lines)
        let reading = PrintedReader.reading(
            of: [nil, page], today: Self.today, models: ["finder 0a", "recogniser 1b"])
        #expect(reading.imageIndex == 1)
        let evidence = DocumentEvidence(today: Self.today, images: [], sources: [reading], portrait: nil)
        let stored = try JSONEncoder().encode(evidence)
        let again = try JSONDecoder().decode(DocumentEvidence.self, from: stored)
        #expect(again.sources.first?.details as? PrintedEvidence == reading.evidence as? PrintedEvidence)
        let details = try #require(again.sources.first?.details as? PrintedEvidence)
        #expect(details.images.map(\.image) == [1] && details.images[0].lines.count == lines.count)
        #expect(details.fields.first { $0.type == .surname }?.printed == "MÜLLER-LÜDENSCHEIDT")
        #expect(details.fields.allSatisfy { $0.image == 1 })
    }

    /// Two images state one document's fields; the surer one counts.
    @Test func ofTwoSidesTheSurerValueCounts() {
        func page(_ name: String, _ confidence: Double) -> PrintedPageReader.Page {
            PrintedPageReader.Page(
                angleInDegrees: 0,
                lines: [
                    PrintedFieldsTests.line("Surname / Nom", 20, 20, height: 10),
                    PrintedFieldsTests.line(name, 20, 34, confidence: confidence),
                ])
        }
        let reading = PrintedReader.reading(
            of: [page("ERIKSEN", 0.8), page("ERIKSSON", 0.9)], today: Self.today, models: [])
        #expect(reading.fields.map(\.value.text) == ["ERIKSSON"] && reading.imageIndex == 1)
    }

    /// Specimens of issuing states, which are not in the repository.
    @Test(
        .enabled(if: SharedData.isThere, "\(SharedData.reason)"),
        arguments: [
            (
                "td3_bdr_1.jpg",
                [DocumentFieldType.surname: "MUSTERMANN", .givenNames: "ERIKA", .placeOfBirth: "BERLIN"]
            ),
            (
                "td1_pol_1.jpg",
                [.documentNumber: "ABC123456", .dateOfBirth: "1981-01-02", .sex: "M", .givenNames: "JAN"]
            ),
            ("td3_can_5.jpg", [.dateOfBirth: "1995-05-04", .surname: "MARTIN"]),
        ])
    func aSpecimenIsRead(file: String, fields: [DocumentFieldType: String]) throws {
        let reader = try Self.reader.get()
        let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: SharedData.path("mrz/" + file))))
        let reading = try reader.read([ImageLevels(try DocumentImage.decode(bytes, index: 0))], today: Self.today)
        for (type, value) in fields {
            #expect(reading.field(type)?.value.text == value, "\(type)")
        }
    }
}
