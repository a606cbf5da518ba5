internal import Foundation

/// Where the middles of a line's columns are, by a dynamic programme: so many columns, nearly evenly apart, that explain best
/// where the reader's network saw characters and where it saw none.
struct ColumnPath: Equatable, Sendable {
    /// In steps of the strip, ascending.
    var middles: [Double]

    /// From column to column on average, in steps.
    var pitch: Double { middles.count < 2 ? 1 : (middles[middles.count - 1] - middles[0]) / Double(middles.count - 1) }

    /// How far perspective moves the middle of the line beside an even grid, in columns.
    var perspective: Double {
        guard middles.count > 2 else { return 0 }
        let half = Double(middles.count - 1) / 2
        let middle = (middles[Int(half.rounded(.down))] + middles[Int(half.rounded(.up))]) / 2
        return abs(middle - (middles[0] + middles[middles.count - 1]) / 2) / pitch
    }

    /// The same columns counted from one further left or right.
    func shifted(by columns: Int) -> ColumnPath {
        guard columns != 0, middles.count > 2 else { return self }
        var moved = middles
        for _ in 0..<abs(columns) {
            if columns > 0 {
                moved.append(2 * moved[moved.count - 1] - moved[moved.count - 2])
                moved.removeFirst()
            } else {
                moved.insert(2 * moved[0] - moved[1], at: 0)
                moved.removeLast()
            }
        }
        return ColumnPath(middles: moved)
    }

    /// Middles are looked for at half steps.
    private static let placesPerStep = 2
    /// The gaps that are tried, as shares of the expected one: lines are cut out with up to a quarter too much or too little.
    private static let narrowest = 0.7
    private static let widest = 1.3
    /// What a change of the gap by half a step costs from one column to the next, and what a column costs whose gap is not
    /// the expected one: pitches drift slowly, and gaps of 4.5 and 5 steps stand for 4.75.
    private static let costOfChange = 0.15
    /// A step says no more than this for or against a middle.
    private static let mostOfAStep = 4.0

    /// Nil where the strip is too short for so many columns.
    /// - Parameter pitch: the expected one, in steps.
    init?(columns count: Int, in steps: SymbolSteps, pitch: Double) {
        let unit = Double(Self.placesPerStep)
        let least = Int((pitch * Self.narrowest * unit).rounded())
        let most = Int((pitch * Self.widest * unit).rounded())
        let gaps = most - least + 1
        // Middles beyond the strip's ends are possible: a line may be cut off.
        let margin = most
        let places = steps.count * Self.placesPerStep + 2 * margin
        guard count >= 2, least > 0, places > count * least else { return nil }
        let gains = Self.gains(in: steps, margin: margin, places: places)

        // best[place · gaps + gap]: of the columns so far, the last at `place`, the last two `gap` apart.
        var best = [Double](repeating: -.infinity, count: places * gaps)
        var from = [[Int8]]()
        from.reserveCapacity(count)
        for place in 0..<places {
            for gap in 0..<gaps { best[place * gaps + gap] = gains[place] }
        }
        for _ in 1..<count {
            var next = [Double](repeating: -.infinity, count: places * gaps)
            var origin = [Int8](repeating: 0, count: places * gaps)
            for place in least..<places {
                for gap in 0..<gaps {
                    let before = place - least - gap
                    guard before >= 0 else { break }
                    var (greatest, chosen) = (-Double.infinity, 0)
                    for change in -1...1 where gap + change >= 0 && gap + change < gaps {
                        let value = best[before * gaps + gap + change] - (change == 0 ? 0 : Self.costOfChange)
                        if value > greatest { (greatest, chosen) = (value, change) }
                    }
                    next[place * gaps + gap] = greatest + gains[place]
                    origin[place * gaps + gap] = Int8(chosen)
                }
            }
            best = next
            from.append(origin)
        }
        guard let end = best.indices.max(by: { best[$0] < best[$1] }), best[end].isFinite else { return nil }
        var (place, gap) = (end / gaps, end % gaps)
        var middles = [place]
        for origin in from.reversed() {
            let change = Int(origin[place * gaps + gap])
            place -= least + gap
            gap += change
            middles.append(place)
        }
        self.middles = middles.reversed().map { Double($0 - margin) / unit }
    }

    init(middles: [Double]) {
        self.middles = middles
    }

    /// For each place how much better a middle there explains the steps around it than none does.
    private static func gains(in steps: SymbolSteps, margin: Int, places: Int) -> [Double] {
        let single = steps.occupied.map { occupied -> Double in
            let odds = log(max(occupied, 1e-6)) - log(max(1 - occupied, 1e-6))
            return min(max(odds, -mostOfAStep), mostOfAStep)
        }
        func value(_ step: Int) -> Double {
            // What lies beyond the strip was not seen, which explains no character.
            single.indices.contains(step) ? single[step] : -mostOfAStep / 2
        }
        return (0..<places).map { place in
            let offset = place - margin
            let step = Int((Double(offset) / Double(placesPerStep)).rounded(.down))
            // A middle at a step and its two neighbours, or between two steps.
            return offset.isMultiple(of: placesPerStep)
                ? value(step) + 0.7 * (value(step - 1) + value(step + 1))
                : 1.2 * (value(step) + value(step + 1))
        }
    }
}
