import CZXing
import Foundation
import TestSupport
import Testing
import Vision

@testable import DocVerify

/// Drawn licences, read as a source of a document.
@Suite struct BarcodeReaderTests {
    private static let today = MRZExamplesTests.today

    private func modules(_ text: String = LicencePicture.text()) throws -> LicencePicture.Modules {
        try #require(LicencePicture.Modules(text))
    }

    private func read(_ images: Image...) throws -> SourceReading {
        try BarcodeReader().read(images.map { ImageLevels($0) }, today: Self.today)
    }

    private static let grey = Image(
        size: ImageSize(width: 400, height: 300), pixels: [UInt8](repeating: 128, count: 400 * 300 * 3))

    @Test func aLicenceIsASource() throws {
        let reading = try read(Self.grey, LicencePicture.image(try modules(), length: 900))
        #expect(reading.kind == .barcode && reading.imageIndex == 1)
        #expect(reading.readability == .readable && reading.integrity == .confirmed)
        #expect(reading.documentKind == DocumentKind(name: "Driving license", typeNumber: 49, isOfStandard: true))
        #expect(reading.findings.isEmpty)
        let fields = reading.fields.map { "\($0.type.rawValue) \($0.value.text) \($0.status.rawValue)" }
        #expect(
            fields == [
                "documentClassCode DL valid", "issuingStateCode USA valid", "documentNumber K4729163 valid",
                "dateOfExpiry 2030-03-17 valid", "dateOfIssue 2022-05-02 valid", "dateOfBirth 1979-03-17 valid",
                "surname VESTERHOLM valid", "givenNames ELIAS JON valid", "sex M valid",
                "surnameAndGivenNames VESTERHOLM ELIAS JON valid", "issuingState United States valid",
            ])
        #expect(reading.placements[1]?.clockwiseQuarterTurns == 0 && reading.placements[0] == nil)
    }

    @Test func whatIsRepairedIsNotValidated() throws {
        let text = LicencePicture.text(birth: "3171979")
        let reading = try read(LicencePicture.image(try modules(text), length: 900))
        #expect(
            reading.field(.dateOfBirth)
                == SourceField(.dateOfBirth, .date(PartialDate(year: 1979, month: 3, day: 17)), .notValidated))
        #expect(reading.findings.map(\.code) == ["dates.incomplete"])
    }

    @Test func theStoredEvidenceSaysWhatWasRead() throws {
        let reading = try read(LicencePicture.image(try modules(), length: 900))
        let stored = try JSONEncoder().encode(try #require(reading.evidence as? BarcodeEvidence))
        let evidence = try JSONDecoder().decode(BarcodeEvidence.self, from: stored)
        #expect(evidence == reading.evidence as? BarcodeEvidence)
        #expect(evidence.decisive == 0 && evidence.licences.map(\.issuer) == ["636000"])
        #expect(
            evidence.licences[0].elements["DAQ"] == "K4729163" && evidence.licences[0].elements["DAK"] == "232690000")
        let symbol = try #require(evidence.symbols.first)
        #expect(symbol.format == "pdf417" && symbol.licence == 0 && symbol.length == LicencePicture.text().utf8.count)
        let corners = try #require(symbol.corners)
        // 900 of 1200 pixels, in the middle.
        #expect(
            abs(corners[0].x - 0.125) < 0.01 && abs(corners[1].x - 0.875) < 0.01 && abs(corners[2].x - 0.875) < 0.01)
        #expect(abs((corners[0].y + corners[2].y) / 2 - 0.5) < 0.01)
    }

    @Test(arguments: [0.0, 3, 8, 15, 25, 35, 45, 90, 135, 180, 200, 270]) func itIsReadHoweverItLies(degrees: Double)
        throws
    {
        let image = LicencePicture.image(
            try modules(), length: 700, degrees: degrees, size: ImageSize(width: 1000, height: 1000))
        let reading = try read(image)
        #expect(reading.field(.documentNumber)?.value == .text("K4729163"), "\(degrees) degrees")
        let turns = Int((-degrees / 90).rounded()) % 4
        if degrees.truncatingRemainder(dividingBy: 90) != 45 {
            #expect(reading.placements[0]?.clockwiseQuarterTurns == (turns + 4) % 4, "\(degrees) degrees")
        }
    }

    @Test(arguments: [
        (320.0, 0.0, 600), (420, 0, 800), (600, 0.25, 1000), (900, 0.25, 1200), (500, 0, 2400), (900, 0, 3200),
    ])
    func itIsReadAtManySizes(length: Double, perspective: Double, side: Int) throws {
        let image = LicencePicture.image(
            try modules(), length: length, degrees: 4, perspective: perspective,
            size: ImageSize(width: side, height: side * 3 / 4))
        #expect(try read(image).field(.documentNumber)?.value == .text("K4729163"))
    }

    @Test func otherBarcodesSayNothingAndAreToldOf() throws {
        let formats: [(czxing_format, String)] = [
            (CZXING_QR, "qrCode"), (CZXING_AZTEC, "aztec"), (CZXING_DATA_MATRIX, "dataMatrix"),
            (CZXING_CODE_128, "code128"), (CZXING_PDF417, "pdf417"),
        ]
        for (format, name) in formats {
            let text = format == CZXING_CODE_128 ? "K4729163" : "https://example.org/ticket/4711"
            let modules = try #require(LicencePicture.Modules(text, format: format, level: -1), "\(name)")
            let image = modules.image(scale: 4, margin: 40)
            let reading = try read(image)
            #expect(reading.readability == .absent && reading.fields.isEmpty && reading.findings.isEmpty, "\(name)")
            let evidence = try #require(reading.evidence as? BarcodeEvidence, "\(name)")
            #expect(evidence.symbols.map(\.format) == [name] && evidence.symbols.map(\.length) == [text.utf8.count])
            #expect(evidence.licences.isEmpty && evidence.decisive == nil)
            let json = String(decoding: try JSONEncoder().encode(evidence), as: UTF8.self)
            #expect(!json.contains("example") && !json.contains("K4729163"))
        }
        let nothing = try read(Self.grey)
        #expect(nothing.readability == .absent && nothing.evidence == nil)
    }

    @Test func twoLicencesAreTwoDocuments() throws {
        let other = try modules(LicencePicture.text(number: "X55501", surname: "ODUYA", first: "WANJIRU"))
        let (one, two) = (
            LicencePicture.image(try modules(), length: 900), LicencePicture.image(other, length: 900)
        )
        let apart = try read(one, two)
        #expect(apart.readability == .readable)
        #expect(apart.findings.map(\.meaning) == [.imagesDisagree])
        let document = AgreedDocument([apart], today: Self.today)
        #expect(DocumentRules().decision(on: document) == .notVerified([.imagesDisagree]))

        let together = Image(
            size: ImageSize(width: 1200, height: 1800), pixels: one.pixels + two.pixels)
        #expect(try read(together).readability == .retry(.severalDocuments))
        let twice = Image(size: ImageSize(width: 1200, height: 1800), pixels: one.pixels + one.pixels)
        #expect(try read(twice, one).readability == .readable)
        #expect(try read(twice, one).findings.isEmpty)
    }

    @Test func aLicenceThatLacksItsBirthDateIsRefusedByName() throws {
        let text = LicencePicture.text().replacing("DBB03171979\n", with: "")
        let reading = try read(LicencePicture.image(try modules(text), length: 900))
        let document = AgreedDocument([reading], today: Self.today)
        let finding = SourceFinding(source: .barcode, code: "birth.notStated", meaning: .contentsInvalid)
        #expect(DocumentRules().decision(on: document) == .notVerified([.finding(finding)]))
    }

    /// Bits that say nothing take no longer than the time of a page, and crash nothing.
    @Test func noiseIsNoBarcode() throws {
        var random = SeededGenerator.announced()
        let noise = (0..<(1200 * 900)).flatMap { _ in
            [UInt8](repeating: UInt8.random(in: 0...255, using: &random), count: 3)
        }
        let bars = (0..<(1200 * 900)).flatMap { [UInt8](repeating: ($0 % 1200) / 3 % 2 == 0 ? 20 : 230, count: 3) }
        for pixels in [noise, bars] {
            let image = Image(size: ImageSize(width: 1200, height: 900), pixels: pixels)
            let start = ContinuousClock.now
            #expect(try read(image).readability == .absent)
            let time = start.duration(to: .now)
            print("a barcode search of noise or bars: \(time)")
            #expect(time < .seconds(5))
        }
    }
}
