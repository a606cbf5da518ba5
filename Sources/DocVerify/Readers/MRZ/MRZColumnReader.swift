internal import Foundation
internal import Vision

/// The columns of an MRZ as they were seen: for each column, how much speaks for each symbol.
struct MRZColumns: Sendable {
    /// Line, column, symbol; the numbers of one column add up to at most 1.
    var evidence: [[[Double]]]
    /// Line: how many strips it was read from.
    var stripCounts: [Int]
    /// Line, column; nil for what could not be measured.
    var outlines: [[CharacterOutline?]]
    /// From column to column in pixels of the image, over all lines.
    var pitchInPixels: Double
    /// The lines' places in the image, cut at the first and last column.
    var lines: [TextLine]
    /// How far perspective moves the middle of a line beside an even grid, at most, in columns.
    var perspective: Double
    /// How well the grid explains the lines: the mean logarithm over the columns.
    var score: Double
    /// How sharp the print is: the least of its lines, see `MRZEvidence`.
    var focus: Double
    /// Line: where it stands, for who looks at the image.
    var places: [MRZPlace] = []
}

/// Chooses the lines of an MRZ among those found and reads them column by column.
struct MRZColumnReader: Sendable {
    let locator: MRZLocator

    /// The strips of each line that are read and averaged, until they are plain: the usual size first.
    static let variants: [(pitchInPixels: Double, heightFactor: Double)] = [
        (32, 1), (29, 1.2), (35, 0.92), (40, 1.05), (26, 1),
    ]

    /// How much a strip counts at a column where it shows nothing, against 1 for one that shows something.
    private static let leastWeight = 0.3

    /// The share of a column that one character must have for it to be plain: what a column needs that no
    /// check digit covers.
    private static let plain = MRZTranscription.uncoveredBar

    private struct Placement {
        let rows: [MRZRow]
        let grids: [ColumnGrid]
        let layout: MRZLayout
        let score: Double
    }

    /// Nil where no run of lines can be an MRZ.
    func columns(from rows: [MRZRow], in levels: ImageLevels) throws(NetworkError) -> MRZColumns? {
        guard let placement = placement(of: rows) else { return nil }
        var evidence: [[[Double]]] = []
        var stripCounts: [Int] = []
        var outlines: [[CharacterOutline?]] = []
        var middles: [[Double]] = []
        var lines: [TextLine] = []
        for (index, row) in placement.rows.enumerated() {
            let grid = placement.grids[index]
            let start = row.offset(ofStep: grid.center(ofColumn: 0))
            let end = row.offset(ofStep: grid.center(ofColumn: grid.columnCount - 1))
            let pitch = (end - start) / Double(grid.columnCount - 1)
            var line = row.line
            line.center = row.line.global(Point(x: (start + end) / 2, y: 0))
            line.length = end - start + pitch
            lines.append(line)
        }
        // One height for all lines: they are of one print, and the finder's heights scatter.
        let heights = lines.map(\.height).sorted()
        for (index, var line) in lines.enumerated() {
            line.height = heights[heights.count / 2]
            let columns = try read(line, of: placement.rows[index], on: placement.grids[index], in: levels)
            evidence.append(columns.shares)
            stripCounts.append(columns.stripCount)
            middles.append(columns.middles)
            let strip = OutlineStrip(line, columnCount: columns.middles.count, in: levels)
            outlines.append(columns.middles.map(strip.outline))
        }
        let pitches = lines.map { $0.length / Double(placement.layout.format.lineLength) }
        let pitch = pitches.reduce(0, +) / Double(pitches.count)
        return MRZColumns(
            evidence: evidence, stripCounts: stripCounts, outlines: outlines, pitchInPixels: pitch, lines: lines,
            perspective: placement.grids.map { abs($0.perspective / $0.pitch) }.max() ?? 0, score: placement.score,
            focus: lines.map { Self.focus(of: $0, in: levels) }.min() ?? 0,
            places: zip(lines, middles).map {
                MRZPlace(of: $0, pitchInPixels: pitch, middles: $1, in: levels.image.size)
            })
    }

    /// Variance of the Laplacian over variance of the grey levels: what share of the contrast is fine.
    private static func focus(of line: TextLine, in levels: ImageLevels) -> Double {
        let width = Int(min(2000, max(64, line.length / line.height * Double(SymbolRecogniser.stripHeight))))
        let grey = levels.cut(line, to: ImageSize(width: width, height: SymbolRecogniser.stripHeight)).grey
        let count = Double(grey.pixels.count)
        let mean = grey.pixels.reduce(0.0) { $0 + Double($1) } / count
        let variance = grey.pixels.reduce(0.0) { $0 + (Double($1) - mean) * (Double($1) - mean) } / count
        return grey.laplacianVariance / max(1, variance)
    }

    /// The run of lines and the layout that explain what was seen best; nil where there is none whose lines are all better
    /// than `ColumnGrid.leastScore`.
    private func placement(of rows: [MRZRow]) -> Placement? {
        var best: Placement?
        for format in [MRZFormat.td3, .td1, .td2, .frenchCard1988] where rows.count >= format.lineCount {
            let layout = MRZLayout.layout(of: format)
            // One line may fit so badly that no run with it can win, however well the others fit.
            let others = ColumnGrid.greatestScore * Double(format.lineCount - 1)
            let least = max(
                ColumnGrid.leastScore, best.map { $0.score * Double(format.lineCount) - others } ?? -.infinity)
            let fits = rows.map { row in
                layout.columnClasses.enumerated().map { line, classes in
                    ColumnGrid.best(
                        for: row.steps, classes: classes, firstLetters: line == 0 ? Self.firstLetters(of: format) : nil,
                        above: least)
                }
            }
            for start in 0...(rows.count - format.lineCount) {
                let chosen = (0..<format.lineCount).compactMap { fits[start + $0][$0] }
                guard chosen.count == format.lineCount else { continue }
                let score = chosen.reduce(0) { $0 + $1.score } / Double(chosen.count)
                if score > (best?.score ?? -.infinity) {
                    best = Placement(
                        rows: Array(rows[start..<(start + format.lineCount)]), grids: chosen.map(\.grid),
                        layout: layout, score: score)
                }
            }
        }
        return best
    }

    /// What the first line of an MRZ of this size may begin with. Without it print beside the line is taken for its first
    /// column where a filler at its end can be spared: `LPPSEN` for `PPSEN` is a passport of `PSE`.
    private static func firstLetters(of format: MRZFormat) -> [UInt8]? {
        let visa: MRZFormat? = format == .td3 ? .mrvA : format == .td2 ? .mrvB : nil
        return format.firstLetters.map { $0 + (visa?.firstLetters ?? []) }
    }

    /// Reads a line that is cut exactly at its columns in several sizes, and averages what each column shows and where
    /// its middle is, in columns from the middle of the line. It stops as soon as every character is plain and
    /// was seen when the line was found too.
    private func read(
        _ line: TextLine, of row: MRZRow, on found: ColumnGrid, in levels: ImageLevels
    ) throws(NetworkError) -> (shares: [[Double]], middles: [Double], stripCount: Int) {
        let count = found.columnCount
        let pitch = line.length / Double(count)
        var sums = [[Double]](repeating: [Double](repeating: 0, count: MRZSymbols.count), count: count)
        var weights = [Double](repeating: 0, count: count)
        var middles = [Double](repeating: 0, count: count)
        var shares = sums
        var stripCount = 0
        let before = (0..<count).map { Self.seen(at: $0, of: found, in: row.steps) }
        for variant in Self.variants {
            // One and a half columns of margin, then up to a multiple of 32 pixels.
            let width = (((Double(count) + 3) * variant.pitchInPixels) / 32).rounded(.up) * 32
            var strip = line
            strip.length = width / variant.pitchInPixels * pitch
            strip.height *= variant.heightFactor
            let image = levels.cut(
                strip, to: ImageSize(width: Int(width), height: SymbolRecogniser.stripHeight))
            let steps = try locator.recogniser.steps(of: image)
            let expected = ColumnGrid(
                first: ((width - Double(count - 1) * variant.pitchInPixels) / 2) / SymbolSteps.pixelsPerStep - 0.5,
                pitch: variant.pitchInPixels / SymbolSteps.pixelsPerStep, columnCount: count,
                perspective: found.perspective / found.pitch * variant.pitchInPixels / SymbolSteps.pixelsPerStep)
            let grid = Self.settled(expected, on: steps)
            let seen = (0..<count).map { Self.seen(at: $0, of: grid, in: steps) }
            for column in 0..<count {
                // A strip that shows nothing at a column says little; one that shows another character contradicts.
                weights[column] += max(Self.leastWeight, seen[column].reduce(0, +))
                let middle = (grid.center(ofColumn: column) + 0.5) * SymbolSteps.pixelsPerStep - width / 2
                middles[column] += middle / variant.pitchInPixels
                for symbol in seen[column].indices { sums[column][symbol] += seen[column][symbol] }
            }
            stripCount += 1
            shares = sums.indices.map { column in sums[column].map { $0 / weights[column] } }
            if Self.isPlain(shares, seenBefore: before) { break }
        }
        return (shares, middles.map { $0 / Double(stripCount) }, stripCount)
    }

    /// Whether each column shows one character plainly, and showed it before as well. Of a run of fillers the recogniser
    /// shows some.
    static func isPlain(_ seen: [[Double]], seenBefore before: [[Double]]) -> Bool {
        func best(_ column: [Double]) -> Int { column.indices.max { column[$0] < column[$1] } ?? MRZSymbols.filler }
        let symbols = seen.map(best)
        return seen.indices.allSatisfy { index in
            let symbol = symbols[index]
            if MRZSymbols.isInRunOfFillers(index, of: seen.count, symbol: { symbols[$0] }) {
                return [seen[index], before[index]].allSatisfy { $0[symbol] >= Self.plain * $0.reduce(0, +) }
            }
            return seen[index][symbol] >= Self.plain && best(before[index]) == symbol
        }
    }

    /// The most that the steps of a column say for each symbol, those near its middle counting most: the outer ones
    /// look at the neighbours too.
    private static func seen(at column: Int, of grid: ColumnGrid, in steps: SymbolSteps) -> [Double] {
        var seen = [Double](repeating: 0, count: MRZSymbols.count)
        guard let range = grid.steps(ofColumn: column, stepCount: steps.count) else { return seen }
        for step in range {
            let distance = abs(Double(step) - grid.center(ofColumn: column)) / grid.pitch
            let weight = min(1, max(0, (0.6 - distance) / 0.35))
            for symbol in seen.indices {
                seen[symbol] = max(seen[symbol], weight * Double(steps.probability(of: symbol, at: step)))
            }
        }
        return seen
    }

    /// The grid moved so that the characters seen stand in the middles of its columns on average; by half a column at most.
    private static func settled(_ grid: ColumnGrid, on steps: SymbolSteps) -> ColumnGrid {
        var offsets: [Double] = []
        for peak in steps.peaks where peak.symbol != MRZSymbols.filler && peak.probability > 0.5 {
            let place = grid.column(ofStep: peak.step)
            offsets.append(place - place.rounded())
        }
        guard offsets.count >= 5 else { return grid }
        offsets.sort()
        var settled = grid
        settled.first += offsets[offsets.count / 2] * grid.pitch
        return settled
    }
}
