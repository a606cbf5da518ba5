package import Vision

/// Where a line of an MRZ stands on its image, in shares of the image's width and height: (0, 0) is the upper left corner,
/// (1, 1) the lower right. The image is the one that was sent, not straightened, upright by its EXIF orientation. A line that
/// runs out of the image has corners beyond it.
///
/// Stored as `{"corners":[{"x","y"}, …],"middles":[share, …]}`:
///
///     corners   upper left, upper right, lower right, lower left, as the line reads: of an MRZ that stands on its head the
///               first lies at the lower right
///     middles   for each column where its middle is, from 0 at the line's begin to 1 at its end; they are closer together
///               where the page lies farther away
package struct MRZPlace: Codable, Equatable, Sendable {
    package let corners: [Point]
    package let middles: [Double]

    package init(corners: [Point], middles: [Double]) {
        self.corners = corners
        self.middles = middles
    }

    private enum CodingKeys: String, CodingKey {
        case corners, middles
    }

    /// The part of the line that some of its columns take, counted from 0, in the same order of corners; nil for columns
    /// that it does not have.
    package func corners(ofColumns columns: Range<Int>) -> [Point]? {
        guard corners.count == 4, !columns.isEmpty, middles.indices.contains(columns.lowerBound),
            middles.indices.contains(columns.upperBound - 1)
        else { return nil }
        let (from, to) = (border(before: columns.lowerBound), border(before: columns.upperBound))
        func between(_ start: Point, _ end: Point, _ share: Double) -> Point { start + (end - start) * share }
        return [
            between(corners[0], corners[1], from), between(corners[0], corners[1], to),
            between(corners[3], corners[2], to), between(corners[3], corners[2], from),
        ]
    }

    /// Half-way between two middles; the line's own ends at its ends.
    private func border(before column: Int) -> Double {
        guard column > 0 else { return 0 }
        return column < middles.count ? (middles[column - 1] + middles[column]) / 2 : 1
    }
}

extension MRZPlace {
    /// OCR-B is printed as high as the columns are wide, nearly (ICAO 9303-3 §4.4: 2.4 mm of 2.54 mm); what the finder says of a
    /// line's height scatters.
    private static let heightInColumns = 1.15

    /// - Parameter middles: of the columns, counted in columns from the middle of the line.
    init(of line: TextLine, pitchInPixels: Double, middles: [Double], in size: ImageSize) {
        let (x, y) = (line.length / 2, pitchInPixels * Self.heightInColumns / 2)
        let corners = [(-x, -y), (x, -y), (x, y), (-x, y)].map { line.global(Point(x: $0.0, y: $0.1)) }
        self.init(
            corners: corners.map {
                // Pixels are counted by their middles, shares from the image's edge.
                Point(
                    x: Self.rounded(($0.x + 0.5) / Double(size.width)),
                    y: Self.rounded(($0.y + 0.5) / Double(size.height)))
            }, middles: middles.map { Self.rounded($0 / Double(max(1, middles.count)) + 0.5) })
    }

    private static func rounded(_ value: Double) -> Double { (value * 10_000).rounded() / 10_000 }
}
