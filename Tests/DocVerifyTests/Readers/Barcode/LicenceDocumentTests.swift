import TestSupport
import Testing
import Vision

@testable import DocVerify

/// Images of a licence through all sources that a server has.
@Suite(.serialized) struct LicenceDocumentTests {
    private static let today = MRZExamplesTests.today
    private static let sources = Result {
        try DocumentSources.load(models: ModelFolder(path: Material.models), workers: 1)
    }

    private func decision(_ images: Image...) throws -> (DocumentRules.Decision, AgreedDocument) {
        let readings = try DocumentReader.readings(
            of: images.map { ImageLevels($0) }, by: Self.sources.get(), today: Self.today)
        let document = AgreedDocument(readings, today: Self.today)
        return (DocumentRules().decision(on: document), document)
    }

    @Test func aLicenceWhoseOnlySourceIsItsBarcodeIsVerified() throws {
        let modules = try #require(LicencePicture.Modules(LicencePicture.text()))
        for degrees in [0.0, 12, 180] {
            let (decision, document) = try decision(
                LicencePicture.image(modules, length: 900, degrees: degrees))
            #expect(decision == .verified, "\(degrees) degrees")
            #expect(document.typeText == "United States - Driving license" && document.age == 47)
            #expect(document.hasValues(of: .barcode) && !document.hasValues(of: .mrz))
        }
    }

    @Test func imagesWithNeitherAreAskedForAgain() throws {
        let grey = Image(
            size: ImageSize(width: 640, height: 400), pixels: [UInt8](repeating: 128, count: 640 * 400 * 3))
        #expect(try decision(grey).0 == .retry(.mrzNotFound))
        let ticket = try #require(LicencePicture.Modules("https://example.org/ticket/4711"))
        #expect(try decision(LicencePicture.image(ticket, length: 700)).0 == .retry(.mrzNotFound))
    }

    /// Only what stands on the barcode is none.
    @Test func anMRZBesideABarcodeIsOne() throws {
        func lines(at y: Double) -> SourceReading {
            let corners = [(0.2, y), (0.8, y), (0.8, y + 0.02), (0.2, y + 0.02)].map { Point(x: $0.0, y: $0.1) }
            let image = MRZEvidence.ImageReading(
                image: 0, lines: ["<<<"], confidences: [[0.5, 0.5, 0.5]], corrections: [], gridFit: -0.3,
                perspectiveInColumns: 0, pitchInPixels: 5, focus: 0.1, angleInDegrees: 0, isChecked: false,
                places: [MRZPlace(corners: corners, middles: [0.2, 0.5, 0.8])])
            return SourceReading(
                mrz: nil, imageIndex: 0, isChecked: false, readability: .retry(.mrzTooSmall),
                evidence: MRZEvidence(images: [image], mrz: nil, coveredBar: 0.5, uncoveredBar: 0.95, models: []))
        }
        let modules = try #require(LicencePicture.Modules(LicencePicture.text()))
        let levels = ImageLevels(LicencePicture.image(modules, length: 900))
        let barcode = try BarcodeReader().read([levels], today: Self.today)
        #expect(lines(at: 0.5).withoutLines(on: barcode).readability == .absent)
        #expect(lines(at: 0.9).withoutLines(on: barcode).readability == .retry(.mrzTooSmall))
        let nothing = SourceReading(kind: .barcode, readability: .absent, integrity: .unconfirmed)
        #expect(lines(at: 0.5).withoutLines(on: nothing).readability == .retry(.mrzTooSmall))
    }

    /// Bars are no MRZ: one that seems to be there and is not read would be asked for again for ever.
    @Test(.enabled(if: SharedBarcodes.isThere, "\(SharedData.reason)")) func noBarcodeIsTakenForAnMRZ() throws {
        let reader = try MRZReader(models: ModelFolder(path: Material.models), workers: 1)
        var seen: [String] = []
        var mistaken = 0
        for picture in try SharedBarcodes.load().pictures {
            let levels = ImageLevels(try Image(decoding: SharedBarcodes.bytes(picture.file)))
            let lines = try reader.read([levels], today: Self.today)
            let reading = lines.withoutLines(on: try BarcodeReader().read([levels], today: Self.today))
            if reading.readability != .absent { seen.append("\(picture.file) \(reading.readability)") }
            if lines.readability != .absent { mistaken += 1 }
        }
        print("barcodes that look like an MRZ as long as nobody knows of them: \(mistaken)")
        #expect(seen.isEmpty, "\(seen)")
    }
}
