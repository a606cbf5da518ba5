import Foundation
import Glibc
import TestSupport
import Testing
import Vision

@testable import DocVerify

/// Where a document lies is found in scenes whose corners are known.
@Suite(.serialized) struct DocumentBoundsTests {
    private static let card = Image(size: ImageSize(width: 1000, height: 630), blue: 205, green: 215, red: 200)

    private func found(_ page: PhotographedPage) throws -> DocumentEvidence.ReceivedImage {
        let bench = try BoundsBench.shared.get()
        return try bench.record(of: page.image(of: bench.page)).image
    }

    private static func milliseconds(_ work: () throws -> Void) rethrows -> Double {
        func now() -> Double {
            var time = timespec()
            clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
            return Double(time.tv_sec) * 1000 + Double(time.tv_nsec) / 1e6
        }
        let start = now()
        try work()
        return now() - start
    }

    /// Scenes as `PhotographedPage.random` makes them; `BOUNDS_SCENES` sets how many, and the figures are printed
    /// (docs/measurements/document-bounds.md).
    @Test func cornersAreFoundToAMillimetreInMostScenes() throws {
        let bench = try BoundsBench.shared.get()
        let count = ProcessInfo.processInfo.environment["BOUNDS_SCENES"].flatMap(Int.init) ?? 4
        var generator = SeededGenerator(seed: 2026)
        var (errors, alone, turned, times): ([Double], [Double], Int, [Double]) = ([], [], 0, [])
        var (tilts, withPrint, withoutPrint) = ([Double](), 0, 0)
        for _ in 0..<count {
            let page = PhotographedPage.random(using: &generator)
            let levels = ImageLevels(page.image(of: bench.page))
            let reading = try bench.reader.read([levels], today: bench.today)
            guard let print = reading.placements[0]?.print else { continue }
            withPrint += 1
            var record: DocumentEvidence.ReceivedImage?
            times.append(
                Self.milliseconds {
                    record = DocumentEvidence.ReceivedImage(
                        sha256: "", levels: levels, statedCropped: false, print: print, face: nil)
                })
            let bounds = record?.bounds
            errors.append(bounds.flatMap { BoundsBench.errors($0, of: page).max() } ?? .infinity)
            let turns = ((4 - Int((page.rollInDegrees / 90).rounded())) % 4 + 4) % 4
            if bounds?.clockwiseQuarterTurns == turns { turned += 1 }
            if let tilt = bounds?.tiltInDegrees, errors.last ?? 9 <= 1 { tilts.append(abs(tilt - page.tiltInDegrees)) }
            let edges = ShownDocument(in: levels, print: nil, face: nil, isStatedCropped: false)
            guard let document = edges.document else { continue }
            withoutPrint += 1
            // Without print nothing says which way it reads.
            alone.append(
                (0..<4).compactMap { turns in
                    let turned = document.reading(afterQuarterTurns: turns)
                    return BoundsBench.errors(DocumentBounds(turned, in: page.size), of: page).max()
                }.min() ?? .infinity)
        }
        func share(_ values: [Double], _ limit: Double) -> String {
            "\(values.count { $0 <= limit }) of \(values.count)"
        }
        errors.sort()
        alone.sort()
        tilts.sort()
        times.sort()
        print(
            """
            scenes \(count), MRZ found in \(withPrint)
            worst corner: median \(errors[errors.count / 2]) mm, within 1 mm \(share(errors, 1)), within 3 mm \
            \(share(errors, 3)), largest \(errors.last ?? -1)
            turn right \(turned) of \(withPrint); tilt off by, where all corners are within 1 mm: median \
            \(tilts[tilts.count / 2])°, largest \(tilts.last ?? -1)°
            without MRZ: found in \(withoutPrint), within 1 mm \(share(alone, 1)), within 3 mm \(share(alone, 3))
            thread time: median \(times[times.count / 2]) ms, largest \(times.last ?? -1) ms
            """)
        #expect(Double(errors.count { $0 <= 1 }) >= 0.7 * Double(count))
        #expect(turned == withPrint)
        #expect(tilts[tilts.count / 2] < 3)
    }

    @Test(arguments: 0..<4) func theTurnOfAPageIsToldWhicheverWayItLies(turns: Int) throws {
        var page = PhotographedPage()
        page.rollInDegrees = Double(turns) * 90 + 4
        let bounds = try #require(try found(page).bounds)
        #expect(bounds.clockwiseQuarterTurns == (4 - turns) % 4)
        #expect(try #require(BoundsBench.errors(bounds, of: page).max()) < 1)
        #expect(bounds.cutOffSides.isEmpty && bounds.isMirrored == nil)
        #expect(abs(remainder(bounds.angleInDegrees - page.rollInDegrees, 360)) < 1)
    }

    /// The page is moved out of the image until a margin is missing that the MRZ does not reach.
    /// Not the left one: there the portrait's edge is taken for it (docs/measurements/document-bounds.md).
    @Test(arguments: [DocumentBounds.Side.top, .right, .bottom]) func aSideThatLiesOutsideTheImageIsNamed(
        side: DocumentBounds.Side
    ) throws {
        var page = PhotographedPage()
        page.share = 0.7
        let (width, height) = (0.7, 0.7 * 88 / 125)
        let (out, high) = (4.5 / 125 * 0.7, Double(page.size.height) / Double(page.size.width))
        page.shift =
            switch side {
            case .top: Point(x: 0, y: -(high - height) / 2 - height * 0.2)
            case .bottom: Point(x: 0, y: (high - height) / 2 + out)
            case .left: Point(x: -(1 - width) / 2 - out, y: 0)
            case .right: Point(x: (1 - width) / 2 + out, y: 0)
            }
        let bounds = try #require(try found(page).bounds)
        #expect(bounds.cutOffSides == [side])
    }

    /// The same page, standing on its head: sides are named as it reads.
    @Test func aSideIsNamedAsTheDocumentReads() throws {
        var page = PhotographedPage()
        page.share = 0.7
        page.rollInDegrees = 180
        page.shift = Point(x: -0.15 - 4.5 / 125 * 0.7, y: 0)
        #expect(try found(page).bounds?.cutOffSides == [.right])
    }

    @Test func aScanThatThePageFillsHasTheImagesBorders() throws {
        let bench = try BoundsBench.shared.get()
        let record = try bench.record(of: bench.page.reduced(toLongestSide: 1200), isStatedCropped: true).image
        let bounds = try #require(record.bounds)
        #expect(bounds.basis == .image && bounds.cutOffSides.isEmpty && record.isCropWrong == nil)
        for (corner, border) in zip(bounds.corners, [Point(x: 0, y: 0), Point(x: 1, y: 0), Point(x: 1, y: 1)]) {
            #expect(corner.distance(to: border) < 0.01)
        }
        #expect(record.side == .page)
    }

    @Test func anImageThatIsSaidToBeCroppedAndIsNotIsRecorded() throws {
        let bench = try BoundsBench.shared.get()
        let image = PhotographedPage().image(of: bench.page)
        #expect(try bench.record(of: image, isStatedCropped: true).image.isCropWrong == true)
        #expect(try bench.record(of: image).image.isCropWrong == nil)
    }

    @Test func aMirrorImageIsToldAndItsCornersAreInTheOrderOfTheDocument() throws {
        let bench = try BoundsBench.shared.get()
        var page = PhotographedPage()
        page.rollInDegrees = 6
        let bounds = try #require(try bench.record(of: page.image(of: bench.page).mirrored()).image.bounds)
        #expect(bounds.isMirrored == true)
        for (corner, right) in zip(bounds.corners, page.corners) {
            let place = Point(
                x: (1 - corner.x) * Double(page.size.width) - 0.5, y: corner.y * Double(page.size.height) - 0.5)
            #expect(place.distance(to: right) < 6)
        }
    }

    // Without an MRZ.

    private static let face = Quadrilateral([
        Point(x: 10, y: 16), Point(x: 24, y: 16), Point(x: 24, y: 34), Point(x: 10, y: 34),
    ])

    @Test(arguments: [0.0, 84, 175, 268]) func theFrontOfACardIsFoundByItsEdgesAndReadsAsItsPortraitStands(
        roll: Double
    ) throws {
        var page = PhotographedPage(width: 85.6, height: 53.98)
        (page.rollInDegrees, page.tiltInDegrees, page.directionInDegrees, page.share) = (roll, 18, 40, 0.5)
        let turns = (4 - Int((roll / 90).rounded()) % 4) % 4
        let shown = ShownDocument(
            in: ImageLevels(page.image(of: Self.card)), print: nil,
            face: ShownDocument.Face(
                corners: Self.face.moved(page.fromMillimetres.apply), clockwiseQuarterTurns: turns),
            isStatedCropped: false)
        let bounds = DocumentBounds(try #require(shown.document), in: page.size)
        #expect(bounds.basis == .edges && shown.side == .front && bounds.clockwiseQuarterTurns == turns)
        #expect(try #require(BoundsBench.errors(bounds, of: page).max()) < 1)
    }

    @Test(arguments: PhotographedPage.Ground.allCases) func aSceneWithoutADocumentHasNone(
        ground: PhotographedPage.Ground
    ) {
        var page = PhotographedPage()
        page.ground = ground
        let shown = ShownDocument(in: ImageLevels(page.background), print: nil, face: nil, isStatedCropped: false)
        #expect(shown.document == nil && shown.count == 0 && shown.side == nil)
    }

    @Test func twoCardsBesideEachOtherAreCounted() {
        var one = PhotographedPage(width: 85.6, height: 53.98)
        (one.share, one.shift, one.rollInDegrees) = (0.4, Point(x: -0.24, y: 0.02), 5)
        var two = one
        (two.shift, two.rollInDegrees) = (Point(x: 0.24, y: -0.03), -8)
        let scene = two.laid(Self.card, on: one.image(of: Self.card))
        #expect(ShownDocument(in: ImageLevels(scene), print: nil, face: nil, isStatedCropped: false).count == 2)
    }

    /// A frame around the portrait is no document.
    @Test func whatAFaceFillsIsNoDocument() {
        let page = PhotographedPage(width: 35, height: 26)
        let face = Quadrilateral(
            [(8.0, 2.0), (27, 2), (27, 24), (8, 24)].map { page.fromMillimetres.apply(Point(x: $0.0, y: $0.1)) })
        let shown = ShownDocument(
            in: ImageLevels(page.image(of: Self.card)), print: nil,
            face: ShownDocument.Face(corners: face, clockwiseQuarterTurns: 0), isStatedCropped: false)
        #expect(shown.document == nil && shown.side == .front)
    }

    /// Sizes that no camera has end in an answer as well.
    @Test(arguments: [(1, 1), (2, 300), (300, 3), (9, 9), (33, 65)]) func smallImagesAreLookedAtWithoutHarm(
        width: Int, height: Int
    ) throws {
        let image = Image(size: ImageSize(width: width, height: height), blue: 9, green: 200, red: 90)
        let levels = ImageLevels(image)
        #expect(ShownDocument(in: levels, print: nil, face: nil, isStatedCropped: false).document == nil)
        _ = DocumentEvidence.ReceivedImage(sha256: "", levels: levels, statedCropped: true, print: nil, face: nil)
    }
}
