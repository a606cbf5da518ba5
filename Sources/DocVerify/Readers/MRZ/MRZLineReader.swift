internal import Foundation
internal import Vision

/// Reads the lines of a block with a network of our own (`packs/documents`): it sees shapes, and knows no names and no states.
struct MRZLineReader: Sendable {
    private let network: Network

    /// The form of strip that the network takes, in pixels: capitals of 18 rows on a strip of 32.
    private static let stripHeight = 32
    private static let capitalHeight = 18.0
    /// The print's pitch in such a strip.
    private static let pitch = MRZPlacement.usualPitch * SymbolSteps.pixelsPerStep
    /// What is shown beside a line at both ends, in columns: the finder may have missed as much.
    private static let margin = 2.5
    /// The runtime keeps a plan for every size: few sizes, none larger than the last.
    private static let widthUnit = 64
    private static let greatestWidth = 1408

    init(models: ModelFolder, workers: Int) throws(DocumentReaderError) {
        network = try DocumentPack.network("mrz-reader", models: models, workers: workers)
    }

    /// Nil where the block's lines are no MRZ.
    /// - Parameter isMirrored: the image is a mirror image; the block's lines are in the order in which they then read.
    func columns(of block: MRZBlock, isMirrored: Bool = false, in levels: ImageLevels) throws(NetworkError)
        -> MRZColumns?
    {
        let scale = block.characterHeight / Self.capitalHeight
        var best = try placement(of: block, scale: scale, isMirrored: isMirrored, in: levels)
        // Most lines are straight: a curve may be of the finder's making.
        if (best?.quality ?? -.infinity) < Self.plainQuality {
            let placement = try placement(of: block.straightened, scale: scale, isMirrored: isMirrored, in: levels)
            if let placement, placement.quality > (best?.quality ?? -.infinity) { best = placement }
        }
        // Where the finder was wrong about the height, the length of the lines tells it, one for each number of columns.
        for count in Self.columnCounts(of: block) where (best?.quality ?? -.infinity) < Self.doubtfulQuality {
            let other = block.length / (Double(count) * Self.pitch)
            guard abs(other / scale - 1) > Self.leastRescaling else { continue }
            let placement = try placement(of: block, scale: other, isMirrored: isMirrored, in: levels)
            if let placement, placement.quality > (best?.quality ?? -.infinity) { best = placement }
        }
        if (best?.quality ?? -.infinity) < Self.doubtfulQuality, let widened = block.widened {
            let placement = try placement(of: widened, scale: scale, isMirrored: isMirrored, in: levels)
            if let placement, placement.quality > (best?.quality ?? -.infinity) { best = placement }
        }
        // Columns that stand in perspective are narrow at one end: once it is known where they are, they are cut out evenly.
        if let seen = best, seen.perspective > Self.plainPerspective {
            let evened = try evened(seen, scale: scale, isMirrored: isMirrored, in: levels)
            if let evened, evened.quality > seen.quality { best = evened }
        }
        return best.map { Self.columns(of: $0, isMirrored: isMirrored, in: levels) }
    }

    /// Perspective that moves columns by less than this, in columns, leaves them alike.
    private static let plainPerspective = 0.4

    /// The same lines with columns as wide as each other.
    private func evened(
        _ placement: MRZPlacement, scale: Double, isMirrored: Bool, in levels: ImageLevels
    ) throws(NetworkError) -> MRZPlacement? {
        var lines: [(TextCurve, StripGrid)] = []
        for (row, path) in zip(placement.rows, placement.paths) {
            let middles = path.middles.map(row.offset(ofStep:))
            guard let grid = StripGrid(evening: middles, pitch: Self.pitch, scale: scale) else { return nil }
            lines.append((row.curve, grid))
        }
        let length = Double(placement.paths.first?.middles.count ?? 0) * Self.pitch
        return MRZPlacement(
            of: try rows(lines, lengthInPixels: length, isMirrored: isMirrored, in: levels),
            lengthInSteps: length / SymbolSteps.pixelsPerStep)
    }

    /// Columns that fit less well may be cut out in the wrong size.
    private static let doubtfulQuality = -0.5
    /// And columns that fit less well than this may be of lines that were followed wrongly.
    private static let plainQuality = -0.06
    private static let leastRescaling = 0.12

    private static func columnCounts(of block: MRZBlock) -> [Int] {
        block.lines.count >= 3 ? [30, 44, 36] : block.lines.count == 2 ? [44, 36] : []
    }

    private func placement(
        of block: MRZBlock, scale: Double, isMirrored: Bool, in levels: ImageLevels
    ) throws(NetworkError) -> MRZPlacement? {
        MRZPlacement(
            of: try rows(
                block.alignedLines.map { ($0, StripGrid(scale: scale)) }, lengthInPixels: block.length / scale,
                isMirrored: isMirrored, in: levels),
            lengthInSteps: block.length / scale / SymbolSteps.pixelsPerStep)
    }

    /// All lines are shown to the network at once, as long as the longest.
    private func rows(
        _ lines: [(TextCurve, StripGrid)], lengthInPixels: Double, isMirrored: Bool, in levels: ImageLevels
    ) throws(NetworkError) -> [MRZRow] {
        let needed = lengthInPixels + 2 * Self.margin * Self.pitch
        let units = (needed / Double(Self.widthUnit)).rounded(.up)
        let width = min(max(Int(units), 1) * Self.widthUnit, Self.greatestWidth)
        let size = ImageSize(width: width, height: Self.stripHeight)
        var values: [Float] = []
        for (curve, grid) in lines { values += levels.strip(along: curve, grid, size: size, isMirrored: isMirrored) }
        let output = try network.run(Tensor(shape: [lines.count, 1, Self.stripHeight, width], values: values))
        let stepCount = width / Int(SymbolSteps.pixelsPerStep)
        let perLine = stepCount * SymbolSteps.classCount
        guard let logits = output.first, logits.values.count == lines.count * perLine else { throw .runFailed }
        return lines.enumerated().map { index, line in
            MRZRow(
                curve: line.0, grid: line.1, stripWidth: width,
                steps: SymbolSteps(
                    count: stepCount, logits: logits.values[(index * perLine)..<((index + 1) * perLine)]))
        }
    }

    private static func columns(of placement: MRZPlacement, isMirrored: Bool, in levels: ImageLevels) -> MRZColumns {
        let lines = zip(placement.rows, placement.paths).map { row, path -> TextLine in
            let (first, last) = (path.middles.first ?? 0, path.middles.last ?? 0)
            let start = row.place(ofStep: first - path.pitch / 2)
            let end = row.place(ofStep: last + path.pitch / 2)
            return TextLine(from: start, to: end, height: row.curve.line.height)
        }
        let pitches = zip(lines, placement.paths).map { $0.length / Double($1.middles.count) }
        let pitch = pitches.reduce(0, +) / Double(max(1, pitches.count))
        let places = zip(lines, zip(placement.rows, placement.paths)).map { line, found in
            let (row, path) = found
            let middles = path.middles.map { line.local(row.place(ofStep: $0)).x / pitch }
            return MRZPlace(
                of: line, pitchInPixels: isMirrored ? -pitch : pitch, middles: middles, in: levels.image.size)
        }
        let ends = lines.flatMap { line in
            [-1.0, 1].map { line.global(Point(x: $0 * (line.length - pitch) / 2, y: 0)) }
        }
        return MRZColumns(
            evidence: placement.evidence, pitchInPixels: pitch, lines: lines,
            perspective: placement.perspective, score: placement.score,
            focus: lines.map { focus(of: $0, pitch: pitch, in: levels) }.min() ?? 0, places: places,
            isMirrored: isMirrored, isCutOff: ends.contains { isAtEdge($0, pitch: pitch, of: levels.image.size) })
    }

    /// Whether a column's middle is no column away from the image's edge.
    private static func isAtEdge(_ place: Point, pitch: Double, of size: ImageSize) -> Bool {
        let limit = 0.75 * pitch
        return place.x < limit || place.y < limit || place.x > Double(size.width) - limit
            || place.y > Double(size.height) - limit
    }

    private static let focusHeight = 48
    private static let focusHeightInColumns = 1.4

    /// Variance of the Laplacian over variance of the grey levels: what share of the contrast is fine.
    private static func focus(of line: TextLine, pitch: Double, in levels: ImageLevels) -> Double {
        var strip = line
        strip.height = focusHeightInColumns * pitch
        let width = Int(min(2000, max(64, strip.length / strip.height * Double(focusHeight))))
        let grey = levels.cut(strip, to: ImageSize(width: width, height: focusHeight))
        let count = Double(grey.pixels.count)
        let mean = grey.pixels.reduce(0.0) { $0 + Double($1) } / count
        let variance = grey.pixels.reduce(0.0) { $0 + (Double($1) - mean) * (Double($1) - mean) } / count
        return grey.laplacianVariance / max(1, variance)
    }
}
