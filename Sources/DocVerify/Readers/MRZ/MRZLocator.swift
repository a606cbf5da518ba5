internal import Foundation
internal import Vision

/// Finds the lines of a machine-readable zone in an image, whichever way up the document lies.
struct MRZLocator: Sendable {
    let finder: TextLineFinder
    let recogniser: SymbolRecogniser

    /// Around how many single lines that look like part of an MRZ others are searched: each search costs as much as finding
    /// all lines.
    private static let mostNeighbourhoods = 3

    /// The lines found, top to bottom as they are read, each with its strip. They may include a line above or
    /// below the MRZ. Empty where nothing looks like an MRZ.
    ///
    /// - Parameter longestSide: the size at which lines are searched, in pixels.
    func rows(in levels: ImageLevels, longestSide: Int) throws(NetworkError) -> [MRZRow] {
        let lines = try finder.lines(in: levels.image, longestSide: longestSide)
        guard let longest = lines.first else { return [] }
        let candidates = lines.filter { $0.length >= 5 * $0.height && $0.length >= 0.25 * longest.length }.prefix(14)
        var neighbourhoodCount = 0
        for isReversed in [false, true] {
            for candidate in candidates {
                let line = isReversed ? candidate.reversed : candidate
                let row = try read(line, in: levels, margin: 0.3 * line.height)
                guard row.steps.looksLikeMRZ else { continue }
                let found = try rows(around: row, among: lines, in: levels)
                if found.count >= 2 { return found }
                neighbourhoodCount += 1
                if neighbourhoodCount == Self.mostNeighbourhoods { return [] }
            }
        }
        return []
    }

    /// Cuts a line out with a margin at both ends, in pixels, and reads it.
    func read(_ line: TextLine, in levels: ImageLevels, margin: Double) throws(NetworkError) -> MRZRow {
        var wide = line
        wide.length += 2 * margin
        let natural = wide.length / wide.height * Double(SymbolRecogniser.stripHeight)
        // Few widths, for the runtime keeps a plan for each.
        let width = min(max(natural / 128, 3).rounded() * 128, Double(SymbolRecogniser.maximumWidth))
        let size = ImageSize(width: Int(width), height: SymbolRecogniser.stripHeight)
        return MRZRow(line: wide, stripWidth: width, steps: try recogniser.steps(of: levels.cut(wide, to: size)))
    }

    /// The lines above and below one that looks like part of an MRZ, found in the straightened neighbourhood.
    private func rows(
        around row: MRZRow, among lines: [TextLine], in levels: ImageLevels
    ) throws(NetworkError) -> [MRZRow] {
        let frame = MRZFrame(around: row, among: lines)
        let near = try rows(in: frame.region, of: frame, levels: levels)
        guard near.count < 3, frame.isShort else { return near }
        let all = try rows(in: frame.tallRegion, of: frame, levels: levels)
        return all.count > near.count ? all : near
    }

    private func rows(
        in region: TextLine, of frame: MRZFrame, levels: ImageLevels
    ) throws(NetworkError) -> [MRZRow] {
        let width = 1088
        let height = min(640, max(96, Int(region.height / region.length * Double(width))))
        let scale = region.length / Double(width)
        let pieces = try finder.lines(
            in: levels.cut(region, to: ImageSize(width: width, height: height)), longestSide: width
        )
        .map { piece in
            TextLine(
                center: region.global(
                    Point(
                        x: (piece.center.x - Double(width) / 2) * scale,
                        y: (piece.center.y - Double(height) / 2) * scale)),
                angleInRadians: region.angleInRadians + piece.angleInRadians, length: piece.length * scale,
                height: piece.height * scale)
        }
        .filter { frame.holds($0) }
        var found: [MRZRow] = []
        for line in Self.rows(of: pieces, in: frame.line).prefix(7) {
            let row = try read(frame.spanned(line), in: levels, margin: 0)
            if row.steps.share >= 0.5, row.steps.peaks.count >= 8 { found.append(row) }
        }
        return found
    }

    /// Pieces that stand side by side joined into lines, top to bottom.
    static func rows(of pieces: [TextLine], in frame: TextLine) -> [TextLine] {
        let heights = pieces.filter { $0.length >= 4 * $0.height }.map(\.height).sorted()
        guard !heights.isEmpty else { return [] }
        let usual = heights[heights.count / 2]
        var groups: [[TextLine]] = []
        for piece in pieces where piece.height > 0.4 * usual && piece.height < 2.2 * usual {
            // `pieces` come longest first, so a group is measured against its longest piece.
            if let index = groups.firstIndex(where: { abs($0[0].local(piece.center).y) < 0.45 * usual }) {
                groups[index].append(piece)
            } else {
                groups.append([piece])
            }
        }
        return groups.compactMap { group in
            if group.count == 1 { return group[0] }
            let corners = group.flatMap { line in
                [(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)].map {
                    line.global(Point(x: $0.0 * line.length, y: $0.1 * line.height))
                }
            }
            guard var whole = TextLine(around: convexHull(of: corners)) else { return nil }
            whole.height = group[0].height
            return whole
        }
        .sorted { frame.local($0.center).y < frame.local($1.center).y }
    }
}

/// Where an MRZ lies, as far as one of its lines and the lines around it tell.
private struct MRZFrame {
    /// The line that looks like part of an MRZ; the MRZ runs in its direction.
    let line: TextLine
    /// Where ink begins and ends along `line`, in pixels from its centre; the MRZ may end further right.
    let left: Double
    let right: Double
    /// From column to column, in pixels.
    let pitch: Double

    /// An MRZ has 44 columns at most.
    private static let widestInColumns = 46.0

    init(around row: MRZRow, among lines: [TextLine]) {
        let line = row.line
        self.line = line
        let peaks = row.steps.peaks
        let stepLength = line.length / Double(max(1, row.steps.count))
        let gaps = zip(peaks, peaks.dropFirst()).map { $1.step - $0.step }.sorted()
        pitch = (gaps.isEmpty ? 4 : gaps[gaps.count / 2]) * stepLength

        var (left, right) = (-line.length / 2, line.length / 2)
        // All lines of an MRZ begin and end together: a line whose fillers were overlooked is as long as the next.
        for other in lines {
            let offset = line.local(other.center)
            let turn = remainder(other.angleInRadians - line.angleInRadians, .pi)
            let (start, end) = (offset.x - other.length / 2, offset.x + other.length / 2)
            let shared = min(end, line.length / 2) - max(start, -line.length / 2)
            guard abs(turn) < 0.06, abs(offset.y) < 4 * line.height, other.length > 0.5 * line.length,
                (0.5...2).contains(other.height / line.height), shared > 0.8 * min(other.length, line.length)
            else { continue }
            left = min(left, start)
            right = max(right, end)
        }
        self.left = left
        self.right = right
    }

    /// To where the MRZ may reach when the fillers at its end were overlooked.
    private var farRight: Double {
        let columns = (right - left) / pitch
        return columns > 43 ? right + 2 * pitch : max(right + 2 * pitch, left + Self.widestInColumns * pitch)
    }

    /// Whether the lines are so short that there may be three of them.
    var isShort: Bool { (right - left) / pitch < 34 }

    /// The place that holds the whole MRZ whichever of its lines `line` is, as lines are set (ICAO 9303: three lines 1.7
    /// columns apart, two lines 2.5).
    var region: TextLine { region(height: 7.4 * line.height) }

    /// The same for three lines that are as far apart as two.
    var tallRegion: TextLine { region(height: 12.4 * pitch) }

    private func region(height: Double) -> TextLine {
        let start = left - 3 * pitch
        return TextLine(
            center: line.global(Point(x: (start + farRight) / 2, y: 0)), angleInRadians: line.angleInRadians,
            length: farRight - start, height: height)
    }

    /// Whether a piece of text may belong to the MRZ and not to what is printed beside it.
    func holds(_ piece: TextLine) -> Bool {
        let offset = line.local(piece.center)
        return abs(remainder(piece.angleInRadians - line.angleInRadians, .pi)) < 0.15
            && piece.length >= 2 * piece.height
            && offset.x > left - pitch
            && offset.x - piece.length / 2 < right + 4 * pitch
    }

    /// A line of the MRZ stretched over all that the MRZ may take.
    func spanned(_ piece: TextLine) -> TextLine {
        let offset = line.local(piece.center)
        let slope = tan(remainder(piece.angleInRadians - line.angleInRadians, .pi))
        let start = left - 2 * pitch
        let middle = (start + farRight) / 2
        return TextLine(
            center: line.global(Point(x: middle, y: offset.y + slope * (middle - offset.x))),
            angleInRadians: line.angleInRadians + atan(slope), length: farRight - start,
            // Letters are about as high as the pitch; what was found may be two lines in one, or thin.
            height: min(max(piece.height, 1.2 * pitch), 1.7 * pitch))
    }
}

/// A line of an image and what was seen along it.
struct MRZRow: Sendable {
    /// What the strip covers.
    let line: TextLine
    /// In pixels, 48 high.
    let stripWidth: Double
    let steps: SymbolSteps

    /// The part of the image that a step's middle looks at, along the line from its centre, in image pixels.
    func offset(ofStep step: Double) -> Double {
        ((step + 0.5) * SymbolSteps.pixelsPerStep / stripWidth - 0.5) * line.length
    }
}
