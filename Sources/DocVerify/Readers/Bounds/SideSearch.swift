internal import Foundation
internal import Vision

/// Looks for the straight edge that is a document's side, near where it should be.
struct SideSearch {
    struct Found {
        let line: StraightLine
        /// See `DocumentBounds`.
        let seen: Double
    }

    /// Where the side should be, in pixels of the field.
    let expected: StraightLine
    /// Away from the document, of length 1.
    let outward: Point
    /// How far outward its begin and its end may lie.
    let startOffsets: ClosedRange<Double>
    let endOffsets: ClosedRange<Double>
    /// How likely it is that begin and end lie so far outward, at most 1.
    let likelihood: (Double, Double) -> Double

    private static let positions = 56
    /// The most places that are tried for either end.
    private static let mostOffsets = 90.0
    /// A side of which less lies in the image is not looked for.
    private static let leastInside = 0.35
    /// A line is looked at more closely that is so plain and likely.
    private static let leastScore = 0.12
    private static let plain: Float = 0.5

    /// The plainest and likeliest line; nil where none stands out.
    func found(in field: EdgeField) -> Found? {
        let least = min(startOffsets.lowerBound, endOffsets.lowerBound).rounded(.down)
        let most = max(startOffsets.upperBound, endOffsets.upperBound).rounded(.up)
        guard least.isFinite, most.isFinite, most - least >= 2, most - least < 4_000 else { return nil }
        let width = Int(most - least) + 1
        let length = expected.end - expected.start
        // One step a cell; 2 is outside.
        var steps = [Float](repeating: 2, count: Self.positions * width)
        for position in 0..<Self.positions {
            let middle = expected.start + length * ((Double(position) + 0.5) / Double(Self.positions))
            for offset in 0..<width {
                if let step = field.step(at: middle + outward * (least + Double(offset)), along: outward) {
                    steps[position * width + offset] = step
                }
            }
        }
        var best = (score: Self.leastScore, start: 0.0, end: 0.0)
        let startStride = max(1, (startOffsets.upperBound - startOffsets.lowerBound) / Self.mostOffsets)
        let endStride = max(1, (endOffsets.upperBound - endOffsets.lowerBound) / Self.mostOffsets)
        steps.withUnsafeBufferPointer { steps in
            for start in stride(from: startOffsets.lowerBound, through: startOffsets.upperBound, by: startStride) {
                for end in stride(from: endOffsets.lowerBound, through: endOffsets.upperBound, by: endStride) {
                    let likelihood = likelihood(start, end)
                    guard likelihood > best.score else { continue }
                    var (sum, plain, inside): (Float, Float, Int) = (0, 0, 0)
                    let slope = (end - start) / Double(Self.positions)
                    var offset = start - least + slope / 2 + 0.5
                    for position in 0..<Self.positions {
                        let step = steps[position * width + min(max(Int(offset), 0), width - 1)]
                        offset += slope
                        guard step <= 1 else { continue }
                        (sum, plain, inside) = (sum + step, plain + abs(step), inside + 1)
                    }
                    guard Double(inside) >= Self.leastInside * Double(Self.positions) else { continue }
                    let score = Double((abs(sum) + plain) / 2) / Double(inside) * likelihood
                    if score > best.score { best = (score, start, end) }
                }
            }
        }
        guard best.score > Self.leastScore else { return nil }
        return refined(from: best.start, to: best.end, steps, width: width, least: least)
    }

    /// A step farther from the line than this, in pixels of the field, is not of the side.
    private static let reach = 2

    /// The line through the highest steps near it, those far off left out.
    private func refined(from start: Double, to end: Double, _ steps: [Float], width: Int, least: Double) -> Found? {
        var (from, to) = (start, end)
        var majority: Float = 1
        for round in 0..<3 {
            let reach = round == 0 ? Self.reach : 1
            var sum: Float = 0
            for position in 0..<Self.positions {
                let middle = from + (to - from) * (Double(position) + 0.5) / Double(Self.positions)
                let index = Int((middle - least).rounded())
                if (0..<width).contains(index) {
                    let step = steps[position * width + index]
                    if step <= 1 { sum += step }
                }
            }
            majority = sum < 0 ? -1 : 1
            var points: [(x: Double, y: Double, weight: Double)] = []
            for position in 0..<Self.positions {
                let x = (Double(position) + 0.5) / Double(Self.positions)
                let index = min(max(Int((from + (to - from) * x - least).rounded()), 1), width - 2)
                var peak = (step: Float(0.2), at: -1)
                for near in max(1, index - reach)...min(width - 2, index + reach) {
                    let step = steps[position * width + near]
                    guard step <= 1 else { continue }
                    if step * majority > peak.step { peak = (step * majority, near) }
                }
                guard peak.at > 0 else { continue }
                let row = position * width + peak.at
                let (before, after) = (steps[row - 1], steps[row + 1])
                var place = Double(peak.at)
                if before <= 1, after <= 1 {
                    let curvature = before * majority + after * majority - 2 * peak.step
                    if curvature < 0 {
                        place += min(max(Double((before - after) * majority / (2 * curvature)), -0.5), 0.5)
                    }
                }
                points.append((x, place + least, Double(peak.step)))
            }
            guard points.count >= 6, let fit = Self.fit(points) else { break }
            (from, to) = (fit.offset, fit.offset + fit.slope)
        }
        var (along, against, inside) = (0.0, 0.0, 0.0)
        for position in 0..<Self.positions {
            let middle = from + (to - from) * (Double(position) + 0.5) / Double(Self.positions)
            let index = Int((middle - least).rounded())
            guard (0..<width).contains(index) else { continue }
            var (most, fewest): (Float, Float) = (0, 0)
            var isInside = false
            for near in max(0, index - 1)...min(width - 1, index + 1) {
                let step = steps[position * width + near]
                guard step <= 1 else { continue }
                isInside = true
                (most, fewest) = (max(most, step * majority), min(fewest, step * majority))
            }
            guard isInside else { continue }
            inside += 1
            if most >= Self.plain { along += 1 }
            if -fewest >= Self.plain { against += 1 }
        }
        guard inside > 0 else { return nil }
        return Found(
            line: StraightLine(
                start: expected.start + outward * from, end: expected.end + outward * to),
            seen: max(0, along - against) / inside)
    }

    private static func fit(_ points: [(x: Double, y: Double, weight: Double)]) -> (offset: Double, slope: Double)? {
        var (weight, x, y, square, product) = (0.0, 0.0, 0.0, 0.0, 0.0)
        for point in points {
            weight += point.weight
            x += point.weight * point.x
            y += point.weight * point.y
            square += point.weight * point.x * point.x
            product += point.weight * point.x * point.y
        }
        let spread = weight * square - x * x
        guard spread > 1e-9 else { return nil }
        let slope = (weight * product - x * y) / spread
        return ((y - slope * x) / weight, slope)
    }
}
