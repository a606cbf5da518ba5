import Testing
import Vision

@testable import DocVerify

/// Where a line stands, and where its columns do.
@Suite struct MRZPlaceTests {
    private static let size = ImageSize(width: 1000, height: 500)

    private func place(angleInDegrees: Double = 0, middles: [Double] = [-1.5, -0.5, 0.5, 1.5]) -> MRZPlace {
        MRZPlace(
            of: TextLine(
                center: Point(x: 499.5, y: 249.5), angleInRadians: angleInDegrees / 180 * .pi, length: 400, height: 90),
            pitchInPixels: 100, middles: middles, in: Self.size)
    }

    private func isClose(_ points: [Point], _ expected: [(Double, Double)]) -> Bool {
        points.count == expected.count
            && zip(points, expected).allSatisfy { abs($0.x - $1.0) < 1e-3 && abs($0.y - $1.1) < 1e-3 }
    }

    @Test func theCornersAreSharesOfTheImageInTheOrderOfReading() {
        // 400 of 1000 pixels wide, 115 of 500 high.
        #expect(isClose(place().corners, [(0.3, 0.385), (0.7, 0.385), (0.7, 0.615), (0.3, 0.615)]))
        #expect(
            isClose(place(angleInDegrees: 180).corners, [(0.7, 0.615), (0.3, 0.615), (0.3, 0.385), (0.7, 0.385)]))
    }

    @Test func columnsEndHalfWayBetweenTheirMiddles() throws {
        let even = try #require(place().corners(ofColumns: 1..<3))
        #expect(isClose(even, [(0.4, 0.385), (0.6, 0.385), (0.6, 0.615), (0.4, 0.615)]))
        // Nearer at its end: the later columns are wider.
        let near = try #require(place(middles: [-1.6, -0.8, 0.2, 1.4]).corners(ofColumns: 0..<2))
        #expect(isClose(near, [(0.3, 0.385), (0.47, 0.385), (0.47, 0.615), (0.3, 0.615)]))
    }

    @Test func allColumnsAreTheWholeLine() throws {
        #expect(place().corners(ofColumns: 0..<4) == place().corners)
    }

    @Test func columnsThatALineHasNotAreNowhere() {
        #expect(place().corners(ofColumns: 0..<5) == nil)
        #expect(place().corners(ofColumns: 4..<4) == nil)
        #expect(MRZPlace(corners: [], middles: [0.5]).corners(ofColumns: 0..<1) == nil)
    }
}
