internal import Foundation
internal import Vision

/// Finds the places of an image that look like a PDF417: dense bars, all in one direction. It says where to look closer, never
/// that something is there.
enum BarcodeRegions {
    /// The sizes at which an image is looked at, along its longest side in pixels: the second for a card that is small in its image.
    static let sides = [640, 1280]
    /// A region is made of squares of so many pixels,
    private static let cell = 8
    /// of which it has so many at least: a symbol of 100 by 32 pixels.
    private static let leastCells = 48
    /// The most regions of an image.
    private static let mostRegions = 4
    /// Root of the mean squared difference of neighbours two pixels apart, in grey levels: bars have 60 to 150, blurred ones less.
    private static let leastContrast = 20.0
    /// How much of the contrast of a square and its neighbours runs in one direction, 0 to 1: bars have 0.5 to 0.9, text less.
    private static let leastCoherence = 0.4
    /// Neighbouring squares of a region run in the same direction, within this, in radians.
    private static let mostTurn = 0.35
    /// Symbols of licences are two to six times as long as high; what is higher than this share of its length is none.
    private static let mostHeight = 0.8
    /// The share of a region's rectangle that its squares fill.
    private static let leastFill = 0.5

    /// Squared differences along x, along y, and their product, of a square or of several.
    private struct Gradient {
        var xx = 0.0
        var yy = 0.0
        var xy = 0.0
        var pixels = 0.0

        static func + (left: Self, right: Self) -> Self {
            Gradient(
                xx: left.xx + right.xx, yy: left.yy + right.yy, xy: left.xy + right.xy,
                pixels: left.pixels + right.pixels)
        }

        var contrast: Double { pixels > 0 ? ((xx + yy) / pixels).squareRoot() : 0 }
        var coherence: Double {
            let sum = xx + yy
            return sum > 0 ? ((xx - yy) * (xx - yy) + 4 * xy * xy).squareRoot() / sum : 0
        }
        /// Across the bars, which is along the symbol; from the x axis towards the y axis, ±π/2.
        var direction: Double { 0.5 * atan2(2 * xy, xx - yy) }
    }

    /// Across the bars that fill the image, from the x axis towards the y axis, ±π/2. Of a symbol that lies nearly upright; bars only
    /// two or three pixels wide seem to lie more along the diagonals than they do.
    static func direction(in grey: GreyImage) -> Double {
        gradients(of: grey, width: grey.size.width / cell, height: grey.size.height / cell)
            .reduce(Gradient(), +).direction
    }

    /// Rectangles around the regions, the largest first, in pixels of `grey`; which of their ends is the symbol's begin is open.
    static func regions(in grey: GreyImage) -> [TextLine] {
        let (width, height) = (grey.size.width / cell, grey.size.height / cell)
        guard width > 2, height > 2 else { return [] }
        let cells = gradients(of: grey, width: width, height: height)
        var around: [Gradient] = []
        around.reserveCapacity(cells.count)
        for y in 0..<height {
            for x in 0..<width {
                var sum = Gradient()
                for row in max(0, y - 1)...min(height - 1, y + 1) {
                    for column in max(0, x - 1)...min(width - 1, x + 1) { sum = sum + cells[row * width + column] }
                }
                around.append(sum)
            }
        }
        let isBarred = cells.indices.map {
            cells[$0].contrast >= leastContrast && around[$0].coherence >= leastCoherence
        }
        var isTaken = [Bool](repeating: false, count: cells.count)
        var found: [(line: TextLine, count: Int)] = []
        for start in cells.indices where isBarred[start] && !isTaken[start] {
            var members = [start]
            isTaken[start] = true
            var next = 0
            while next < members.count {
                let (x, y) = (members[next] % width, members[next] / width)
                let direction = around[members[next]].direction
                next += 1
                for row in max(0, y - 1)...min(height - 1, y + 1) {
                    for column in max(0, x - 1)...min(width - 1, x + 1) {
                        let other = row * width + column
                        guard isBarred[other], !isTaken[other],
                            turn(from: direction, to: around[other].direction) <= mostTurn
                        else { continue }
                        isTaken[other] = true
                        members.append(other)
                    }
                }
            }
            guard members.count >= leastCells else { continue }
            let sum = members.reduce(Gradient()) { $0 + cells[$1] }
            let line = rectangle(
                around: members.map { Point(x: Double($0 % width) + 0.5, y: Double($0 / width) + 0.5) },
                direction: sum.direction)
            let area = line.length * line.height / Double(cell * cell)
            guard Double(members.count) >= leastFill * area, line.height <= mostHeight * line.length else { continue }
            found.append((line, members.count))
        }
        return found.sorted { $0.count > $1.count }.prefix(mostRegions).map(\.line)
    }

    private static func turn(from one: Double, to other: Double) -> Double {
        let turn = abs(one - other).truncatingRemainder(dividingBy: .pi)
        return min(turn, .pi - turn)
    }

    /// - Parameter centers: of squares, counted in squares.
    private static func rectangle(around centers: [Point], direction: Double) -> TextLine {
        let frame = TextLine(center: Point(x: 0, y: 0), angleInRadians: direction, length: 0, height: 0)
        let places = centers.map(frame.local)
        let (left, right) = (places.map(\.x).min() ?? 0, places.map(\.x).max() ?? 0)
        let (top, bottom) = (places.map(\.y).min() ?? 0, places.map(\.y).max() ?? 0)
        let size = Double(cell)
        return TextLine(
            center: frame.global(Point(x: (left + right) / 2, y: (top + bottom) / 2)) * size,
            angleInRadians: direction, length: (right - left + 1) * size, height: (bottom - top + 1) * size)
    }

    /// Of each square, row by row.
    private static func gradients(of grey: GreyImage, width: Int, height: Int) -> [Gradient] {
        let stride = grey.size.width
        return grey.pixels.withUnsafeBufferPointer { pixels in
            var cells: [Gradient] = []
            cells.reserveCapacity(width * height)
            for row in 0..<height {
                for column in 0..<width {
                    var (xx, yy, xy, count) = (0, 0, 0, 0)
                    for y in max(1, row * cell)..<min(grey.size.height - 1, (row + 1) * cell) {
                        for x in max(1, column * cell)..<min(stride - 1, (column + 1) * cell) {
                            let place = y * stride + x
                            let horizontal = Int(pixels[place + 1]) - Int(pixels[place - 1])
                            let vertical = Int(pixels[place + stride]) - Int(pixels[place - stride])
                            xx += horizontal * horizontal
                            yy += vertical * vertical
                            xy += horizontal * vertical
                            count += 1
                        }
                    }
                    cells.append(
                        Gradient(xx: Double(xx), yy: Double(yy), xy: Double(xy), pixels: Double(count)))
                }
            }
            return cells
        }
    }
}
