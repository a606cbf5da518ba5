internal import Foundation
internal import Vision

/// A line of a block as the reader's network saw it.
struct MRZRow: Sendable {
    /// The part of the image that the strip's middle row shows.
    let curve: TextCurve
    let grid: StripGrid
    let stripWidth: Int
    let steps: SymbolSteps

    /// Where a step's middle lies, along `curve` from its centre, in pixels of the image.
    func offset(ofStep step: Double) -> Double {
        grid.offset(ofPixel: (step + 0.5) * SymbolSteps.pixelsPerStep - Double(stripWidth) / 2)
    }

    func place(ofStep step: Double) -> Point { curve.place(at: offset(ofStep: step)).middle }
}

/// The choice of an MRZ's lines among those of a block, of their number of columns and of where these are.
struct MRZPlacement: Sendable {
    let rows: [MRZRow]
    let paths: [ColumnPath]
    /// Line, column, symbol.
    let evidence: [[[Double]]]
    /// See `MRZColumns`.
    let score: Double

    /// What a column has at least, so that one that shows nothing does not decide alone.
    static let floor = 0.02
    /// Columns that fit worse than this on average are no MRZ.
    private static let leastScore = -0.9
    /// A character right beside the columns would belong to them; one farther away may be other print.
    private static let costBeside = 2.5
    private static let costFarther = 0.8
    /// All lines begin one below the other, but for what perspective and a torn edge make of it.
    private static let looseness = 0.7
    private static let costOfLooseness = 4.0
    /// A line of 30 alone has to be a driving licence for certain.
    private static let leastScoreAlone = -0.08

    /// The strips' print has this pitch where lines were cut out as they should be, in steps: capitals are 18 pixels high and
    /// 0.95 of a pitch.
    static let usualPitch = 19.0 / SymbolSteps.pixelsPerStep

    /// One way to lay columns over a row.
    private struct Candidate {
        let path: ColumnPath
        let shares: [[Double]]
        /// What stands beside the columns and is not explained.
        let cost: Double
        /// Where the first column is in the image.
        let start: Point
    }

    /// Nil where no run of the rows can be an MRZ.
    init?(of rows: [MRZRow], lengthInSteps: Double) {
        var best: MRZPlacement?
        for formats in [[MRZFormat.td3], [.td1], [.td2, .frenchCard1988]] {
            let count = formats[0].lineLength
            guard let candidates = Self.candidates(columns: count, of: rows, lengthInSteps: lengthInSteps) else {
                continue
            }
            for format in formats where rows.count >= format.lineCount {
                Self.consider(format, candidates, of: rows, best: &best)
            }
        }
        if best.map({ $0.score < Self.leastScoreAlone }) ?? true,
            let candidates = Self.candidates(columns: 30, of: rows, lengthInSteps: lengthInSteps)
        {
            var alone: MRZPlacement?
            Self.consider(.drivingLicence, candidates, of: rows, best: &alone)
            if let alone, alone.score >= Self.leastScoreAlone, alone.beginsAsLicence { best = alone }
        }
        guard let best, best.score >= Self.leastScore else { return nil }
        self = best
    }

    /// See `MRZColumns`.
    var quality: Double { MRZColumns.quality(of: evidence, score: score) }

    /// See `MRZColumns`; as the columns stand in the image.
    var perspective: Double {
        zip(rows, paths).map { row, path in ColumnPath(middles: path.middles.map(row.offset(ofStep:))).perspective }
            .max() ?? 0
    }

    private var beginsAsLicence: Bool {
        let letters = MRZFormat.drivingLicence.firstLetters ?? []
        return letters.compactMap(MRZSymbols.index).contains { (evidence.first?.first?[$0] ?? 0) > 0.5 }
    }

    private init(rows: [MRZRow], paths: [ColumnPath], evidence: [[[Double]]], score: Double) {
        (self.rows, self.paths, self.evidence, self.score) = (rows, paths, evidence, score)
    }

    /// For each row the columns where they fit best and one column beside; nil where the rows are too short or too long.
    private static func candidates(
        columns count: Int, of rows: [MRZRow], lengthInSteps: Double
    ) -> [[Candidate]]? {
        let pitch = lengthInSteps / Double(count)
        guard (0.72...1.45).contains(pitch / usualPitch) else { return nil }
        let expected = min(max(pitch, 0.82 * usualPitch), 1.22 * usualPitch)
        return rows.map { row in
            guard let path = ColumnPath(columns: count, in: row.steps, pitch: expected) else { return [] }
            return [0, -1, 1].map { shift in
                let shifted = path.shifted(by: shift)
                let pitch = shifted.pitch
                return Candidate(
                    path: shifted, shares: shifted.middles.map { row.steps.shares(around: $0, pitch: pitch) },
                    cost: cost(beside: shifted, in: row.steps), start: row.place(ofStep: shifted.middles[0]))
            }
        }
    }

    private static func cost(beside path: ColumnPath, in steps: SymbolSteps) -> Double {
        guard let first = path.middles.first, let last = path.middles.last else { return 0 }
        let pitch = path.pitch
        func characters(_ near: Double, _ far: Double) -> Double {
            steps.characters(from: first - far * pitch, to: first - near * pitch, pitch: pitch)
                + steps.characters(from: last + near * pitch, to: last + far * pitch, pitch: pitch)
        }
        return costBeside * characters(0.6, 3.5) + costFarther * characters(3.5, 9.5)
    }

    /// Takes every run of rows that the format's lines could be.
    private static func consider(
        _ format: MRZFormat, _ candidates: [[Candidate]], of rows: [MRZRow], best: inout MRZPlacement?
    ) {
        let classes = MRZLayout.layout(of: format).columnClasses
        let fits = candidates.map { row in
            row.map { candidate in
                classes.enumerated().map { line, classes in
                    fit(candidate.shares, classes: classes, firstLetters: line == 0 ? firstLetters(of: format) : nil)
                        - candidate.cost
                }
            }
        }
        guard rows.count >= format.lineCount else { return }
        for start in 0...(rows.count - format.lineCount) {
            let run = (start..<(start + format.lineCount)).map { candidates[$0] }
            guard run.allSatisfy({ !$0.isEmpty }) else { continue }
            for choice in choices(run.map(\.count)) {
                let chosen = zip(run, choice).map { $0[$1] }
                var sum = 0.0
                for (line, option) in choice.enumerated() { sum += fits[start + line][option][line] }
                let pitch = chosen[0].path.pitch * SymbolSteps.pixelsPerStep * rows[start].grid.scale
                sum -= looseness(of: chosen, in: rows[start].curve.line, pitch: pitch)
                let score = sum / Double(format.lineCount * format.lineLength)
                guard score > (best?.score ?? -.infinity) else { continue }
                best = MRZPlacement(
                    rows: Array(rows[start..<(start + format.lineCount)]), paths: chosen.map(\.path),
                    evidence: chosen.map(\.shares), score: score)
            }
        }
    }

    /// All ways to take one of so many for each.
    private static func choices(_ counts: [Int]) -> [[Int]] {
        counts.reduce([[]]) { ways, count in ways.flatMap { way in (0..<count).map { way + [$0] } } }
    }

    /// - Parameter pitch: in pixels of the image.
    private static func looseness(of lines: [Candidate], in frame: TextLine, pitch: Double) -> Double {
        var cost = 0.0
        for (one, other) in zip(lines, lines.dropFirst()) {
            let offset = abs(frame.local(one.start).x - frame.local(other.start).x) / max(pitch, 1e-6)
            cost += costOfLooseness * max(0, offset - looseness)
        }
        return cost
    }

    private static func fit(_ shares: [[Double]], classes: [MRZCharacterClass], firstLetters: [UInt8]?) -> Double {
        var sum = 0.0
        for (index, (column, characterClass)) in zip(shares, classes).enumerated() {
            var allowed = 0.0
            for (symbol, share) in column.enumerated() where share > 0 {
                let isAllowed =
                    if index == 0, let firstLetters {
                        firstLetters.contains(MRZSymbols.all[symbol])
                    } else {
                        MRZSymbols.counterpart(of: symbol, in: characterClass) != nil
                    }
                if isAllowed { allowed += share }
            }
            sum += log(floor + allowed)
        }
        return sum
    }

    /// What the first line of an MRZ of this size may begin with. Without it print beside the line is taken for its first
    /// column where a filler at its end can be spared: `LPPSEN` for `PPSEN` is a passport of `PSE`.
    private static func firstLetters(of format: MRZFormat) -> [UInt8]? {
        let visa: MRZFormat? = format == .td3 ? .mrvA : format == .td2 ? .mrvB : nil
        return format.firstLetters.map { $0 + (visa?.firstLetters ?? []) }
    }
}
