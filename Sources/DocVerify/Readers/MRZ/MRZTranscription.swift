/// The text of an MRZ with what is known about each of its characters.
package struct MRZTranscription: Equatable, Sendable {
    /// A character that the check digits decided where the reader's network left two.
    package struct Correction: Equatable, Codable, Sendable {
        /// Both counted from 1.
        package let line: Int
        package let column: Int
        package let from: String
        package let to: String

        private enum CodingKeys: String, CodingKey {
            case line, column, from, to
        }
    }

    /// Lines of equal length in the alphabet of MRZs.
    var lines: [String]
    /// For every column how surely it was read, 0 to 1: the share of what was seen there that speaks for its character.
    var confidences: [[Double]]
    var corrections: [Correction]
    /// For every column that check digits cover, how surely it is its character given that they all fit; empty where they do
    /// not. See `CheckedShares`.
    var checkedConfidences: [[Double?]] = []

    /// A column is read surely from this on: where check digits cover it and nothing else that was seen there fits them, and where
    /// none does.
    ///
    /// Set on rendered pages (docs/measurements/mrz-reading.md). They are the same for all formats and issuers.
    static let coveredBar = 0.5
    static let uncoveredBar = 0.95
    /// What check digits must leave for the character of a column that they cover (`checkedConfidences`): the blind pairs are read
    /// wrong more often than others.
    static let checkedBar = 0.9
    /// The characters of a state's code that no state has are read surely from this on.
    static let unknownCodeBar = 0.99
    /// A character that its column may not hold is accepted from this on.
    static let forbiddenBar = 0.75
}

extension MRZTranscription {
    /// Reads columns: at every place the likeliest character that may stand there, then at most one correction.
    ///
    /// - Parameter seen: line, column, symbol: how much speaks for it.
    init(of seen: [[[Double]]], today: CalendarDate) {
        let layout = Self.layout(for: seen)
        var characters: [[UInt8]] = []
        var confidences: [[Double]] = []
        var folded: [[[Double]]] = []
        for (line, classes) in zip(seen, layout.columnClasses) {
            let columns = zip(line, classes).map { Self.folded($0, into: $1) }
            let choices = zip(columns, line).map { column, seen -> (symbol: Int, share: Double) in
                let best = column.indices.max { column[$0] < column[$1] } ?? MRZSymbols.filler
                let printed = seen.indices.max { seen[$0] < seen[$1] } ?? MRZSymbols.filler
                // A character that is plainly there is read even where it may not stand: it is a finding, not another
                // character.
                let isPlain = seen[printed] >= Self.forbiddenBar
                if isPlain, column[best] < Self.forbiddenBar / 3 { return (printed, seen[printed]) }
                return (best, column[best])
            }
            folded.append(columns)
            characters.append(choices.map { MRZSymbols.all[$0.symbol] })
            confidences.append(choices.map(\.share))
        }
        self.init(
            lines: characters.map { String(decoding: $0, as: UTF8.self) }, confidences: confidences, corrections: [])
        correct(folded: folded, layout: layout, today: today)
        if let mrz = try? MachineReadableZone(lines: lines, today: today), mrz.hasValidCheckDigits {
            checkedConfidences = CheckedShares(folded, of: mrz).confidences
        }
    }

    /// The layout of an MRZ of this size: by its first letter, and for France by the contents of its columns.
    private static func layout(for evidence: [[[Double]]]) -> MRZLayout {
        let length = evidence.first?.count ?? 0
        func share(_ text: String) -> Double {
            zip(text.utf8, evidence.first ?? []).reduce(1) { share, pair in
                share * (MRZSymbols.index(of: pair.0).map { pair.1[$0] } ?? 0)
            }
        }
        let isVisa = share("V") > 0.5
        if length == 44 { return .layout(of: isVisa ? .mrvA : .td3) }
        if length == 30 { return .layout(of: evidence.count == 1 ? .drivingLicence : .td1) }
        if isVisa { return .layout(of: .mrvB) }
        guard share("IDFRA") > 0.05 else { return .layout(of: .td2) }
        func fit(_ format: MRZFormat) -> Double {
            zip(evidence, MRZLayout.layout(of: format).columnClasses).reduce(0) { sum, line in
                sum + zip(line.0, line.1).reduce(0) { $0 + (folded($1.0, into: $1.1).max() ?? 0) }
            }
        }
        return .layout(of: fit(.frenchCard1988) > fit(.td2) ? .frenchCard1988 : .td2)
    }

    /// What speaks for each symbol once every character of the wrong class counts for the one of its shape.
    private static func folded(_ column: [Double], into characterClass: MRZCharacterClass) -> [Double] {
        var folded = [Double](repeating: 0, count: column.count)
        for (symbol, share) in column.enumerated() {
            if let target = MRZSymbols.counterpart(of: symbol, in: characterClass) { folded[target] += share }
        }
        return folded
    }

    /// Whether every character is sure: see `coveredBar`. `mrz` is what these lines say.
    func isSure(for mrz: MachineReadableZone) -> Bool {
        unsureColumns(for: mrz).isEmpty
    }

    /// The columns, counted from 1, that are below their bar.
    func unsureColumns(for mrz: MachineReadableZone) -> [(line: Int, column: Int)] {
        let twice = Self.columnsPrintedTwice(in: mrz)
        let unknown = Self.unknownCodes(in: mrz)
        var unsure: [(line: Int, column: Int)] = []
        // Print beside the line may have been taken for its first column, which shifts all others by one.
        if let letters = mrz.format.firstLetters, let first = lines.first?.utf8.first, !letters.contains(first) {
            unsure.append((1, 1))
        }
        for (line, columns) in confidences.enumerated() {
            for (column, confidence) in columns.enumerated() {
                let checked = checkedConfidences.isEmpty ? nil : checkedConfidences[line][column]
                let isCorrected = corrections.contains { $0.line == line + 1 && $0.column == column + 1 }
                // A check digit that does not fit confirms nothing.
                let isSure =
                    if unknown.contains(where: { $0.line == line + 1 && $0.columns.contains(column + 1) }) {
                        confidence >= Self.unknownCodeBar
                    } else if let checked {
                        (confidence >= Self.coveredBar || isCorrected) && checked >= Self.checkedBar
                    } else if twice.contains(where: { $0.line == line + 1 && $0.columns.contains(column + 1) }) {
                        confidence >= Self.coveredBar
                    } else {
                        confidence >= Self.uncoveredBar
                    }
                if !isSure { unsure.append((line + 1, column + 1)) }
            }
        }
        return unsure
    }

    /// The code of no state is more often misread than printed.
    private static func unknownCodes(in mrz: MachineReadableZone) -> [MRZSpan] {
        let layout = MRZLayout.layout(of: mrz.format)
        return [(MRZElement.issuingState, mrz.issuingState), (.nationality, mrz.nationality)]
            .filter { !$0.1.isEmpty && IssuingState(code: $0.1) == nil }.compactMap { layout.span(of: $0.0) }
    }

    /// A code that is printed twice confirms itself.
    private static func columnsPrintedTwice(in mrz: MachineReadableZone) -> [MRZSpan] {
        guard mrz.hasValidCheckDigits, !mrz.nationality.isEmpty, mrz.nationality == mrz.issuingState else { return [] }
        let layout = MRZLayout.layout(of: mrz.format)
        return [MRZElement.issuingState, .nationality].compactMap(layout.span)
    }
}

extension MRZLayout {
    /// For every column whether a check digit covers it, or it is one.
    var coverage: [[Bool]] {
        var covered = Array(
            repeating: Array(repeating: false, count: format.lineLength), count: format.lineCount)
        var spans = compositeSpans
        let watched: [MRZElement] = [
            .documentNumber, .documentNumberCheckDigit, .birthDate, .birthDateCheckDigit, .expiryDate,
            .expiryDateCheckDigit, .compositeCheckDigit,
        ]
        spans += watched.compactMap(span)
        for span in spans {
            for column in span.columns { covered[span.line - 1][column - 1] = true }
        }
        return covered
    }
}
