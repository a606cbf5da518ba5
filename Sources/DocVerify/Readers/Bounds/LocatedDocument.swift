internal import Foundation
internal import Vision

/// Where a document lies in an image, in pixels.
struct LocatedDocument: Sendable {
    /// In millimetres.
    struct Format: Equatable, Sendable {
        let width: Double
        let height: Double
    }

    var quadrilateral: Quadrilateral
    var basis: DocumentBounds.Basis
    /// Top, right, bottom, left: see `DocumentBounds`.
    var seen: [Double]
    var cutOff: [DocumentBounds.Side] = []
    /// Nil where nothing says it.
    var format: Format?
    /// Nil where nothing says it.
    var clockwiseQuarterTurns: Int?
    var isMirrored = false

    var pixelsPerMillimetre: Double? {
        format.map { (quadrilateral.area / ($0.width * $0.height)).squareRoot() }
    }

    /// Places of the document, in millimetres from its upper left corner, to the image's.
    var fromMillimetres: Homography? {
        format.flatMap { quadrilateral.homography(fromWidth: $0.width, height: $0.height) }
    }

    /// Begun at another corner: as the document reads after so many quarter turns clockwise.
    func reading(afterQuarterTurns turns: Int) -> LocatedDocument {
        var turned = self
        // Upright after one quarter clockwise: its upper left corner is the image's lower left.
        let first = (4 - turns % 4) % 4
        turned.quadrilateral = Quadrilateral((0..<4).map { quadrilateral.corners[($0 + first) % 4] })
        turned.seen = (0..<4).map { seen[($0 + first) % 4] }
        turned.cutOff = cutOff.map { DocumentBounds.Side.allCases[($0.index + 4 - first) % 4] }
        turned.clockwiseQuarterTurns = turns
        return turned
    }

    /// The angle between the document's normal and the direction in which the camera looks, in degrees, as a pinhole camera sees the
    /// middle of the image straight ahead. Its focal length is the one that makes the document as wide for its height as its format is;
    /// of an image that was cut out of another it is somewhat wrong. Nil where the format is not known.
    func tiltInDegrees(in size: ImageSize) -> Double? {
        guard let map = fromMillimetres?.values, map.allSatisfy(\.isFinite) else { return nil }
        let (x, y) = (Double(size.width - 1) / 2, Double(size.height - 1) / 2)
        // Columns of the map, seen from the middle of the image.
        let across = (map[0] - x * map[6], map[3] - y * map[6], map[6])
        let down = (map[1] - x * map[7], map[4] - y * map[7], map[7])
        var best = (misfit: Double.infinity, tilt: 0.0)
        for step in 0...Self.focalSteps {
            let share =
                Self.shortestFocal * pow(Self.longestFocal / Self.shortestFocal, Double(step) / Double(Self.focalSteps))
            let focal = share * Double(size.longestSide)
            let one = (across.0 / focal, across.1 / focal, across.2)
            let two = (down.0 / focal, down.1 / focal, down.2)
            let lengths = (Self.dot(one, one), Self.dot(two, two))
            let scale = max(lengths.0, lengths.1)
            guard scale > 0 else { return nil }
            let (between, difference) = (Self.dot(one, two) / scale, (lengths.0 - lengths.1) / scale)
            let misfit = between * between + difference * difference
            guard misfit < best.misfit else { continue }
            let normal = (one.1 * two.2 - one.2 * two.1, one.2 * two.0 - one.0 * two.2, one.0 * two.1 - one.1 * two.0)
            let length = Self.dot(normal, normal).squareRoot()
            guard length > 0 else { return nil }
            best = (misfit, acos(min(1, abs(normal.2) / length)) * 180 / .pi)
        }
        return best.misfit.isFinite ? best.tilt : nil
    }

    /// In longest sides of the image: the wide camera of a phone has 0.6, a telephoto one or a part of an image more.
    private static let shortestFocal = 0.5
    private static let longestFocal = 4.0
    private static let focalSteps = 24

    private static func dot(_ one: (Double, Double, Double), _ two: (Double, Double, Double)) -> Double {
        one.0 * two.0 + one.1 * two.1 + one.2 * two.2
    }
}
