internal import Foundation
internal import Vision

/// A line of text in an image: a rectangle that may be turned.
struct TextLine: Equatable, Sendable {
    /// In image pixels.
    var center: Point
    /// From the direction of the x axis towards the y axis, the way the text runs.
    var angleInRadians: Double
    /// Along the text, in pixels.
    var length: Double
    /// Across the text, in pixels.
    var height: Double

    init(center: Point, angleInRadians: Double, length: Double, height: Double) {
        (self.center, self.angleInRadians, self.length, self.height) = (center, angleInRadians, length, height)
    }

    /// The line from one point to another.
    init(from start: Point, to end: Point, height: Double) {
        self.init(
            center: (start + end) * 0.5, angleInRadians: atan2(end.y - start.y, end.x - start.x),
            length: end.distance(to: start), height: height)
    }

    /// Unit vector along the text.
    var along: Point { Point(x: cos(angleInRadians), y: sin(angleInRadians)) }
    /// Unit vector from the top of the letters to their feet.
    var across: Point { Point(x: -sin(angleInRadians), y: cos(angleInRadians)) }

    /// The same place read from the other end, as after turning the document by 180°.
    var reversed: TextLine {
        var line = self
        line.angleInRadians += .pi
        return line
    }

    /// Where `point` lies in a frame whose origin is the centre: x along, y across the text.
    func local(_ point: Point) -> Point {
        let offset = point - center
        return Point(
            x: offset.x * along.x + offset.y * along.y, y: offset.x * across.x + offset.y * across.y)
    }

    /// The image's point that lies at `local`.
    func global(_ local: Point) -> Point {
        center + along * local.x + across * local.y
    }

    /// The quarter turns clockwise after which it reads from left to right: three for one that runs down.
    var clockwiseQuarterTurns: Int { ((4 - Int((angleInRadians / (.pi / 2)).rounded())) % 4 + 4) % 4 }
}
