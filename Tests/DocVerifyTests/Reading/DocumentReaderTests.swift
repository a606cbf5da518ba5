import DemoMaterial
import FaceEngine
import Foundation
import TestSupport
import Testing
import Vision

@testable import DocVerify

/// The reader as a whole, on pages of the fictitious state and on pictures that show no document.
@Suite(.serialized) struct DocumentReaderTests {
    private static let today = ZoneExamplesTests.today

    private struct Bench {
        let engine: FaceEngine
        let reader: DocumentReader
    }

    /// Made once: loading the networks costs a second.
    private static let bench: Bench? = {
        let models = ModelFolder(path: Material.models)
        guard let engine = try? FaceEngine(models: models, workers: 1),
            let reader = try? DocumentReader(models: models, faceEngine: engine, workers: 1)
        else { return nil }
        return Bench(engine: engine, reader: reader)
    }()

    private func page(_ bench: Bench) throws -> PassportPage? {
        guard let bytes = try? Material.photograph("obama.jpg") else {
            print("skipped: the photograph is not fetched")
            return nil
        }
        return try PassportPage(
            holder: .fictitious(today: PageDate(year: 2026, month: 11, day: 21)),
            photograph: Picture(decoding: bytes), engine: bench.engine)
    }

    @Test func aPageIsReadExactlyWithItsPortrait() throws {
        let bench = try #require(Self.bench)
        guard let page = try page(bench) else { return }
        let bytes = try page.photographed()
        let reading = try bench.reader.read([DocumentPicture(bytes: bytes, isCropped: false)], today: Self.today)
        #expect(reading.zone?.lines == [page.zone.upperLine, page.zone.lowerLine])
        #expect(reading.isChecked)
        #expect(reading.readability == .readable)
        #expect(reading.isSpecimen)
        #expect(reading.documentTypeText == "Utopia - Passport")
        #expect(
            DocumentVerdict.verdict(on: reading, rules: DocumentRules(acceptsSpecimens: true), today: Self.today)
                == .verified)

        let portrait = try #require(reading.portrait)
        let other = try Picture(decoding: Material.photograph("obama2.jpg"))
        let face = try #require(try bench.engine.faces(in: other).first)
        let template = try bench.engine.template(of: bench.engine.mesh(of: face, in: other), in: other)
        #expect(try bench.engine.compare(portrait.template, template).value > 3)

        let evidence = try JSONDecoder().decode(
            DocumentEvidence.self, from: JSONEncoder().encode(reading.evidence))
        #expect(evidence.pictures.first?.zone?.lines == reading.zone?.lines)
        #expect(evidence.zone == reading.zone)
    }

    @Test func aPageLyingOnItsSideIsReadToo() throws {
        let bench = try #require(Self.bench)
        guard let page = try page(bench) else { return }
        for turns in [1, 2] {
            let turned = page.picture.reduced(toLongestSide: 1000).turned(clockwiseQuarterTurns: turns)
            let reading = try bench.reader.read(
                [DocumentPicture(bytes: turned.jpeg(quality: 85), isCropped: true)], today: Self.today)
            #expect(reading.zone?.lines == [page.zone.upperLine, page.zone.lowerLine], "\(turns) turns")
            #expect(reading.portrait != nil, "\(turns) turns")
            #expect(reading.evidence.portrait?.clockwiseQuarterTurns == 4 - turns)
            let portrait = try #require(reading.evidence.portrait)
            let again = try bench.reader.portrait(madeAgainFrom: portrait, picture: turned.jpeg(quality: 85))
            #expect(again?.template == reading.portrait?.template)
        }
    }

    @Test func aBlurredPageIsToBeTakenAgainAndNotRefused() throws {
        let bench = try #require(Self.bench)
        guard let page = try page(bench) else { return }
        let blurred = page.picture.reduced(toLongestSide: 900).blurred(sigma: 4)
        let reading = try bench.reader.read(
            [DocumentPicture(bytes: blurred.jpeg(quality: 85), isCropped: true)], today: Self.today)
        #expect(!reading.isChecked)
        guard case .retry = DocumentVerdict.verdict(on: reading, rules: DocumentRules(), today: Self.today) else {
            Issue.record("a blurred page was judged: \(reading.readability)")
            return
        }
    }

    @Test func aPictureOfNothingHasNoZoneAndThrowsNothing() throws {
        let bench = try #require(Self.bench)
        var generator = SeededGenerator.announced()
        let size = PictureSize(width: 320, height: 240)
        let count = size.width * size.height * 3
        let noise = Picture(size: size, pixels: (0..<count).map { _ in .random(in: 0...255, using: &generator) })
        let grey = Picture(size: size, pixels: [UInt8](repeating: 128, count: count))
        for picture in [noise, grey] {
            let reading = try bench.reader.read(
                [DocumentPicture(bytes: picture.png(), isCropped: false)], today: Self.today)
            #expect(reading.zone == nil)
            #expect(reading.readability == .retry(.zoneNotFound))
            #expect(reading.portrait == nil)
        }
    }

    @Test func bytesThatAreNoPictureAreNamedByTheirPlace() throws {
        let bench = try #require(Self.bench)
        let good = try Picture(
            size: PictureSize(width: 64, height: 64), pixels: [UInt8](repeating: 9, count: 64 * 64 * 3)
        ).png()
        #expect(throws: DocumentError.picture(.notAnImage, index: 1)) {
            try bench.reader.read(
                [DocumentPicture(bytes: good, isCropped: false), DocumentPicture(bytes: [1, 2, 3], isCropped: false)],
                today: Self.today)
        }
        #expect(throws: DocumentError.noPictures) { try bench.reader.read([], today: Self.today) }
    }

    /// A tenth of the specimens; the whole set is measured by `onboarding eval documents`.
    @Test func nothingWrongIsAcceptedAmongSpecimens() throws {
        guard let folder = SharedData.path("mrz") else { return }
        let evaluation = try DocumentEvaluation(
            folder: folder, models: ModelFolder(path: Material.models), today: Self.today,
            files: [
                "td3_uto_2.jpg", "td3_cze_2_exif6.jpg", "td3_cze_2_rot180.jpg", "td2_uto_3.jpg", "mrva_uto_1.png",
                "td1_uto_1.jpg", "fra1988_fra_1.jpg", "td3_gbr_1.jpg", "td1_mco_2.png",
            ])
        print(evaluation.report.table)
        #expect(evaluation.report.pictures == 9)
        #expect(evaluation.report.checkedWrong == 0)
        #expect(evaluation.report.exact >= 6)
    }
}
