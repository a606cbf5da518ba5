internal import Foundation
internal import Vision

/// Lines that stand together as those of an MRZ do.
struct MRZBlock: Sendable {
    /// Top to bottom as they are read, in pixels of the image.
    var lines: [TextCurve]

    /// The usual height of its characters, in pixels.
    var characterHeight: Double {
        let heights = lines.map(\.line.height).sorted()
        return heights.isEmpty ? 1 : heights[heights.count / 2]
    }

    /// The line that the others are told from.
    private var longest: TextLine {
        lines.map(\.line).max { $0.length < $1.length }
            ?? TextLine(center: Point(x: 0, y: 0), angleInRadians: 0, length: 1, height: 1)
    }

    /// The most lines that are read of a block: three, and two of other print above or below them.
    private static let mostLines = 5

    /// Lines grouped into blocks, those with the longest lines first.
    static func blocks(of lines: [TextCurve]) -> [MRZBlock] {
        var blocks: [MRZBlock] = []
        for line in lines.sorted(by: { $0.line.length > $1.line.length }) {
            if let index = blocks.firstIndex(where: { $0.holds(line.line) }) {
                blocks[index].lines.append(line)
            } else {
                blocks.append(MRZBlock(lines: [line]))
            }
        }
        return blocks.map { $0.aligned.sorted }
    }

    /// Whether a line runs beside one of these: in their direction, as high, from about where they begin or end, and as near as
    /// lines of an MRZ are (1.6 to 2.6 columns, in perspective and on old cards up to 3.6).
    private func holds(_ other: TextLine) -> Bool {
        lines.contains { curve in
            let line = curve.line
            let turn = remainder(other.angleInRadians - line.angleInRadians, .pi)
            let place = line.local(other.center)
            let shared =
                min(place.x + other.length / 2, line.length / 2) - max(place.x - other.length / 2, -line.length / 2)
            let distance = abs(place.y) / line.height
            return abs(turn) < 0.15 && (0.62...1.6).contains(other.height / line.height)
                && shared > 0.6 * min(other.length, line.length) && distance > 0.9 && distance < 3.8
        }
    }

    /// All lines read the way in which most of their length does.
    private var aligned: MRZBlock {
        let frame = longest.along
        func isAlong(_ curve: TextCurve) -> Bool { curve.line.along.x * frame.x + curve.line.along.y * frame.y > 0 }
        let along = lines.reduce(0) { $0 + (isAlong($1) ? $1.line.length : -$1.line.length) }
        return MRZBlock(lines: lines.map { isAlong($0) == (along >= 0) ? $0 : $0.reversed })
    }

    /// Whether its lines are as long for their height as those of an MRZ may be: 30 to 44 columns, hidden in part or of a height
    /// that was not seen exactly.
    var isPlausible: Bool { (18...80).contains(length / characterHeight) }

    private var sorted: MRZBlock {
        let frame = longest
        let kept = lines.sorted { $0.line.length > $1.line.length }.prefix(Self.mostLines)
        return MRZBlock(lines: kept.sorted { frame.local($0.line.center).y < frame.local($1.line.center).y })
    }

    /// The same block, read from the other end.
    var reversed: MRZBlock { MRZBlock(lines: lines.reversed().map(\.reversed)) }

    /// The same block with straight lines.
    var straightened: MRZBlock { MRZBlock(lines: lines.map(\.straightened)) }

    /// The same block, of which the image is a mirror image.
    var mirrored: MRZBlock { MRZBlock(lines: lines.reversed()) }

    /// The same with a line more above and below, as far apart as its own two: of a card's three lines one may have been missed. Nil
    /// for other numbers of lines.
    var widened: MRZBlock? {
        let aligned = alignedLines
        guard aligned.count == 2 else { return nil }
        let step = aligned[1].place(at: 0).middle - aligned[0].place(at: 0).middle
        var (above, below) = (aligned[0], aligned[1])
        above.line.center = above.line.center - step
        below.line.center = below.line.center + step
        return MRZBlock(lines: [above] + aligned + [below])
    }

    /// The place around it in which all its lines must lie, whichever of them are known.
    var neighbourhood: TextLine {
        let frame = longest
        let height = characterHeight
        var (left, right, top, bottom) = (0.0, 0.0, 0.0, 0.0)
        for curve in lines {
            let half = curve.line.length / 2
            for end in [-half, half] {
                let place = frame.local(curve.line.global(Point(x: end, y: 0)))
                (left, right) = (min(left, place.x), max(right, place.x))
                (top, bottom) = (min(top, place.y), max(bottom, place.y))
            }
        }
        // Of a single line two may be missing on either side.
        let above = (lines.count == 1 ? 4.6 : lines.count == 2 ? 3.4 : 1.6) * height
        let beside = 3.5 * height
        // A line of 30 characters that is seen in part may be that much longer.
        let missing = max(0, 31 * height - (right - left)) / 2
        (left, right) = (left - beside - missing, right + beside + missing)
        (top, bottom) = (top - above, bottom + above)
        return TextLine(
            center: frame.global(Point(x: (left + right) / 2, y: (top + bottom) / 2)),
            angleInRadians: frame.angleInRadians, length: right - left, height: bottom - top)
    }

    /// From where the first of its lines begins to where the last ends, along the longest, in pixels.
    var length: Double { extent.end - extent.start }

    private var extent: (start: Double, end: Double) {
        let frame = longest
        let ends = lines.flatMap { curve in
            [-0.5, 0.5].map { frame.local(curve.line.global(Point(x: $0 * curve.line.length, y: 0))).x }
        }
        return (ends.min() ?? 0, ends.max() ?? 1)
    }

    /// A line that is seen in so little of the block's length says too little of how it runs.
    private static let leastShare = 0.85
    /// Lines are at least so far apart, in heights of their characters.
    private static let leastDistance = 0.8

    /// Its lines from where the first begins to where the last ends: all lines of an MRZ begin and end together, and run beside each
    /// other.
    var alignedLines: [TextCurve] {
        let frame = longest
        let (start, end) = extent
        func extended(_ curve: TextCurve) -> TextCurve {
            let middle = frame.local(curve.line.center).x
            return curve.extended(from: start - middle, to: end - middle)
        }
        guard let guide = lines.max(by: { $0.line.length < $1.line.length }).map(extended) else { return [] }
        let aligned = lines.map { curve in
            if curve.line.length >= Self.leastShare * (end - start) { return extended(curve) }
            var beside = guide
            let distance = guide.across(curve.place(at: 0).middle)
            beside.line.center = guide.line.global(Point(x: 0, y: distance))
            return beside
        }
        // Pieces of one line may have been taken for two.
        var apart: [TextCurve] = []
        for curve in aligned {
            let isNew = apart.allSatisfy {
                abs($0.across(curve.place(at: 0).middle)) > Self.leastDistance * characterHeight
            }
            if isNew { apart.append(curve) }
        }
        return apart
    }

    /// Whether most of it lies where most of the other does.
    func coincides(with other: MRZBlock) -> Bool {
        let (one, two) = (longest, other.longest)
        let place = one.local(two.center)
        return abs(place.x) < one.length / 2 && abs(place.y) < 3 * one.height
    }
}
