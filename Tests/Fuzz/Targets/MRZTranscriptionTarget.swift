@testable import DocVerify

extension FuzzTarget {
    /// What a recogniser saw in each column of an MRZ, to text and at most one correction.
    ///
    /// An input is the lines of an MRZ, each character seen with certainty; then, behind a zero byte, changes of four
    /// bytes: column (counted over all lines), another symbol, what speaks for it, what is left for the first (of 255).
    static let mrzTranscription = FuzzTarget(
        name: "mrz-transcription",
        dictionary: words("O0", "1I", "5S", "8B", "<", "M", "\n") + [[0], [255, 255], [76, 153], [128, 127]],
        check: { input throws(Finding) in
            guard let evidence = MRZEvidence(input) else { return false }
            let transcription = MRZTranscription(of: evidence.shares, today: dayOfReading)
            try checkShape(of: transcription, from: evidence)
            try checkCorrection(of: transcription, from: evidence)
            return true
        },
        planted: { input throws(Finding) in
            // The first correction that fits is made, though another fits as well.
            guard let evidence = MRZEvidence(input) else { return }
            let transcription = MRZTranscription(of: evidence.shares, today: dayOfReading)
            guard transcription.corrections.isEmpty else { return }
            let rivals = fittingChanges(of: transcription, from: evidence)
            try promise(rivals.count < 2, "one of \(rivals.count) corrections that fit is guessed")
        })
}

private struct MRZEvidence {
    /// For each line, column and symbol what speaks for it, 0 to 1; a column's sum is at most 1.
    let shares: [[[Double]]]

    init?(_ input: [UInt8]) {
        let parts = input.split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
        guard let text = parts.first else { return nil }
        let lines = text.split(separator: UInt8(ascii: "\n"))
        let length = lines.first?.count ?? 0
        let isKnown = (lines.count == 2 && (length == 44 || length == 36)) || (lines.count == 3 && length == 30)
        guard isKnown, lines.allSatisfy({ $0.count == length }) else { return nil }

        var columns: [[Double]] = []
        for character in lines.joined() {
            guard let symbol = MRZSymbols.index(of: character) else { return nil }
            var column = [Double](repeating: 0, count: MRZSymbols.count)
            column[symbol] = 1
            columns.append(column)
        }
        var changes = parts.count == 2 ? parts[1] : []
        while changes.count >= 4 {
            let change = Array(changes.prefix(4))
            changes = changes.dropFirst(4)
            let column = Int(change[0]) % columns.count
            let first = columns[column].indices.max { columns[column][$0] < columns[column][$1] } ?? 0
            columns[column][first] = Double(change[3]) / 255
            columns[column][Int(change[1]) % MRZSymbols.count] = Double(change[2]) / 255
            let sum = columns[column].reduce(0, +)
            if sum > 1 { columns[column] = columns[column].map { $0 / sum } }
        }
        shares = stride(from: 0, to: columns.count, by: length).map { Array(columns[$0..<($0 + length)]) }
    }
}

private func checkShape(of transcription: MRZTranscription, from evidence: MRZEvidence) throws(Finding) {
    let lengths = evidence.shares.map(\.count)
    try promise(transcription.lines.map(\.utf8.count) == lengths, "the lines have other lengths than what was seen")
    try promise(transcription.confidences.map(\.count) == lengths, "a column has no confidence, or none a column")
    let isShare = transcription.confidences.joined().allSatisfy { (0...1.000_001).contains($0) }
    try promise(isShare, "a confidence is no share")
    let isMRZ = transcription.lines.allSatisfy { $0.utf8.allSatisfy { MRZSymbols.index(of: $0) != nil } }
    try promise(isMRZ, "a character that no MRZ has")
    guard let mrz = try? MachineReadableZone(lines: transcription.lines, today: dayOfReading) else { return }
    _ = transcription.isSure(for: mrz)
}

/// At most one correction is made, only where the digits did not fit, only to digits that fit,
/// and only where no other one would do the same.
private func checkCorrection(of transcription: MRZTranscription, from evidence: MRZEvidence) throws(Finding) {
    let corrections = transcription.corrections
    guard !corrections.isEmpty else { return }
    try promise(corrections.count <= 1, "more than one correction")
    let corrected = try? MachineReadableZone(lines: transcription.lines, today: dayOfReading)
    try promise(corrected?.hasValidCheckDigits == true, "a correction after which the digits do not fit")

    var plain = transcription
    for correction in corrections {
        var line = Array(plain.lines[correction.line - 1].utf8)
        line[correction.column - 1] = correction.from.utf8.first ?? 0
        plain.lines[correction.line - 1] = String(decoding: line, as: UTF8.self)
    }
    let before = try? MachineReadableZone(lines: plain.lines, today: dayOfReading)
    try promise(before?.hasValidCheckDigits == false, "an MRZ was corrected whose digits fit")
    let rivals = fittingChanges(of: plain, from: evidence).filter { change in
        change.line != corrections[0].line || change.column != corrections[0].column
    }
    try promise(rivals.isEmpty, "another correction would have fitted as well")
}

/// The changes of one unsure column under a check digit, to something else that was plainly seen there, after which all
/// digits fit.
private func fittingChanges(
    of transcription: MRZTranscription, from evidence: MRZEvidence
) -> [(line: Int, column: Int)] {
    guard let mrz = try? MachineReadableZone(lines: transcription.lines, today: dayOfReading),
        !mrz.hasValidCheckDigits
    else { return [] }
    let layout = MRZLayout.layout(of: mrz.format)
    let (covered, classes) = (layout.coverage, layout.columnClasses)
    var fitting: [(line: Int, column: Int)] = []
    for (line, columns) in evidence.shares.enumerated() {
        for (column, shares) in columns.enumerated()
        where covered[line][column] && transcription.confidences[line][column] < 0.9 {
            for (symbol, share) in shares.enumerated() where share >= 0.1 {
                var changed = transcription.lines.map { Array($0.utf8) }
                let character = MRZSymbols.all[symbol]
                guard changed[line][column] != character, classes[line][column].allows(character) else { continue }
                changed[line][column] = character
                let text = changed.map { String(decoding: $0, as: UTF8.self) }
                let other = try? MachineReadableZone(lines: text, today: dayOfReading)
                if other?.hasValidCheckDigits == true { fitting.append((line + 1, column + 1)) }
            }
        }
    }
    return fitting
}
