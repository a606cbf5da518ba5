internal import Foundation
internal import Vision

/// The four corners of a document in an image, in pixels, in the order upper left, upper right, lower right, lower left as the document
/// reads.
struct Quadrilateral: Equatable, Sendable {
    var corners: [Point]

    /// - Parameter corners: exactly four, else a programmer's error.
    init(_ corners: [Point]) {
        precondition(corners.count == 4)
        self.corners = corners
    }

    /// Of a whole image: its outermost pixels belong to it.
    init(of size: ImageSize) {
        let (right, bottom) = (Double(size.width) - 0.5, Double(size.height) - 0.5)
        self.init([
            Point(x: -0.5, y: -0.5), Point(x: right, y: -0.5), Point(x: right, y: bottom), Point(x: -0.5, y: bottom),
        ])
    }

    /// From one corner to the next.
    func ends(of side: DocumentBounds.Side) -> (start: Point, end: Point) {
        let index = side.index
        return (corners[index], corners[(index + 1) % 4])
    }

    func length(of side: DocumentBounds.Side) -> Double {
        let ends = ends(of: side)
        return ends.start.distance(to: ends.end)
    }

    var center: Point { Point.mean(of: corners) }

    /// Positive where the corners run clockwise, as those of a document that is no mirror image do.
    var signedArea: Double {
        var sum = 0.0
        for index in 0..<4 {
            let (one, two) = (corners[index], corners[(index + 1) % 4])
            sum += one.x * two.y - two.x * one.y
        }
        return sum / 2
    }

    var area: Double { abs(signedArea) }

    /// Whether it is convex and its numbers are numbers.
    var isConvex: Bool {
        let sign: Double = signedArea < 0 ? -1 : 1
        return corners.allSatisfy { $0.x.isFinite && $0.y.isFinite }
            && (0..<4).allSatisfy { index in
                let (one, two, three) = (corners[index], corners[(index + 1) % 4], corners[(index + 2) % 4])
                return sign * ((two.x - one.x) * (three.y - two.y) - (two.y - one.y) * (three.x - two.x)) > 0
            }
    }

    func holds(_ point: Point) -> Bool {
        let sign: Double = signedArea < 0 ? -1 : 1
        return (0..<4).allSatisfy { index in
            let (one, two) = (corners[index], corners[(index + 1) % 4])
            return sign * ((two.x - one.x) * (point.y - one.y) - (two.y - one.y) * (point.x - one.x)) >= 0
        }
    }

    func moved(_ map: (Point) -> Point) -> Quadrilateral { Quadrilateral(corners.map(map)) }

    /// The longer of its two mean sides by the shorter.
    var aspect: Double {
        let wide = length(of: .top) + length(of: .bottom)
        let high = length(of: .left) + length(of: .right)
        return max(wide, high) / max(min(wide, high), 1e-6)
    }

    /// The map of a rectangle that begins at (0, 0) to it; nil where there is none.
    func homography(fromWidth width: Double, height: Double) -> Homography? {
        Homography.leastSquares(
            from: [
                Point(x: 0, y: 0), Point(x: width, y: 0), Point(x: width, y: height), Point(x: 0, y: height),
            ], to: corners)
    }
}

/// A straight line in an image.
struct StraightLine: Sendable {
    let start: Point
    let end: Point

    /// Where both cross; nil for lines that run beside each other.
    func crossing(_ other: StraightLine) -> Point? {
        let (one, two) = (end - start, other.end - other.start)
        let across = one.x * two.y - one.y * two.x
        let scale = (one.x * one.x + one.y * one.y).squareRoot() * (two.x * two.x + two.y * two.y).squareRoot()
        guard scale > 0, abs(across) > 0.05 * scale else { return nil }
        let between = other.start - start
        let share = (between.x * two.y - between.y * two.x) / across
        return start + one * share
    }
}
