extension MRZTranscription {
    /// Columns that a correction may change: read less surely than this.
    private static let openBar = 0.97
    /// The share that another character needs, and one of the same shape.
    private static let runnerUpBar = 0.08
    private static let runnerUpBarOfOneShape = 0.02

    /// Changes one character of an MRZ whose digits do not fit, if exactly one way to do so makes all digits fit.
    ///
    /// Only characters of columns that a digit covers are changed, only to what was seen there too,
    /// and only where the reading was not sure: an MRZ that prints wrong digits stays as it is printed.
    mutating func correct(folded: [[[Double]]], layout: MRZLayout, today: CalendarDate) {
        guard let mrz = try? MachineReadableZone(lines: lines, today: today), !mrz.hasValidCheckDigits else { return }
        let classes = layout.columnClasses
        let covered = layout.coverage
        var solution: (lines: [String], correction: Correction, share: Double)?
        for (line, columns) in folded.enumerated() {
            let characters = Array(lines[line].utf8)
            for (column, shares) in columns.enumerated()
            where covered[line][column] && confidences[line][column] < Self.openBar {
                for symbol in shares.indices {
                    let (current, other) = (characters[column], MRZSymbols.all[symbol])
                    guard other != current, classes[line][column].allows(other),
                        shares[symbol]
                            >= (Self.haveOneShape(current, other) ? Self.runnerUpBarOfOneShape : Self.runnerUpBar)
                    else { continue }
                    var changed = lines
                    var replaced = characters
                    replaced[column] = other
                    changed[line] = String(decoding: replaced, as: UTF8.self)
                    guard let mrz = try? MachineReadableZone(lines: changed, today: today), mrz.hasValidCheckDigits
                    else { continue }
                    // Two ways to make the check digits fit: neither is known to be right.
                    guard solution == nil else { return }
                    solution = (
                        changed,
                        Correction(
                            line: line + 1, column: column + 1, from: String(decoding: [current], as: UTF8.self),
                            to: String(decoding: [other], as: UTF8.self)), shares[symbol]
                    )
                }
            }
        }
        guard let solution else { return }
        lines = solution.lines
        corrections = [solution.correction]
        confidences[solution.correction.line - 1][solution.correction.column - 1] = solution.share
    }

    private static func haveOneShape(_ one: UInt8, _ other: UInt8) -> Bool {
        MRZSymbols.letterOfDigit[one] == other || MRZSymbols.letterOfDigit[other] == one
    }
}
