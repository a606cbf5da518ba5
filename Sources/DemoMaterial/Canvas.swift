package import Vision

/// A colour of print, 0 to 255 each.
package struct Ink: Equatable, Sendable {
    let red: Double
    let green: Double
    let blue: Double

    package init(_ red: Double, _ green: Double, _ blue: Double) {
        self.red = red
        self.green = green
        self.blue = blue
    }
}

/// An image being drawn: blue, green, red, in numbers that are rounded once at the end.
package struct Canvas: Sendable {
    let width: Int
    let height: Int
    private(set) var values: [Float]

    package init(width: Int, height: Int, paper: Ink) {
        self.width = width
        self.height = height
        values = [Float](repeating: 0, count: width * height * 3)
        for index in 0..<(width * height) { put(paper, at: index) }
    }

    /// The drawing as an image.
    package var image: Image {
        Image(
            size: ImageSize(width: width, height: height),
            pixels: values.map { UInt8(min(max($0 + 0.5, 0), 255)) })
    }

    private mutating func put(_ ink: Ink, at index: Int) {
        values[index * 3] = Float(ink.blue)
        values[index * 3 + 1] = Float(ink.green)
        values[index * 3 + 2] = Float(ink.red)
    }

    /// Covers the pixel by the share `coverage` (0 to 1) of `ink`. Outside the canvas nothing happens.
    mutating func cover(column: Int, row: Int, with ink: Ink, coverage: Double) {
        guard coverage > 0, column >= 0, column < width, row >= 0, row < height else { return }
        let index = (row * width + column) * 3
        let share = Float(min(coverage, 1))
        values[index] += (Float(ink.blue) - values[index]) * share
        values[index + 1] += (Float(ink.green) - values[index + 1]) * share
        values[index + 2] += (Float(ink.red) - values[index + 2]) * share
    }

    /// Covers every pixel of the rectangle (in pixels, clipped) by what `coverage` says for its centre.
    mutating func cover(
        columns: Range<Int>, rows: Range<Int>, with ink: Ink, coverage: (_ x: Double, _ y: Double) -> Double
    ) {
        for row in rows.clamped(to: 0..<height) {
            for column in columns.clamped(to: 0..<width) {
                cover(column: column, row: row, with: ink, coverage: coverage(Double(column) + 0.5, Double(row) + 0.5))
            }
        }
    }

    /// Prints glyphs in `ink`.
    mutating func draw(_ glyphs: [Typeface.Glyph], ink: Ink, opacity: Double = 1) {
        for glyph in glyphs {
            for row in 0..<glyph.height {
                for column in 0..<glyph.width {
                    let coverage = Double(glyph.coverage[row * glyph.width + column]) / 255
                    cover(column: glyph.left + column, row: glyph.top + row, with: ink, coverage: coverage * opacity)
                }
            }
        }
    }

    /// Prints a line of the given width through `points` (pixels), with round ends.
    mutating func stroke(_ points: [(x: Double, y: Double)], widthInPixels: Double, ink: Ink, opacity: Double = 1) {
        guard points.count > 1 else { return }
        let reach = widthInPixels / 2 + 1
        var coverage: [Int: Double] = [:]
        for (from, to) in zip(points, points.dropFirst()) {
            let (dx, dy) = (to.x - from.x, to.y - from.y)
            let squaredLength = max(dx * dx + dy * dy, 1e-9)
            let columns = Int(min(from.x, to.x) - reach)...Int(max(from.x, to.x) + reach)
            let rows = Int(min(from.y, to.y) - reach)...Int(max(from.y, to.y) + reach)
            for row in rows where row >= 0 && row < height {
                for column in columns where column >= 0 && column < width {
                    let (x, y) = (Double(column) + 0.5, Double(row) + 0.5)
                    let along = min(max(((x - from.x) * dx + (y - from.y) * dy) / squaredLength, 0), 1)
                    let (ox, oy) = (x - from.x - along * dx, y - from.y - along * dy)
                    let distance = (ox * ox + oy * oy).squareRoot()
                    let share = min(max(widthInPixels / 2 + 0.5 - distance, 0), 1)
                    // The joints of a line are covered once, not twice: the larger share counts.
                    if share > 0 { coverage[row * width + column] = max(coverage[row * width + column] ?? 0, share) }
                }
            }
        }
        for (index, share) in coverage {
            cover(column: index % width, row: index / width, with: ink, coverage: share * opacity)
        }
    }

    /// Prints `image` with its upper left corner at (`column`, `row`), covering by what `coverage` says for each pixel
    /// of the image.
    package mutating func paste(
        _ image: Image, column: Int, row: Int, coverage: (_ x: Int, _ y: Int) -> Double = { _, _ in 1 }
    ) {
        for y in 0..<image.size.height {
            for x in 0..<image.size.width {
                let source = (y * image.size.width + x) * 3
                let ink = Ink(
                    Double(image.pixels[source + 2]), Double(image.pixels[source + 1]),
                    Double(image.pixels[source]))
                cover(column: column + x, row: row + y, with: ink, coverage: coverage(x, y))
            }
        }
    }
}
