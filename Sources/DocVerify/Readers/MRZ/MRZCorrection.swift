extension MRZTranscription {
    /// Columns that a correction may change: read less surely than this.
    private static let openBar = 0.97
    /// The share that another character needs, unless it has the same shape.
    private static let runnerUpBar = 0.08
    /// With more open columns than this, some change nearly always makes the check digits fit.
    private static let mostOpenBesideAChange = 3

    private struct Change {
        let line: Int
        let column: Int
        let symbol: Int
    }

    /// Changes at most one character of an MRZ whose digits do not fit, and beside it the zeros and O's of `open`, if
    /// exactly one way to do so makes all digits fit.
    ///
    /// Only characters of columns that a digit covers are changed, only to what was seen there too or has the same
    /// shape, and only where the reading was not sure: an MRZ that prints wrong digits stays as it is printed. Between
    /// zero and O the outlines have decided, or left the column open.
    mutating func correct(open: [Place], folded: [[[Double]]], layout: MRZLayout, today: CalendarDate) {
        guard undecided.isEmpty, let mrz = try? MachineReadableZone(lines: lines, today: today),
            !mrz.hasValidCheckDigits
        else { return }
        guard open.count <= Self.mostOpenBesideAChange else {
            undecided.formUnion(open)
            return
        }
        let classes = layout.columnClasses
        let covered = layout.coverage
        var changes: [Change] = []
        for (line, columns) in folded.enumerated() {
            let characters = Array(lines[line].utf8)
            for (column, shares) in columns.enumerated()
            where covered[line][column] && confidences[line][column] < Self.openBar {
                let current = characters[column]
                for symbol in shares.indices where MRZSymbols.all[symbol] != current {
                    let character = MRZSymbols.all[symbol]
                    guard classes[line][column].allows(character), Set([current, character]) != Set("0O".utf8) else {
                        continue
                    }
                    let hasSameShape =
                        MRZSymbols.letterOfDigit[current] == character
                        || MRZSymbols.letterOfDigit[character] == current
                    if hasSameShape || shares[symbol] >= Self.runnerUpBar {
                        changes.append(Change(line: line, column: column, symbol: symbol))
                    }
                }
            }
        }
        var solution = assignments(of: open, to: lines, today: today).first
        for change in changes {
            var changed = lines
            var characters = Array(changed[change.line].utf8)
            characters[change.column] = MRZSymbols.all[change.symbol]
            changed[change.line] = String(decoding: characters, as: UTF8.self)
            let others = open.filter { $0.line != change.line + 1 || $0.column != change.column + 1 }
            for fitting in assignments(of: others, to: changed, today: today) {
                // Two ways to make the check digits fit: neither is known to be right.
                if let solution, solution != fitting {
                    undecided.formUnion(open)
                    return
                }
                solution = fitting
            }
        }
        guard let solution else { return }
        take(solution)
        trust(open, folded: folded)
    }
}
