internal import Foundation
internal import Vision

/// What the finder's network says of an image, cell by cell.
struct MRZMaps: Sendable {
    /// In cells.
    let width: Int
    let height: Int
    /// The planes of the network one after another: how much speaks for the core of a line, cosine and sine of the direction in
    /// which it reads, the logarithm of the characters' height in pixels.
    let values: [Float]

    /// A cell is so many pixels wide and high.
    static let pixelsPerCell = 4.0

    /// Nil where there are not four planes of that size.
    init?(width: Int, height: Int, values: [Float]) {
        guard width > 0, height > 0, values.count == 4 * width * height else { return nil }
        (self.width, self.height, self.values) = (width, height, values)
    }

    private func value(_ plane: Int, _ cell: Int) -> Double { Double(values[plane * width * height + cell]) }

    /// Where a cell's middle lies, in pixels of the network's image.
    private func place(of cell: Int) -> Point {
        let middle = (Self.pixelsPerCell - 1) / 2
        return Point(
            x: Double(cell % width) * Self.pixelsPerCell + middle, y: Double(cell / width) * Self.pixelsPerCell + middle
        )
    }

    /// The lines, in pixels of the network's image, longest first.
    func lines() -> [TextCurve] {
        let whole = (0..<(width * height)).filter { values[$0] > 0 }
        let pieces = stripes(in: whole, above: 0).flatMap { parted($0, above: 0) }.compactMap(curve)
        return Self.joined(pieces).filter { $0.line.length >= Self.shortestInHeights * $0.line.height }
            .sorted { $0.line.length > $1.line.length }
    }

    /// A piece of fewer cells is a speck.
    private static let fewestCells = 3
    /// A stripe that is thicker than this, in heights of its characters, is more than one line.
    private static let thickest = 0.9
    /// Lines that run into each other are parted by what speaks more for their cores.
    private static let highestBar: Float = 4
    /// Cells belong to a part so far from its middle, in heights.
    private static let reach = 0.6
    /// A line of 30 characters is some 32 heights long; half of it may be hidden.
    private static let shortestInHeights = 9.0

    /// Cells among `cells` that touch by side or corner.
    private func stripes(in cells: [Int], above bar: Float) -> [[Int]] {
        var isOpen = [Bool](repeating: false, count: width * height)
        for cell in cells where values[cell] > bar { isOpen[cell] = true }
        var found: [[Int]] = []
        for start in cells where isOpen[start] {
            isOpen[start] = false
            var stripe = [start]
            var next = 0
            while next < stripe.count {
                let cell = stripe[next]
                next += 1
                let (row, column) = (cell / width, cell % width)
                for otherRow in max(0, row - 1)...min(height - 1, row + 1) {
                    for otherColumn in max(0, column - 1)...min(width - 1, column + 1) {
                        let other = otherRow * width + otherColumn
                        guard isOpen[other] else { continue }
                        isOpen[other] = false
                        stripe.append(other)
                    }
                }
            }
            if stripe.count >= Self.fewestCells { found.append(stripe) }
        }
        return found
    }

    /// The lines that a stripe is made of: one, unless it is too thick.
    private func parted(_ stripe: [Int], above bar: Float) -> [[Int]] {
        guard bar < Self.highestBar, let whole = curve(through: stripe),
            thickness(of: stripe, along: whole) > Self.thickest
        else { return [stripe] }
        let cores = stripes(in: stripe, above: bar + 1).flatMap { parted($0, above: bar + 1) }
        guard cores.count > 1 else { return cores.isEmpty ? [stripe] : parted(stripe, above: bar + 1) }
        let curves = Self.joined(cores.compactMap(curve))
        var parts = [[Int]](repeating: [], count: curves.count)
        for cell in stripe {
            let distances = curves.map { abs($0.across(place(of: cell))) / $0.line.height }
            guard let nearest = distances.indices.min(by: { distances[$0] < distances[$1] }),
                distances[nearest] < Self.reach
            else { continue }
            parts[nearest].append(cell)
        }
        return parts.filter { $0.count >= Self.fewestCells }
    }

    /// Of a stripe, in heights of its characters.
    private func thickness(of stripe: [Int], along curve: TextCurve) -> Double {
        let distances = stripe.map { curve.across(place(of: $0)) }
        let spread = distances.reduce(0) { $0 + $1 * $1 } / Double(max(1, distances.count))
        return 2 * (3 * spread).squareRoot() / curve.line.height
    }

    /// The parabola through a stripe.
    private func curve(through stripe: [Int]) -> TextCurve? {
        var direction = Point(x: 0, y: 0)
        for cell in stripe { direction = direction + Point(x: value(1, cell), y: value(2, cell)) }
        guard direction.x != 0 || direction.y != 0 else { return nil }
        let heights = stripe.map { value(3, $0) }.sorted()
        let height = exp(min(max(heights[heights.count / 2], 0), 6))
        let places = stripe.map(place)
        let weights = stripe.map { min(max(value(0, $0), 0.2), 4) }
        // Where a stripe runs says its print's direction better than its cells do; they say which end is its begin.
        let center = Point.mean(of: places)
        var (alongX, alongY, crossed) = (0.0, 0.0, 0.0)
        for place in places {
            let offset = place - center
            (alongX, alongY) = (alongX + offset.x * offset.x, alongY + offset.y * offset.y)
            crossed += offset.x * offset.y
        }
        let axis = atan2(2 * crossed, alongX - alongY) / 2
        let isBackwards = cos(axis) * direction.x + sin(axis) * direction.y < 0
        var frame = TextLine(
            center: center, angleInRadians: isBackwards ? axis + .pi : axis, length: 1, height: height)
        for _ in 0..<2 {
            let local = places.map(frame.local)
            let fit = LineFit(local, weights: weights, isCurved: false)
            guard let fit, abs(fit.slope) < 1 else { break }
            frame.center = frame.global(Point(x: 0, y: fit.offset))
            frame.angleInRadians += atan(fit.slope)
        }
        let local = places.map(frame.local)
        guard let start = local.map(\.x).min(), let end = local.map(\.x).max() else { return nil }
        let half = Self.pixelsPerCell / 2
        let isLong = end - start > 12 * height
        let fit = isLong ? LineFit(local, weights: weights, isCurved: true) : nil
        let (offset, slope, curvature) = fit.map { ($0.offset, $0.slope, $0.curvature) } ?? (0, 0, 0)
        func across(_ x: Double) -> Double { offset + slope * x + curvature * x * x }
        let (left, right) = (start - half, end + half)
        return TextCurve(
            line: TextLine(
                from: frame.global(Point(x: left, y: across(left))),
                to: frame.global(Point(x: right, y: across(right))),
                height: height),
            sag: across((left + right) / 2) - (across(left) + across(right)) / 2)
    }

    /// Pieces of one line put together: a finger, a fold or glare may part them.
    static func joined(_ pieces: [TextCurve]) -> [TextCurve] {
        var lines: [TextCurve] = []
        for piece in pieces.sorted(by: { $0.line.length > $1.line.length }) {
            guard let index = lines.firstIndex(where: { isOneLine($0, piece) }) else {
                lines.append(piece)
                continue
            }
            lines[index] = joined(lines[index], piece)
        }
        return lines
    }

    /// A line of 44 characters is some 46 heights long; two documents beside each other are two lines.
    private static let longestInHeights = 60.0

    private static func isOneLine(_ long: TextCurve, _ short: TextCurve) -> Bool {
        guard joined(long, short).line.length <= longestInHeights * max(long.line.height, short.line.height) else {
            return false
        }
        let turn = remainder(short.line.angleInRadians - long.line.angleInRadians, 2 * .pi)
        let place = long.line.local(short.line.center)
        let gap = abs(place.x) - (long.line.length + short.line.length) / 2
        let off = abs(gap < 0 ? long.across(short.line.center) : place.y)
        return abs(turn) < 0.2 && (0.6...1.7).contains(short.line.height / long.line.height)
            && gap < 12 * long.line.height
            && off < (gap < 0 ? 0.35 : 0.5 + 0.03 * gap / long.line.height) * long.line.height
    }

    private static func joined(_ long: TextCurve, _ short: TextCurve) -> TextCurve {
        let half = short.line.length / 2
        let ends = [-half, half].map { short.line.global(Point(x: $0, y: 0)) }.map { long.line.local($0).x }
        let start = min(-long.line.length / 2, ends[0])
        let end = max(long.line.length / 2, ends[1])
        return long.extended(from: start, to: end)
    }
}

/// y = offset + slope · x + curvature · x² with the least weighted squares.
private struct LineFit {
    let offset: Double
    let slope: Double
    let curvature: Double

    init?(_ points: [Point], weights: [Double], isCurved: Bool) {
        var sums = [Double](repeating: 0, count: 5)
        var moments = [Double](repeating: 0, count: 3)
        let scale = max(1, points.map { abs($0.x) }.max() ?? 1)
        for (point, weight) in zip(points, weights) {
            var power = weight
            let x = point.x / scale
            for index in 0..<5 {
                sums[index] += power
                if index < 3 { moments[index] += power * point.y }
                power *= x
            }
        }
        let determinant = sums[0] * sums[2] - sums[1] * sums[1]
        guard determinant > 1e-9 * sums[0] * sums[0] else { return nil }
        func straight(_ first: Double, _ second: Double) -> (Double, Double) {
            (
                (first * sums[2] - second * sums[1]) / determinant,
                (second * sums[0] - first * sums[1]) / determinant
            )
        }
        let plain = straight(moments[0], moments[1])
        // What of x² no straight line explains, and how much of y goes with it.
        let curved = straight(sums[2], sums[3])
        let rest = sums[4] - curved.0 * sums[2] - curved.1 * sums[3]
        let share = moments[2] - curved.0 * moments[0] - curved.1 * moments[1]
        let curvature = isCurved && rest > 1e-6 * sums[0] ? share / rest : 0
        offset = plain.0 - curvature * curved.0
        slope = (plain.1 - curvature * curved.1) / scale
        self.curvature = curvature / (scale * scale)
    }
}
