internal import Vision

/// A line of text that may be curved, as on a page that does not lie flat.
struct TextCurve: Equatable, Sendable {
    /// From its first to its last character, as high as they are.
    var line: TextLine
    /// How far the text lies below `line` at its middle, towards the letters' feet, in pixels; a parabola through its ends.
    var sag: Double

    /// Where the text runs, at a distance along `line` from its centre.
    func place(at distance: Double) -> (middle: Point, across: Point) {
        let share = 2 * distance / max(line.length, 1)
        let middle = line.global(Point(x: distance, y: sag * (1 - share * share)))
        let slope = -4 * sag * share / max(line.length, 1)
        let norm = (1 + slope * slope).squareRoot()
        let (along, across) = (line.along, line.across)
        return (
            middle,
            Point(x: (across.x - slope * along.x) / norm, y: (across.y - slope * along.y) / norm)
        )
    }

    /// How far a point lies below the text, in pixels.
    func across(_ point: Point) -> Double {
        let local = line.local(point)
        // A parabola is not followed beyond its line.
        let share = min(1, abs(2 * local.x / max(line.length, 1)))
        return local.y - sag * (1 - share * share)
    }

    /// The straight line that runs nearest to it.
    var straightened: TextCurve {
        var straight = self
        straight.line.center = line.global(Point(x: 0, y: sag * 2 / 3))
        straight.sag = 0
        return straight
    }

    /// The same text read from the other end.
    var reversed: TextCurve { TextCurve(line: line.reversed, sag: -sag) }

    /// Lengthened or shortened at both ends, in pixels along `line`.
    func extended(from start: Double, to end: Double) -> TextCurve {
        let length = end - start
        guard length > 1 else { return self }
        let middle = (start + end) / 2
        let curvature = sag / max(line.length * line.length / 4, 1)
        func offset(_ distance: Double) -> Double { sag - curvature * distance * distance }
        let (first, last) = (
            line.global(Point(x: start, y: offset(start))), line.global(Point(x: end, y: offset(end)))
        )
        let chord = (offset(start) + offset(end)) / 2
        var extended = self
        extended.line = TextLine(from: first, to: last, height: line.height)
        extended.sag = offset(middle) - chord
        return extended
    }
}
