import Foundation
import TestSupport
import Testing
import Vision

@testable import DocVerify

/// Properties of corners, over random cameras.
@Suite struct QuadrilateralTests {
    private func located(_ page: PhotographedPage) -> LocatedDocument {
        LocatedDocument(
            quadrilateral: Quadrilateral(page.corners), basis: .edges, seen: [1, 0.9, 0.8, 0.7],
            format: LocatedDocument.Format(width: page.widthInMillimetres, height: page.heightInMillimetres))
    }

    @Test func theTiltFollowsFromTheCorners() throws {
        var generator = SeededGenerator.announced()
        for _ in 0..<200 {
            let page = PhotographedPage.random(using: &generator)
            let tilt = try #require(located(page).tiltInDegrees(in: page.size))
            #expect(abs(tilt - page.tiltInDegrees) < 1.5, "\(page)")
        }
    }

    @Test func fourQuarterTurnsAreNone() throws {
        var generator = SeededGenerator.announced()
        for _ in 0..<50 {
            var document = located(PhotographedPage.random(using: &generator))
            document.cutOff = [.left]
            #expect(document.reading(afterQuarterTurns: 0).quadrilateral == document.quadrilateral)
            for turns in 0..<4 {
                let turned = document.reading(afterQuarterTurns: turns)
                let back = turned.reading(afterQuarterTurns: (4 - turns) % 4)
                #expect(back.quadrilateral == document.quadrilateral && back.seen == document.seen)
                #expect(back.cutOff == document.cutOff)
                // A side keeps its place in the image.
                let side = try #require(turned.cutOff.first)
                #expect(turned.quadrilateral.ends(of: side).start == document.quadrilateral.ends(of: .left).start)
            }
        }
    }

    @Test func cornersHoldTheirMiddleAndNothingBeyondThem() {
        var generator = SeededGenerator.announced()
        for _ in 0..<100 {
            let page = PhotographedPage.random(using: &generator)
            let corners = Quadrilateral(page.corners)
            #expect(corners.isConvex && corners.signedArea > 0)
            let mirrored = corners.moved { Point(x: -$0.x, y: $0.y) }
            #expect(mirrored.isConvex && mirrored.signedArea < 0 && mirrored.area == corners.area)
            for _ in 0..<20 {
                let place = Point(
                    x: Double.random(in: -60...185, using: &generator),
                    y: Double.random(in: -60...148, using: &generator))
                let isInside = (0...125).contains(place.x) && (0...88).contains(place.y)
                let seen = page.fromMillimetres.apply(place)
                #expect(corners.holds(seen) == isInside)
                #expect(mirrored.holds(Point(x: -seen.x, y: seen.y)) == isInside)
            }
        }
    }

    @Test func whatIsNoQuadrilateralIsNone() {
        let point = Point(x: 3, y: 3)
        #expect(!Quadrilateral([point, point, point, point]).isConvex)
        #expect(!Quadrilateral([Point(x: .nan, y: 0), point, point, point]).isConvex)
        let crossed = [Point(x: 0, y: 0), Point(x: 9, y: 9), Point(x: 9, y: 0), Point(x: 0, y: 9)]
        #expect(!Quadrilateral(crossed).isConvex)
    }
}
