import FaceEngine
import TestSupport
import Testing
import Vision

@testable import DemoMaterial
@testable import DocVerify

/// What was found is where it was printed, however the page lies.
@Suite(.serialized) struct PrintedPlaceTests {
    private struct Bench {
        let reader: DocumentReader
        let page: PassportPage
    }

    /// Made once: loading the networks costs a second.
    private static let bench = Result {
        let models = ModelFolder(path: Material.models)
        let engine = try FaceEngine(models: models, workers: 1)
        return Bench(
            reader: DocumentReader(sources: try DocumentSources.load(models: models, workers: 1), faceEngine: engine),
            page: try PassportPage(
                holder: .fictitious(today: PageDate(year: 2026, month: 11, day: 21)),
                photograph: Image(decoding: Material.photograph("obama.jpg")), engine: engine))
    }

    /// In millimetres of the page: the capital letters of OCR-B at this size are 2.6 mm high.
    private static let printedLines = PassportPage.baselines.map {
        ImageRectangle(
            x: PassportPage.beginOfLines, y: $0 - 2.6, width: 44 * PassportPage.pitchInMillimetres, height: 2.6)
    }

    /// The document number: the first nine columns of the lower line (ICAO 9303-4 §4.2).
    private static let printedNumber = ImageRectangle(
        x: PassportPage.beginOfLines, y: PassportPage.baselines[1] - 2.6, width: 9 * PassportPage.pitchInMillimetres,
        height: 2.6)

    /// Compares on a grid of places in the image.
    /// - Parameters:
    ///   - found: corners in shares of the image.
    ///   - printed: in millimetres of the page.
    ///   - millimetres: what lies at a place of the image, in shares.
    private func overlap(
        _ found: [Point], _ printed: ImageRectangle, _ millimetres: (Point) -> Point
    ) -> (joint: Double, inside: Double) {
        var (both, either, own) = (0, 0, 0)
        let steps = 500
        for row in 0..<steps {
            for column in 0..<steps {
                let place = Point(
                    x: (Double(column) + 0.5) / Double(steps), y: (Double(row) + 0.5) / Double(steps))
                let isFound = holds(found, place)
                let at = millimetres(place)
                let isPrinted =
                    at.x >= printed.x && at.x < printed.x + printed.width && at.y >= printed.y
                    && at.y < printed.y + printed.height
                if isFound { own += 1 }
                if isFound && isPrinted { both += 1 }
                if isFound || isPrinted { either += 1 }
            }
        }
        return (Double(both) / Double(max(1, either)), Double(both) / Double(max(1, own)))
    }

    /// Whether a convex quadrilateral, its corners clockwise, holds a point.
    private func holds(_ corners: [Point], _ point: Point) -> Bool {
        corners.indices.allSatisfy { index in
            let (from, to) = (corners[index], corners[(index + 1) % corners.count])
            return (to.x - from.x) * (point.y - from.y) - (to.y - from.y) * (point.x - from.x) >= 0
        }
    }

    private func check(_ bytes: [UInt8], _ millimetres: (Point) -> Point) throws {
        let bench = try Self.bench.get()
        let today = MRZExamplesTests.today
        let reading = try bench.reader.read([DocumentImage(bytes: bytes, isCropped: false)], today: today)
        let read = try #require(reading.mrzEvidence?.images.first)
        let places = try #require(read.places)
        #expect(places.count == 2 && places.allSatisfy { $0.middles.count == 44 })
        for (place, printed) in zip(places, Self.printedLines) {
            let shared = overlap(place.corners, printed, millimetres).joint
            #expect(shared >= 0.7, "line at \(printed.y) mm: \(shared)")
        }
        let number = try #require(places.last?.corners(ofColumns: 0..<9))
        let shared = overlap(number, Self.printedNumber, millimetres).joint
        #expect(shared >= 0.7, "number: \(shared)")

        let portrait = try #require(reading.evidence.portrait)
        let face = overlap(
            corners(of: portrait, on: reading.evidence.images[0]), PassportPage.portraitPlace, millimetres)
        #expect(face.inside >= 0.95 && face.joint >= 0.1, "face: \(face)")
    }

    /// Of the face, in shares of the image as it was sent.
    private func corners(of portrait: PortraitEvidence, on image: DocumentEvidence.ReceivedImage) -> [Point] {
        let (width, height) = (Double(image.width), Double(image.height))
        let turns = portrait.clockwiseQuarterTurns
        let (across, down) = turns % 2 == 0 ? (width, height) : (height, width)
        let box = portrait.box
        let upright = [(0.0, 0.0), (1, 0), (1, 1), (0, 1)].map {
            Point(x: (box.x + $0.0 * box.width) / across, y: (box.y + $0.1 * box.height) / down)
        }
        return upright.map { point in
            switch turns {
            case 1: Point(x: point.y, y: 1 - point.x)
            case 2: Point(x: 1 - point.x, y: 1 - point.y)
            case 3: Point(x: 1 - point.y, y: point.x)
            default: point
            }
        }
    }

    /// As a scan, turned clockwise.
    @Test(arguments: [0, 1, 2]) func onAPageThatLiesStraight(turns: Int) throws {
        let image = try Self.bench.get().page.image.reduced(toLongestSide: 1200).turned(clockwiseQuarterTurns: turns)
        try check(try image.jpeg(quality: 88)) { place in
            let upright =
                switch turns {
                case 1: Point(x: place.y, y: 1 - place.x)
                case 2: Point(x: 1 - place.x, y: 1 - place.y)
                default: place
                }
            return Point(
                x: upright.x * PassportPage.widthInMillimetres, y: upright.y * PassportPage.heightInMillimetres)
        }
    }

    /// As a phone takes it.
    @Test(arguments: [-20.0, -4, 20]) func onAPageInPerspective(degrees: Double) throws {
        let view = PhoneView(turnInDegrees: degrees)
        let camera = PassportPage.camera(view)
        try check(try Self.bench.get().page.photographed(view)) { place in
            let at = camera.place(
                seenAt: place.x * Double(view.size.width), place.y * Double(view.size.height))
            return Point(
                x: at.x + PassportPage.widthInMillimetres / 2, y: at.y + PassportPage.heightInMillimetres / 2)
        }
    }
}
