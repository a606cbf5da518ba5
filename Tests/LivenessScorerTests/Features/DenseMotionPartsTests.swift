import Foundation
import TestSupport
import Testing
import Vision

@testable import LivenessScorer

@Suite struct HeadTurnsTests {
    @Test func theDensestFrameHasMostOthersNear() {
        let turns = HeadTurns(yaws: [-40, -10, -5, 0, 5, 12, 45], pitches: [0, 0, 0, 0, 0, 0, 0])
        let (anchor, frames) = turns.densest(within: 15)
        #expect(anchor == 3)
        #expect(frames == [1, 2, 3, 4, 5])
        #expect(turns.rangeInDegrees == 85)
        #expect(turns.of(frames).rangeInDegrees == 22)
    }

    @Test func ofEquallyDenseFramesTheMiddleOneIsTaken() {
        let turns = HeadTurns(yaws: [0, 0, 0, 0, 0], pitches: [1, 1, 1, 1, 1])
        #expect(turns.densest(within: 1).anchor == 2)
        #expect(HeadTurns(yaws: [], pitches: []).densest(within: 1).frames.isEmpty)
    }
}

@Suite struct PolygonMaskTests {
    @Test func aRectangleHoldsItsPixels() {
        let size = ImageSize(width: 10, height: 8)
        let inside = size.pixels(
            inside: [Point(x: 1.5, y: 2.5), Point(x: 5.5, y: 2.5), Point(x: 5.5, y: 4.5), Point(x: 1.5, y: 4.5)])
        #expect(inside == [3, 4].flatMap { row in (2...5).map { row * 10 + $0 } })
    }

    @Test func eachPixelIsInsideAsARaySays() {
        var random = SeededGenerator.announced()
        let size = ImageSize(width: 24, height: 30)
        for _ in 0..<50 {
            let polygon = (0..<Int.random(in: 3...9, using: &random)).map { _ in
                Point(x: .random(in: -10...34, using: &random), y: .random(in: -10...40, using: &random))
            }
            let inside = Set(size.pixels(inside: polygon))
            for pixel in 0..<(size.width * size.height) {
                let (x, y) = (Double(pixel % size.width), Double(pixel / size.width))
                let crossings = zip(polygon, polygon.dropFirst() + polygon.prefix(1)).count { start, end in
                    (start.y > y) != (end.y > y)
                        && x >= start.x + (y - start.y) * (end.x - start.x) / (end.y - start.y)
                }
                #expect(inside.contains(pixel) == !crossings.isMultiple(of: 2), "\(pixel) of \(polygon)")
            }
        }
    }

    @Test func whatIsNoPolygonHoldsNothing() {
        let size = ImageSize(width: 4, height: 4)
        #expect(size.pixels(inside: []).isEmpty)
        #expect(size.pixels(inside: [Point(x: 0, y: 0), Point(x: 3, y: 3)]).isEmpty)
        #expect(size.pixels(inside: [Point(x: 0, y: 0), Point(x: .nan, y: 3), Point(x: 3, y: 0)]).isEmpty)
        let huge = [Point(x: -1e30, y: -1e30), Point(x: 1e30, y: -1e30), Point(x: 0, y: 1e30)]
        #expect(size.pixels(inside: huge).count == 16)
    }
}

@Suite struct PlaneFitTests {
    @Test func aPlaneIsFoundAgain() {
        var random = SeededGenerator.announced()
        let places = (0..<200).map { _ in
            Point(x: .random(in: -1...1, using: &random), y: .random(in: -1...1, using: &random))
        }
        let fit = PlaneFit(places: places)
        let plane = fit.plane(through: places.map { 0.3 - 0.7 * $0.x + 1.1 * $0.y })
        #expect(abs(plane.constant - 0.3) < 1e-9 && abs(plane.slopeX + 0.7) < 1e-9 && abs(plane.slopeY - 1.1) < 1e-9)
    }

    @Test func theWorstFifthIsLeftOutOfTheDeviation() {
        let places = (0..<100).map { Point(x: Double($0 % 10), y: Double($0 / 10)) }
        let fit = PlaneFit(places: places)
        let level = Plane(constant: 0, slopeX: 0, slopeY: 0)
        let values = (0..<100).map { $0 < 20 ? 9.0 : 2.0 }
        #expect(fit.deviation(of: values, from: level, keeping: 0.8) == 2)
        #expect(fit.deviation(of: values, from: level, keeping: 1) > 4)
        #expect(PlaneFit(places: []).deviation(of: [], from: level, keeping: 0.8) == 0)
    }

    @Test func placesOnOneLineGiveALevelPlane() {
        let fit = PlaneFit(places: (0..<10).map { Point(x: Double($0), y: 0) })
        #expect(fit.plane(through: Array(repeating: 3, count: 10)) == Plane(constant: 3, slopeX: 0, slopeY: 0))
    }
}

@Suite struct AppearanceCourseTests {
    @Test func aFadeIsOneSteadyCourse() {
        let course = AppearanceCourse(of: (0..<9).map { frame in (0..<50).map { Float(frame - 4) * Float($0 % 7) } })
        #expect(course.share > 0.999)
        #expect(course.steadiness(atFrames: Array(0..<9)) > 0.99)
        #expect(course.gap < 0.2)
    }

    @Test func imagesInTurnAreOneCourseWithAGap() {
        let course = AppearanceCourse(
            of: [1, 1, -1, -1, 1, 1, -1, -1].map { side in (0..<50).map { Float(side) * Float($0 % 7) } })
        #expect(course.gap > 0.99)
        #expect(course.steadiness(atFrames: Array(0..<8)) < 0.2)
    }

    @Test func manyChangesAreNeither() {
        var random = SeededGenerator.announced()
        let course = AppearanceCourse(
            of: (0..<9).map { _ in (0..<400).map { _ in Float.random(in: -1...1, using: &random) } })
        #expect(course.share < 0.3)
        #expect(course.steadiness(atFrames: Array(0..<9)) < 0.3 && course.gap < 0.3)
    }

    @Test func noChangeIsNoCourse() {
        let course = AppearanceCourse(of: (0..<6).map { _ in [0, 0, 0] })
        #expect(course == AppearanceCourse(share: 0, values: [0, 0, 0, 0, 0, 0]))
        #expect(course.steadiness(atFrames: Array(0..<6)) == 0 && course.gap == 0)
    }
}
