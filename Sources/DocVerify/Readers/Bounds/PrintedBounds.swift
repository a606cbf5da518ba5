internal import Foundation
internal import Vision

/// Finds a document's corners from a line of print whose place on it is known: that says where its sides should be, and each is looked
/// for near there.
struct PrintedBounds {
    private let print: DocumentPrint
    private let field: EdgeField
    /// Begin and end of the line, in pixels of the field.
    private let begin: Point
    private let end: Point
    private let along: Point
    /// To the document's lower edge.
    private let below: Point
    /// Pixels of the field for a millimetre along the line.
    private let unit: Double

    /// The field has so many pixels for a millimetre, where the image has them: sides are found to a fraction of a pixel.
    static let pixelsPerMillimetre = 3.0
    static let longestSide = 960

    /// A side that runs along a plain edge for less of its length was not seen.
    private static let leastSeen = 0.45
    /// Beyond so many millimetres a document ends outside its image; print stands 4 to 8 mm from its sides.
    private static let margin = 2.5
    /// How far its upper edge may be from where it should be (standard deviation, in its height), of a page that nothing says is turned
    /// away.
    private static let looseness = 0.035
    /// And how far it may lean against the lower edge.
    private static let slant = 0.14

    /// Nil for print of no size.
    init?(_ print: DocumentPrint, in levels: ImageLevels) {
        self.print = print
        let perMillimetre = print.line.length / print.layout.length
        guard perMillimetre.isFinite, perMillimetre > 0.2 else { return nil }
        let longest = Double(levels.image.size.longestSide)
        let side = min(longest * min(1, Self.pixelsPerMillimetre / perMillimetre), Double(Self.longestSide))
        field = EdgeField(of: levels, longestSide: max(64, Int(side)))
        let half = print.line.length / 2
        begin = field.place(ofImage: print.line.global(Point(x: -half, y: 0)))
        end = field.place(ofImage: print.line.global(Point(x: half, y: 0)))
        along = print.line.along
        below = print.isMirrored ? print.line.across * -1 : print.line.across
        unit = perMillimetre / field.scale
    }

    /// - Parameter edges: four edges that belong together, as `EdgeBounds` finds them, in pixels of the image: those of this document
    ///   are taken where they are the plainer ones.
    func located(among edges: [LocatedDocument]) -> LocatedDocument? {
        let own = located()
        let seen = own?.seen.reduce(0, +) ?? 0
        for edges in edges where edges.seen.reduce(0, +) > seen {
            guard let corners = corners(of: edges.quadrilateral.moved(field.place(ofImage:))) else { continue }
            var found = edges
            found.seen = corners.sides.map { edges.seen[$0] }
            found.quadrilateral = corners.quadrilateral.moved(field.imagePlace)
            found.basis = .mrz
            return described(found)
        }
        return own
    }

    /// How far off corners may be that are expected from the print, in millimetres. A portrait stands farther inside.
    private static let reach = 4.5

    /// The corners in the order in which this document reads, and which sides these are; nil for another document.
    private func corners(of found: Quadrilateral) -> (quadrilateral: Quadrilateral, sides: [Int])? {
        for first in 0..<4 {
            // In a mirror image they run counter-clockwise.
            let order = (0..<4).map { print.isMirrored ? (first + 4 - $0) % 4 : (first + $0) % 4 }
            let corners = Quadrilateral(order.map { found.corners[$0] })
            let heights = [corners.length(of: .left), corners.length(of: .right)].map {
                $0 / (print.layout.height * unit)
            }
            guard corners.corners[3].distance(to: expectedLowerLeft) <= Self.reach * unit,
                corners.corners[2].distance(to: expectedLowerRight) <= Self.reach * unit,
                heights.allSatisfy({ (0.5...1.4).contains($0) })
            else { continue }
            return (corners, print.isMirrored ? order.map { ($0 + 3) % 4 } : order)
        }
        return nil
    }

    private var left: Point { begin - along * (print.layout.leftMargin * unit) }
    private var right: Point {
        end + along * ((print.layout.width - print.layout.length - print.layout.leftMargin) * unit)
    }
    private var lower: Point { below * (print.layout.lowerMargin * unit) }
    private var expectedLowerLeft: Point { left + lower }
    private var expectedLowerRight: Point { right + lower }

    /// With what the print says of it.
    private func described(_ found: LocatedDocument) -> LocatedDocument {
        var found = found
        found.format = LocatedDocument.Format(width: print.layout.width, height: print.layout.height)
        found.clockwiseQuarterTurns = (print.isMirrored ? print.line.reversed : print.line).clockwiseQuarterTurns
        found.isMirrored = print.isMirrored
        return found
    }

    private func located() -> LocatedDocument? {
        let layout = print.layout
        let (left, right, lower) = (left, right, lower)

        let bottom = side(
            from: left + lower, to: right + lower, outward: below, within: 5.5, turnedBy: 6, likely: 2.5, turn: 2.5)
        let bottomLine = bottom?.line ?? StraightLine(start: left + lower, end: right + lower)

        let up = below * (-layout.height * unit)
        let leftSide = side(
            from: left + lower, to: left + lower + up, outward: along * -1, within: 5, turnedBy: 0.35 * layout.height,
            likely: 2 + 3 * sine, turn: (0.14 + 0.12 * sine) * layout.height)
        let rightSide = side(
            from: right + lower, to: right + lower + up, outward: along, within: 5, turnedBy: 0.35 * layout.height,
            likely: 2 + 3 * sine, turn: (0.14 + 0.12 * sine) * layout.height)
        let leftLine = leftSide?.line ?? StraightLine(start: left + lower, end: left + lower + up)
        let rightLine = rightSide?.line ?? StraightLine(start: right + lower, end: right + lower + up)

        guard let lowerLeft = leftLine.crossing(bottomLine), let lowerRight = rightLine.crossing(bottomLine) else {
            return nil
        }
        // Along each side as far up as the document is high for its width there.
        let (height, looseness) = expectedHeight(
            lowerLeft, lowerRight, leftLine, rightLine, areSeen: leftSide != nil && rightSide != nil)
        let (leftUp, rightUp) = (Self.direction(of: leftLine), Self.direction(of: rightLine))
        let (topLeft, topRight) = (lowerLeft + leftUp * height, lowerRight + rightUp * height)
        let lean = layout.height * unit
        let top = SideSearch(
            expected: StraightLine(start: topLeft, end: topRight), outward: below * -1,
            startOffsets: (-0.4 * lean)...(0.25 * lean), endOffsets: (-0.4 * lean)...(0.25 * lean),
            likelihood: { start, end in
                let (middle, turn) = ((start + end) / 2 / lean, (start - end) / lean)
                return exp(
                    -(middle * middle) / (2 * looseness * looseness) - turn * turn
                        / (2 * Self.slant * Self.slant))
            }
        ).found(in: field).flatMap { $0.seen >= Self.leastSeen ? $0 : nil }
        let topLine = top?.line ?? StraightLine(start: topLeft, end: topRight)

        return assembled(
            lines: [topLine, rightLine, bottomLine, leftLine],
            seen: [top?.seen ?? 0, rightSide?.seen ?? 0, bottom?.seen ?? 0, leftSide?.seen ?? 0])
    }

    private static func direction(of line: StraightLine) -> Point {
        let offset = line.end - line.start
        return offset * (1 / max(line.start.distance(to: line.end), 1e-9))
    }

    /// - Parameters:
    ///   - within: how far off it may be where it begins, in millimetres.
    ///   - turnedBy: how much farther off it may be where it ends.
    ///   - likely: standard deviation of the former,
    ///   - turn: and of the latter.
    private func side(
        from start: Point, to end: Point, outward: Point, within reach: Double, turnedBy further: Double,
        likely: Double, turn: Double
    ) -> SideSearch.Found? {
        let far = reach + further
        let found = SideSearch(
            expected: StraightLine(start: start, end: end), outward: outward,
            startOffsets: (-reach * unit)...(reach * unit), endOffsets: (-far * unit)...(far * unit),
            likelihood: { first, last in
                let (shift, lean) = (first / unit, (last - first) / unit)
                return exp(-shift * shift / (2 * likely * likely) - lean * lean / (2 * turn * turn))
            }
        ).found(in: field)
        return found.flatMap { $0.seen >= Self.leastSeen ? $0 : nil }
    }

    /// From the lower edge along the sides to the upper, in pixels of the field, and how far off that may be (standard deviation, in
    /// heights). Sides that run together say that the upper edge lies farther away, uneven columns that one end of the lines does; what
    /// is turned away is foreshortened, as a camera sees it whose focal length is the image's longest side.
    private func expectedHeight(
        _ lowerLeft: Point, _ lowerRight: Point, _ left: StraightLine, _ right: StraightLine, areSeen: Bool
    ) -> (height: Double, looseness: Double) {
        let width = lowerLeft.distance(to: lowerRight)
        let across = (1 - sine * sine).squareRoot()
        let height = print.layout.height * width / print.layout.width / across
        guard areSeen else { return (height, Self.looseness + 0.6 * (1 - across)) }
        let (one, two) = (Self.direction(of: left), Self.direction(of: right))
        let upper = (lowerLeft + one * height).distance(to: lowerRight + two * height)
        let narrowing = (width - upper) / max(width * height, 1e-9)
        let down = 1 / (1 + narrowing * narrowing * focal * focal).squareRoot()
        return (
            height * down / max(0.5, 1 + height * down * narrowing),
            Self.looseness + 0.6 * (1 - across) + 0.6 * (1 - down)
        )
    }

    /// In pixels of the field.
    private var focal: Double { Double(field.size.longestSide) }

    /// Of the angle by which one end of the lines lies farther away.
    private var sine: Double {
        min(Self.greatestSine, 4 * abs(print.unevenness) * focal / max(begin.distance(to: end), 1))
    }

    /// Of 45°: pages that are turned away by more are not read.
    private static let greatestSine = 0.7

    /// The corners where the lines cross, and which sides are not in the image.
    private func assembled(lines: [StraightLine], seen: [Double]) -> LocatedDocument? {
        var lines = lines
        guard let whole = Self.corners(of: lines) else { return nil }
        var cutOff: [DocumentBounds.Side] = []
        var atBorder = 0
        let limits: [Double] = [
            0.1 * print.layout.height, Self.margin, Self.margin, Self.margin,
        ].map { $0 * unit }
        for side in DocumentBounds.Side.allCases where seen[side.index] == 0 {
            let (start, end) = whole.ends(of: side)
            let middle = (start + end) * 0.5
            if outside(middle) > limits[side.index] {
                cutOff.append(side)
            } else if let border = border(near: start, end, within: limits[side.index]) {
                lines[side.index] = border
                atBorder += 1
            }
        }
        guard let corners = Self.corners(of: lines), corners.isConvex,
            corners.signedArea > 0 || print.isMirrored
        else { return nil }
        return described(
            LocatedDocument(
                quadrilateral: corners.moved(field.imagePlace), basis: atBorder == 4 ? .image : .mrz, seen: seen,
                cutOff: cutOff))
    }

    private static func corners(of lines: [StraightLine]) -> Quadrilateral? {
        let crossings = (0..<4).compactMap { lines[$0].crossing(lines[($0 + 3) % 4]) }
        return crossings.count == 4 ? Quadrilateral(crossings) : nil
    }

    /// How far a place lies outside the image, in pixels of the field; negative inside.
    private func outside(_ place: Point) -> Double {
        max(
            -0.5 - place.x, -0.5 - place.y, place.x - Double(field.size.width) + 0.5,
            place.y - Double(field.size.height) + 0.5)
    }

    /// The image's border, where both ends lie at it.
    private func border(near start: Point, _ end: Point, within limit: Double) -> StraightLine? {
        let frame = Quadrilateral(
            of: ImageSize(width: field.size.width, height: field.size.height))
        return DocumentBounds.Side.allCases.lazy.map(frame.ends).filter { border in
            let offset = border.end - border.start
            let length = border.start.distance(to: border.end)
            return [start, end].allSatisfy { point in
                let from = point - border.start
                return abs(offset.x * from.y - offset.y * from.x) / max(length, 1e-9) <= 1.5 * limit
            }
        }.first.map { StraightLine(start: $0.start, end: $0.end) }
    }
}
