extension ZoneTranscription {
    /// Columns that a correction may change: read less surely than this.
    private static let openBar = 0.97
    /// What a second reading must have for it, unless it has the same shape.
    private static let runnerUpBar = 0.08

    private struct Change {
        let line: Int
        let column: Int
        let symbol: Int
    }

    /// Changes one character of a zone whose digits do not fit, if exactly one change makes all of them fit.
    ///
    /// Only characters of columns that a digit covers are changed, only to what was seen there too or has the same
    /// shape, and only where the reading was not sure: a zone that prints wrong digits stays as it is printed.
    mutating func correct(folded: [[[Double]]], layout: ZoneLayout, today: CalendarDate) {
        guard let zone = try? MachineReadableZone(lines: lines, today: today), !zone.hasValidCheckDigits else { return }
        let classes = layout.columnClasses
        let covered = layout.coverage
        var changes: [Change] = []
        for (line, columns) in folded.enumerated() {
            let characters = Array(lines[line].utf8)
            for (column, shares) in columns.enumerated()
            where covered[line][column] {
                let current = characters[column]
                let isOpen = confidences[line][column] < Self.openBar
                for symbol in shares.indices where ZoneSymbols.all[symbol] != current {
                    let character = ZoneSymbols.all[symbol]
                    guard classes[line][column].allows(character) else { continue }
                    let pair = Set([current, character])
                    let hasSameShape =
                        ZoneSymbols.letterOfDigit[current] == character
                        || ZoneSymbols.letterOfDigit[character] == current
                    // Nobody tells zero from O by shape alone, however sure a network is of it.
                    let isZeroOrO = pair == Set("0O".utf8)
                    if isZeroOrO || (isOpen && (hasSameShape || shares[symbol] >= Self.runnerUpBar)) {
                        changes.append(Change(line: line, column: column, symbol: symbol))
                    }
                }
            }
        }
        var solution: (lines: [String], change: Change)?
        for change in changes {
            var changed = lines
            var characters = Array(changed[change.line].utf8)
            characters[change.column] = ZoneSymbols.all[change.symbol]
            changed[change.line] = String(decoding: characters, as: UTF8.self)
            guard let zone = try? MachineReadableZone(lines: changed, today: today), zone.hasValidCheckDigits else {
                continue
            }
            // Two ways to make the digits fit: none of them is known to be the right one.
            if solution != nil { return }
            solution = (changed, change)
        }
        guard let solution else { return }
        let from = Array(lines[solution.change.line].utf8)[solution.change.column]
        corrections.append(
            Correction(
                line: solution.change.line + 1, column: solution.change.column + 1,
                from: String(decoding: [from], as: UTF8.self),
                to: String(decoding: [ZoneSymbols.all[solution.change.symbol]], as: UTF8.self)))
        lines = solution.lines
    }
}
