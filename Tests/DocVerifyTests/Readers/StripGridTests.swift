import Foundation
import Testing

@testable import DocVerify

@Suite struct StripGridTests {
    @Test func anEvenStripIsScaledAlone() {
        let grid = StripGrid(scale: 1.5)
        for place in [-400.0, -1, 0, 0.5, 300] {
            #expect(grid.offset(ofPixel: place) == 1.5 * place)
            #expect(grid.scale(atPixel: place) == 1.5)
        }
    }

    /// Columns of a page at an angle, as a camera sees them.
    @Test(arguments: [-35.0, -20, 5, 20, 35]) func columnsInPerspectiveAreAsWideAsEachOther(degrees: Double) throws {
        let angle = degrees * .pi / 180
        let middles = (0..<44).map { column -> Double in
            let x = (Double(column) - 21.5) * 2.54
            return 1000 * x * cos(angle) / (240 + x * sin(angle))
        }
        let grid = try #require(StripGrid(evening: middles, pitch: 19, scale: 2))
        for (column, middle) in middles.enumerated() {
            let place = (Double(column) - 21.5) * 19
            #expect(abs(grid.offset(ofPixel: place) - middle) < 0.1)
            // What is twice as far away is half as tall.
            let depth = 240 / (240 + (Double(column) - 21.5) * 2.54 * sin(angle))
            #expect(abs(grid.scale(atPixel: place) / 2 - depth) < 0.02)
        }
    }

    @Test func columnsThatNoCameraSeesAreNotEvened() {
        #expect(StripGrid(evening: [0, 1], pitch: 19, scale: 1) == nil)
        #expect(StripGrid(evening: [5, 3, 1], pitch: 19, scale: 1) == nil)
        #expect(StripGrid(evening: [0, 9.5, 10], pitch: 19, scale: 1) == nil)
    }
}
