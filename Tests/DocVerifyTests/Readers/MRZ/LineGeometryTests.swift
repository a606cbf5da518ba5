import Foundation
import TestSupport
import Testing
import Vision

@testable import DocVerify

@Suite struct LineGeometryTests {
    @Test func theRectangleAroundTurnedPointsIsFoundAtAnyAngle() throws {
        var generator = SeededGenerator.announced()
        for _ in 0..<500 {
            let angle = Double.random(in: -0.7...2.3, using: &generator)
            let made = TextLine(
                center: Point(x: .random(in: 0...500, using: &generator), y: .random(in: 0...500, using: &generator)),
                angleInRadians: angle, length: .random(in: 60...300, using: &generator),
                height: .random(in: 5...40, using: &generator))
            var points = [(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)].map {
                made.global(Point(x: $0.0 * made.length, y: $0.1 * made.height))
            }
            for _ in 0..<20 {
                points.append(
                    made.global(
                        Point(
                            x: .random(in: -0.5...0.5, using: &generator) * made.length,
                            y: .random(in: -0.5...0.5, using: &generator) * made.height)))
            }
            let found = try #require(TextLine(around: convexHull(of: points)))
            #expect(abs(found.length - made.length) < 1e-6 && abs(found.height - made.height) < 1e-6)
            #expect(found.center.distance(to: made.center) < 1e-6)
            #expect(abs(remainder(found.angleInRadians - made.angleInRadians, .pi)) < 1e-6)
        }
    }

    @Test func touchingPixelsAreOneRegionAndFaintOnesNone() {
        var map = [Float](repeating: 0, count: 40 * 20)
        for column in 5..<25 { for row in 4..<7 { map[row * 40 + column] = 0.9 } }
        for column in 5..<25 { for row in 12..<15 { map[row * 40 + column] = 0.35 } }
        let regions = TextLineFinder.regions(of: map, size: ImageSize(width: 40, height: 20))
        #expect(regions.count == 1)
        let line = regions.first.flatMap { TextLine(around: convexHull(of: $0.outline)) }
        #expect(line?.length == 20 && line?.height == 3)
    }

    /// Steps that show `text` at an even pitch, runs of fillers merged into one as the recogniser does.
    private func steps(showing text: String, pitch: Double, first: Double, count: Int) -> SymbolSteps {
        var symbols = [Float](repeating: 0.0001, count: count * MRZSymbols.count)
        var blanks = [Float](repeating: 0.99, count: count)
        for (index, character) in text.utf8.enumerated() {
            let step = Int((first + Double(index) * pitch).rounded())
            guard let symbol = MRZSymbols.index(of: character), step >= 0, step < count else { continue }
            symbols[step * MRZSymbols.count + symbol] = 0.95
            blanks[step] = 0.04
        }
        return SymbolSteps(count: count, symbols: symbols, blanks: blanks)
    }

    @Test func columnsAreCountedByPlaceWhereTheRunOfFillersIsNot() throws {
        // What a general reader makes of a line: the run at the end lost all but three of its fillers.
        let line = "P<UTOERIKSSON<<ANNA<MARIA<<<" + String(repeating: " ", count: 16)
        let steps = steps(showing: line, pitch: 3.9, first: 7.2, count: 190)
        let classes = MRZLayout.layout(of: .td3).columnClasses[0]
        let grid = try #require(ColumnGrid.best(for: steps, classes: classes)).grid
        #expect(abs(grid.center(ofColumn: 0) - 7.2) < 1.3)
        #expect(abs(grid.center(ofColumn: 24) - (7.2 + 24 * 3.9)) < 1.3)
    }

    @Test func theLayoutThatExplainsALineFitsBetterThanTheOthers() throws {
        let lines = MRZWriter(format: .td3).lines
        let steps = steps(showing: lines[1], pitch: 3.8, first: 8, count: 186)
        func fit(_ format: MRZFormat, _ line: Int) -> Double {
            ColumnGrid.best(for: steps, classes: MRZLayout.layout(of: format).columnClasses[line])?.score ?? -100
        }
        #expect(fit(.td3, 1) > -0.1)
        #expect(fit(.td3, 1) > fit(.td2, 1) + 0.1)
        #expect(fit(.td3, 1) > fit(.td1, 1) + 0.1)
    }
}
