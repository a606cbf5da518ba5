/// What the check digits leave of the doubt in each column.
///
/// Check digits that fit are a second witness, but not for every pair of characters: the values of `1` and `L`, of `0` and `U` and
/// of some others are the same to them, and two changes may cancel each other. So for each column all that was seen there and
/// would fit as well is counted against its character: by itself, and together with one change of another column.
struct CheckedShares {
    /// For every column that a check digit covers, or that is one, the share of its character among what fits; nil for others.
    let confidences: [[Double?]]

    /// A sum that a check digit closes.
    private struct CheckSum {
        /// Line and column from 0, and what the character there is multiplied with; the digit itself with −1.
        var weights: [(line: Int, column: Int, weight: Int)] = []
    }

    /// One other character of one column: how much more or less speaks for it than for the one that was read, and what it
    /// changes in the sums.
    private struct Rival {
        let place: Int
        let odds: Double
        let change: Int
    }

    /// A rival for which less speaks is no rival.
    private static let leastOdds = 1e-5
    /// What an unseen column says for every character.
    private static let unseen = 1.0 / Double(MRZSymbols.count)

    /// - Parameters:
    ///   - shares: line, column, symbol, as `MRZTranscription` weighs them.
    ///   - mrz: what was read.
    init(_ shares: [[[Double]]], of mrz: MachineReadableZone) {
        let layout = MRZLayout.layout(of: mrz.format)
        let sums = Self.sums(of: mrz, layout)
        let characters = mrz.lines.map { Array($0.utf8) }
        let classes = layout.columnClasses
        let covered = layout.coverage
        let length = mrz.format.lineLength
        var rivals: [Rival] = []
        // By what they change: how much speaks for them together, and how much of that in each column.
        var odds: [Int: Double] = [:]
        var oddsOfPlace: [Int: [Int: Double]] = [:]
        for (line, columns) in shares.enumerated() {
            for (column, seen) in columns.enumerated() where covered[line][column] {
                let read = characters[line][column]
                guard let symbol = MRZSymbols.index(of: read), let value = CheckDigit.value(of: read) else { continue }
                let rest = max(0, 1 - seen.reduce(0, +)) * Self.unseen
                let own = max(seen[symbol] + rest, 1e-3)
                for (other, share) in seen.enumerated() where other != symbol {
                    let character = MRZSymbols.all[other]
                    let odd = (share + rest) / own
                    guard odd >= Self.leastOdds, classes[line][column].allows(character),
                        let otherValue = CheckDigit.value(of: character)
                    else { continue }
                    let place = line * length + column
                    let change = Self.change(of: otherValue - value, at: (line, column), in: sums)
                    rivals.append(Rival(place: place, odds: odd, change: change))
                    odds[change, default: 0] += odd
                    oddsOfPlace[change, default: [:]][place, default: 0] += odd
                }
            }
        }
        var against = [Double](repeating: 0, count: mrz.format.lineCount * length)
        for rival in rivals {
            if rival.change == 0 {
                against[rival.place] += rival.odds
            } else {
                let opposite = Self.opposite(of: rival.change, count: sums.count)
                let together = (odds[opposite] ?? 0) - (oddsOfPlace[opposite]?[rival.place] ?? 0)
                against[rival.place] += rival.odds * max(0, together)
            }
        }
        confidences = covered.enumerated().map { line, columns in
            columns.enumerated().map { column, isCovered in
                isCovered ? 1 / (1 + against[line * length + column]) : nil
            }
        }
    }

    private static let weights = [7, 3, 1]

    private static func sums(of mrz: MachineReadableZone, _ layout: MRZLayout) -> [CheckSum] {
        func sum(over spans: [MRZSpan], closedBy digit: MRZElement) -> CheckSum? {
            guard let digit = layout.span(of: digit), !spans.isEmpty else { return nil }
            var sum = CheckSum()
            var index = 0
            for span in spans {
                for column in span.columns {
                    sum.weights.append((span.line - 1, column - 1, weights[index % 3]))
                    index += 1
                }
            }
            sum.weights.append((digit.line - 1, digit.columns.lowerBound - 1, -1))
            return sum
        }
        func element(_ element: MRZElement, _ digit: MRZElement) -> CheckSum? {
            layout.span(of: element).flatMap { sum(over: [$0], closedBy: digit) }
        }
        return [
            // The digit of a number that goes on elsewhere is not in its column.
            mrz.numberForm == .ownColumns ? element(.documentNumber, .documentNumberCheckDigit) : nil,
            element(.birthDate, .birthDateCheckDigit), element(.expiryDate, .expiryDateCheckDigit),
            element(.optionalData, .optionalDataCheckDigit),
            sum(over: layout.compositeSpans, closedBy: .compositeCheckDigit),
        ].compactMap { $0 }
    }

    /// One decimal place for each sum.
    private static func change(of difference: Int, at place: (line: Int, column: Int), in sums: [CheckSum]) -> Int {
        sums.reduce(0) { code, sum in
            let weight = sum.weights.first { $0.line == place.line && $0.column == place.column }?.weight ?? 0
            return code * 10 + ((difference * weight) % 10 + 10) % 10
        }
    }

    private static func opposite(of change: Int, count: Int) -> Int {
        var (rest, unit, code) = (change, 1, 0)
        for _ in 0..<count {
            code += (10 - rest % 10) % 10 * unit
            (rest, unit) = (rest / 10, unit * 10)
        }
        return code
    }
}
