internal import Foundation
internal import Vision

/// Finds documents that no print places: four straight edges of a document's proportions.
struct EdgeBounds {
    private let field: EdgeField

    /// Of the field in which edges are looked for, and of the one in which they are followed exactly.
    private static let longestSide = 320
    private static let exactSide = 800
    private static let degreesPerStep = 2
    private static let mostLines = 22
    /// Every side runs along a plain edge for so much of its length, and all of them on average.
    private static let leastSeen = 0.6
    private static let leastMean = 0.8
    /// Of the image: a smaller one is no document that could be read.
    private static let leastArea = 0.06
    /// From 125 × 88 mm to ID-1, with what a tilt of some 30 degrees does to it.
    private static let aspects = 1.15...1.9

    init(in levels: ImageLevels) { field = EdgeField(of: levels, longestSide: Self.longestSide) }

    private struct Line {
        /// Of its normal, from 0 to π.
        let angle: Double
        let distance: Double
        /// Two places on it, far apart.
        let line: StraightLine
    }

    /// Those that stand beside each other, the plainest and largest first, each with its sides followed exactly.
    /// - Parameter isPossible: told corners in pixels of the image.
    func located(in levels: ImageLevels, where isPossible: (Quadrilateral) -> Bool) -> [LocatedDocument] {
        let lines = lines()
        var candidates: [(quadrilateral: Quadrilateral, score: Double)] = []
        let pairs = pairs(of: lines)
        let whole = Double(field.size.width * field.size.height)
        for (index, one) in pairs.enumerated() {
            for two in pairs[(index + 1)...] where Self.areAcross(lines[one.0].angle, lines[two.0].angle) {
                guard let found = quadrilateral(lines[one.0], lines[one.1], lines[two.0], lines[two.1]),
                    found.area >= Self.leastArea * whole, Self.aspects.contains(found.aspect)
                else { continue }
                var sum = 0.0
                let isSeen = DocumentBounds.Side.allCases.allSatisfy { side in
                    let seen = self.seen(along: found.ends(of: side))
                    sum += seen
                    return seen >= Self.leastSeen
                }
                guard isSeen, sum >= 4 * Self.leastMean else { continue }
                let longer = longerEdges(of: found)
                guard longer <= Self.mostLonger else { continue }
                candidates.append((found, (sum / 4 - Double(longer) / 8) * (found.area / whole).squareRoot()))
            }
        }
        candidates.sort { $0.score > $1.score }
        var apart: [Quadrilateral] = []
        for candidate in candidates {
            let center = candidate.quadrilateral.center
            guard apart.count < Self.mostDocuments,
                apart.allSatisfy({ !$0.holds(center) && !candidate.quadrilateral.holds($0.center) }),
                isPossible(candidate.quadrilateral.moved(field.imagePlace))
            else { continue }
            apart.append(candidate.quadrilateral)
        }
        guard !apart.isEmpty else { return [] }
        let exact = EdgeField(of: levels, longestSide: Self.exactSide)
        return apart.compactMap { coarse in
            Self.followed(coarse.moved { exact.place(ofImage: field.imagePlace(of: $0)) }, in: exact)
        }
    }

    private static let mostDocuments = 6
    /// A document's sides end at its corners; the lines of a table, of a grain or of a pattern go on.
    private static let mostLonger = 1
    private static let furtherShare = 0.15

    /// How many of the eight ends of its sides go on beyond their corners, inside the image.
    private func longerEdges(of found: Quadrilateral) -> Int {
        DocumentBounds.Side.allCases.reduce(0) { count, side in
            let (start, end) = found.ends(of: side)
            let further = (end - start) * Self.furtherShare
            let ends = [(start - further, start - further * 0.2), (end + further * 0.2, end + further)]
            return count + ends.count { seen(along: $0) >= Self.leastSeen }
        }
    }

    /// Straight lines, those that most crests speak for first.
    private func lines() -> [Line] {
        let crests = field.crests()
        let steps = 180 / Self.degreesPerStep
        let reach = Int(Double(field.size.width + field.size.height))
        var votes = [Float](repeating: 0, count: steps * (2 * reach + 1))
        let angles = (0..<steps).map { Double($0 * Self.degreesPerStep) * .pi / 180 }
        let (cosines, sines) = (angles.map { cos($0) }, angles.map { sin($0) })
        for crest in crests {
            var angle = atan2(crest.direction.y, crest.direction.x)
            if angle < 0 { angle += .pi }
            let middle = Int((angle * 180 / .pi / Double(Self.degreesPerStep)).rounded())
            for near in (middle - 2)...(middle + 2) {
                let step = (near % steps + steps) % steps
                let distance = crest.place.x * cosines[step] + crest.place.y * sines[step]
                votes[step * (2 * reach + 1) + Int(distance.rounded()) + reach] += crest.plainness
            }
        }
        var lines: [Line] = []
        let least = Float(Self.leastVotes * Double(field.size.longestSide))
        var order = votes.indices.filter { votes[$0] >= least }
        order.sort { votes[$0] > votes[$1] }
        for index in order {
            let (step, distance) = (index / (2 * reach + 1), Double(index % (2 * reach + 1) - reach))
            let (angle, normal) = (angles[step], Point(x: cosines[step], y: sines[step]))
            let isNew = lines.allSatisfy { other in
                let turn = abs(remainder(angle - other.angle, .pi))
                guard turn < 7 * .pi / 180 else { return true }
                let sign: Double = cos(angle - other.angle) < 0 ? -1 : 1
                return abs(distance - sign * other.distance) > 5
            }
            guard isNew else { continue }
            let middle = Point(x: Double(field.size.width) / 2, y: Double(field.size.height) / 2)
            let foot = middle + normal * (distance - middle.x * normal.x - middle.y * normal.y)
            let (direction, far) = (Point(x: -normal.y, y: normal.x), Double(reach))
            lines.append(
                Line(
                    angle: angle, distance: distance,
                    line: StraightLine(start: foot - direction * far, end: foot + direction * far)))
            if lines.count >= Self.mostLines { break }
        }
        return lines
    }

    /// Of the field's longest side: a shorter edge is no side of a document that could be read.
    private static let leastVotes = 0.09

    /// Lines that run beside each other.
    private func pairs(of lines: [Line]) -> [(Int, Int)] {
        var pairs: [(Int, Int)] = []
        for one in lines.indices {
            for two in lines.indices where two > one {
                let turn = abs(remainder(lines[one].angle - lines[two].angle, .pi))
                if turn < 22 * .pi / 180 { pairs.append((one, two)) }
            }
        }
        return pairs
    }

    private static func areAcross(_ one: Double, _ two: Double) -> Bool {
        abs(abs(remainder(one - two, .pi)) - .pi / 2) < 32 * .pi / 180
    }

    private static let farthestOutside = 0.04

    /// Clockwise, beginning at the upper left corner of one that is wider than high, or as near to it as can be.
    private func quadrilateral(_ one: Line, _ two: Line, _ three: Line, _ four: Line) -> Quadrilateral? {
        let crossings = [(one, three), (three, two), (two, four), (four, one)].compactMap { $0.line.crossing($1.line) }
        guard crossings.count == 4 else { return nil }
        var found = Quadrilateral(crossings)
        guard found.isConvex else { return nil }
        let margin = Self.farthestOutside * Double(field.size.longestSide)
        guard
            found.corners.allSatisfy({
                $0.x > -margin && $0.y > -margin && $0.x < Double(field.size.width) + margin
                    && $0.y < Double(field.size.height) + margin
            })
        else { return nil }
        if found.signedArea < 0 { found = Quadrilateral(found.corners.reversed()) }
        let first = (0..<4).min {
            found.corners[$0].x + found.corners[$0].y < found.corners[$1].x + found.corners[$1].y
        }
        found = Quadrilateral((0..<4).map { found.corners[($0 + (first ?? 0)) % 4] })
        return found
    }

    private func seen(along ends: (start: Point, end: Point)) -> Double {
        let length = ends.start.distance(to: ends.end)
        guard length >= 6 else { return 0 }
        let offset = ends.end - ends.start
        let normal = Point(x: -offset.y / length, y: offset.x / length)
        var (lighter, darker, inside) = (0.0, 0.0, 0.0)
        let count = min(40, max(4, Int(length / 2)))
        for index in 0..<count {
            let place = ends.start + offset * ((Double(index) + 0.5) / Double(count))
            var (most, least): (Float, Float) = (0, 0)
            var isInside = false
            for beside in [-1.0, 0, 1] {
                guard let step = field.step(at: place + normal * beside, along: normal) else { continue }
                isInside = true
                (most, least) = (max(most, step), min(least, step))
            }
            guard isInside else { continue }
            inside += 1
            if most >= 0.5 { lighter += 1 }
            if least <= -0.5 { darker += 1 }
        }
        guard inside >= 0.8 * Double(count) else { return 0 }
        return abs(lighter - darker) / inside
    }

    private static func followed(_ coarse: Quadrilateral, in field: EdgeField) -> LocatedDocument? {
        let reach = 3.5 * Double(field.size.longestSide) / Double(longestSide)
        var (lines, seen): ([StraightLine], [Double]) = ([], [])
        for side in DocumentBounds.Side.allCases {
            let (start, end) = coarse.ends(of: side)
            let length = max(start.distance(to: end), 1e-9)
            let outward = Point(x: (end.y - start.y) / length, y: (start.x - end.x) / length)
            let expected = StraightLine(start: start, end: end)
            let found = SideSearch(
                expected: expected, outward: outward, startOffsets: -reach...reach, endOffsets: -reach...reach,
                likelihood: { _, _ in 1 }
            ).found(in: field)
            lines.append(found?.line ?? expected)
            seen.append(found?.seen ?? 0)
        }
        let crossings = (0..<4).compactMap { lines[$0].crossing(lines[($0 + 3) % 4]) }
        guard crossings.count == 4 else { return nil }
        let corners = Quadrilateral(crossings)
        guard corners.isConvex, corners.signedArea > 0 else { return nil }
        return LocatedDocument(quadrilateral: corners.moved(field.imagePlace), basis: .edges, seen: seen)
    }
}
