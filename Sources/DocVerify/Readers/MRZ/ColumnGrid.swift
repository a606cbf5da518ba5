internal import Foundation

/// Where the columns of a line of an MRZ stand along a strip. Characters of an MRZ are printed at one pitch, so columns are
/// counted by place; a recogniser's count of a run of fillers cannot be trusted.
struct ColumnGrid: Equatable, Sendable {
    /// The middle of column 1, in steps of the recogniser.
    var first: Double
    /// From column to column, in steps.
    var pitch: Double
    let columnCount: Int
    /// How far perspective moves the middle of the line to the left of where an even grid has it, in steps: the nearer
    /// columns of a page that is turned away look wider.
    var perspective = 0.0

    func center(ofColumn index: Int) -> Double {
        guard perspective != 0 else { return first + Double(index) * pitch }
        let place = Double(index) / lastColumn
        return first + lastColumn * pitch * place / (place + (1 - place) * foreshortening)
    }

    /// The column, with its fraction, that a step belongs to. Outside the line the grid is even.
    func column(ofStep step: Double) -> Double {
        let even = (step - first) / pitch
        guard perspective != 0, even > 0, even < lastColumn else { return even }
        let share = even / lastColumn
        return lastColumn * share * foreshortening / (1 - share + share * foreshortening)
    }

    private var lastColumn: Double { Double(max(1, columnCount - 1)) }

    /// How many times wider the last column is than on an even grid, and the first narrower: the only parameter of a
    /// projection of the line onto itself that keeps both ends.
    private var foreshortening: Double {
        1 / (0.5 - min(0.25, max(-0.25, perspective / (pitch * lastColumn)))) - 1
    }

    /// The steps that belong to a column: those within 0.45 pitches of its middle, at least the nearest one.
    func steps(ofColumn index: Int, stepCount: Int) -> ClosedRange<Int>? {
        let middle = center(ofColumn: index)
        let nearest = Int(middle.rounded())
        let low = max(0, min(nearest, Int((middle - 0.45 * pitch).rounded(.up))))
        let high = min(stepCount - 1, max(nearest, Int((middle + 0.45 * pitch).rounded(.down))))
        return low <= high ? low...high : nil
    }

    /// A line seen straight on fits an even grid at least so well; below it, grids in perspective are tried too.
    private static let evenScore = -0.15
    /// In columns, to either side: enough to find a page that is turned away from the camera by up to some 35°.
    private static let perspectives = [0.8, 1.6, 2.4]
    /// A line that fits less well is no line of an MRZ: in the mean a column has less than even odds for the
    /// characters that may stand there.
    static let leastScore = log(0.5)
    /// More than a line gains by the search behind its first, even grids: the lines of 104 specimens gained 0.54 at most.
    private static let mostGain = 0.6
    /// The upper bound of scores: every column certainly shows a character that it may hold.
    static let greatestScore = log(1 + GridSearch.floor)

    /// The grid of `classes.count` columns that explains what was seen best, and how well: the mean logarithm of what
    /// each column has for the characters that it may hold, less a penalty for characters that stand in no column.
    /// Nil where the strip is too short for so many columns, or nothing is better than `score`.
    /// - Parameter firstLetters: what the first column may hold, where that is less than its class.
    static func best(
        for steps: SymbolSteps, classes: [MRZCharacterClass], firstLetters: [UInt8]? = nil,
        above score: Double = -.infinity
    ) -> (grid: ColumnGrid, score: Double)? {
        let count = classes.count
        guard count >= 2, steps.count > count else { return nil }
        let leastFirstScore = score - mostGain
        let search = GridSearch(steps: steps, classes: classes, firstLetters: firstLetters)
        let widest = Double(steps.count) / Double(count - 1)
        var best: (grid: ColumnGrid, score: Double)?
        func consider(first: Double, pitch: Double, perspective: Double) {
            let grid = ColumnGrid(first: first, pitch: pitch, columnCount: count, perspective: perspective)
            if let score = search.score(grid, above: best?.score ?? leastFirstScore) { best = (grid, score) }
        }
        func considerAll(perspectiveInColumns: Double, pitchFactor: Double, shift: Double) {
            // From a strip that the line fills to one of which it takes half.
            var pitch = widest * 1.02
            while pitch > widest * 0.5 {
                var first = -0.5 * pitch
                let last = Double(steps.count) - Double(count - 1) * pitch + 0.5 * pitch
                while first < last {
                    consider(first: first, pitch: pitch, perspective: perspectiveInColumns * pitch)
                    first += shift * pitch
                }
                pitch *= pitchFactor
            }
        }
        considerAll(perspectiveInColumns: 0, pitchFactor: 0.988, shift: 0.3)
        guard let even = best else { return nil }
        let isInPerspective = even.score < Self.evenScore && even.score > Self.leastScore - Self.mostGain
        if isInPerspective {
            for perspective in Self.perspectives {
                for side in [-1.0, 1] {
                    considerAll(perspectiveInColumns: side * perspective, pitchFactor: 0.98, shift: 0.4)
                }
            }
        }
        for finer in (isInPerspective ? [0.012] : []) + [0.004, 0.0013, 0.0005] {
            guard let coarse = best?.grid else { return nil }
            // ± 0.4 columns at first, as a page has that is turned by five degrees; ± 1.2 where coarse steps went before.
            let perspectives = [-0.4, -0.2, 0, 0.2, 0.4].map { $0 * finer * 250 * coarse.pitch }
            for pitchChange in -3...3 {
                let pitch = coarse.pitch * (1 + Double(pitchChange) * finer)
                let middle = coarse.first + Double(count / 2) * coarse.pitch
                for shift in -3...3 {
                    for perspective in perspectives {
                        consider(
                            first: middle - Double(count / 2) * pitch + Double(shift) * finer * 25 * coarse.pitch,
                            pitch: pitch, perspective: coarse.perspective + perspective)
                    }
                }
            }
        }
        return best.flatMap { $0.score > score ? $0 : nil }
    }
}

/// What a strip has for each class of characters, prepared once for many grids.
struct GridSearch {
    /// What each character has at least, so that one column that shows nothing does not decide alone.
    static let floor = 0.02

    private let steps: SymbolSteps
    private let peaks: [(symbol: Int, step: Double, probability: Float)]
    /// For every column its place in `evidence`.
    private let columnClasses: [Int]
    /// For every class and step the logarithm of the likeliest allowed character's probability.
    private let evidence: [[Double]]
    /// For every column the most that it and all after it can have.
    private let greatestRest: [Double]

    init(steps: SymbolSteps, classes: [MRZCharacterClass], firstLetters: [UInt8]? = nil) {
        self.steps = steps
        peaks = steps.peaks
        let known: [MRZCharacterClass] = [.letter, .letters, .digits, .digitsOrFillers, .sex, .any]
        var columnClasses = classes.map { known.firstIndex(of: $0) ?? known.count - 1 }
        var allowed = known.map { characterClass in
            (0..<MRZSymbols.count).filter { MRZSymbols.counterpart(of: $0, in: characterClass) != nil }
        }
        if let firstLetters {
            columnClasses[0] = allowed.count
            allowed.append(firstLetters.compactMap(MRZSymbols.index))
        }
        let evidence = allowed.map { symbols in
            (0..<steps.count).map { step in
                let strongest = symbols.reduce(Float(0)) { max($0, steps.probability(of: $1, at: step)) }
                return log(Self.floor + Double(strongest))
            }
        }
        let greatest = evidence.map { $0.max() ?? 0 }
        (self.columnClasses, self.evidence) = (columnClasses, evidence)
        greatestRest = columnClasses.indices.map { index in columnClasses[index...].reduce(0) { $0 + greatest[$1] } }
    }

    /// Nil for a grid that is not better than `leastScore`. Most are not, and a few columns show it: penalties only
    /// lower a score.
    func score(_ grid: ColumnGrid, above leastScore: Double) -> Double? {
        // A little less, because sums in another order differ in their last digits.
        let least = leastScore * Double(grid.columnCount) - 1e-6
        var sum = 0.0
        for (index, characterClass) in columnClasses.enumerated() {
            guard sum + greatestRest[index] > least else { return nil }
            guard let range = grid.steps(ofColumn: index, stepCount: steps.count) else {
                sum += log(0.01)
                continue
            }
            sum += range.reduce(-Double.infinity) { max($0, evidence[characterClass][$1]) }
        }
        for peak in peaks {
            let place = grid.column(ofStep: peak.step)
            let column = place.rounded()
            let beyond = max(-column, column - Double(grid.columnCount - 1))
            if beyond > 0 {
                // Far away there may be other print; right beside the line it would belong to the line.
                sum -= beyond <= 3 ? 2.5 : beyond <= 9 ? 1 : 0
            } else if peak.symbol != MRZSymbols.filler {
                // Off the middle of its column: gently, so that the grid settles on the middles.
                sum -= 6 * (place - column) * (place - column)
            }
        }
        let score = sum / Double(grid.columnCount)
        return score > leastScore ? score : nil
    }
}

extension MRZSymbols {
    /// The symbol that `symbol` stands for in a column of this class: itself where it may stand there, its counterpart
    /// of the same shape where only that may (`0` for `O` in a date), nil where neither may.
    static func counterpart(of symbol: Int, in characterClass: MRZCharacterClass) -> Int? {
        let character = all[symbol]
        if characterClass.allows(character) { return symbol }
        for table in [letterOfDigit, digitOfLetter] {
            if let other = table[character], characterClass.allows(other) { return index(of: other) }
        }
        return nil
    }
}
