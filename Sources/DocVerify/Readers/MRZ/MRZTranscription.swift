/// The text of an MRZ with what is known about each of its characters.
package struct MRZTranscription: Equatable, Sendable {
    /// A character that the check digits decided where the strips left two.
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

    /// A column of the MRZ; both counted from 1.
    struct Place: Hashable, Sendable {
        let line: Int
        let column: Int
    }

    /// Lines of equal length in the alphabet of MRZs.
    var lines: [String]
    /// For every column how surely it was read, 0 to 1: the share of what was seen there that speaks for its character.
    var confidences: [[Double]]
    var corrections: [Correction]
    /// Zeros that may be the letter O, and the reverse, which neither their outlines nor the check digits tell apart.
    var undecided: Set<Place> = []

    /// A column is read surely from this on: where a check digit covers it, and where none does.
    ///
    /// Set on `onboarding eval documents`: with these values no wrong reading was accepted as checked among the
    /// development images. They are the same for all formats and issuers.
    static let coveredBar = 0.5
    static let uncoveredBar = 0.75
    /// A character that its column may not hold is accepted from this on.
    static let forbiddenBar = 0.75
}

extension MRZTranscription {
    /// Reads columns: at every place the likeliest character that may stand there; zero and O by their outlines, else by
    /// the check digits; then at most one correction.
    ///
    /// - Parameters:
    ///   - seen: line, column, symbol: how much speaks for it.
    ///   - outlines: line, column; empty where none were measured.
    init(of seen: [[[Double]]], outlines: [[CharacterOutline?]] = [], today: CalendarDate) {
        let layout = Self.layout(for: seen)
        let classes = layout.columnClasses
        let told = Self.roundCharacters(of: seen, outlines: outlines, classes: classes)
        let evidence = Self.evidence(seen, told: told)
        var characters: [[UInt8]] = []
        var confidences: [[Double]] = []
        var folded: [[[Double]]] = []
        for (line, lineClasses) in zip(evidence, classes) {
            let columns = zip(line, lineClasses).map { Self.folded($0, into: $1) }
            folded.append(columns)
            let choices = zip(columns, line).map { column, seen -> (symbol: Int, share: Double) in
                let best = column.indices.max { column[$0] < column[$1] } ?? MRZSymbols.filler
                let printed = seen.indices.max { seen[$0] < seen[$1] } ?? MRZSymbols.filler
                // A character that is plainly there is read even where it may not stand: it is a finding, not another
                // character.
                let isPlain = seen[printed] >= Self.forbiddenBar
                if isPlain, column[best] < Self.forbiddenBar / 3 { return (printed, seen[printed]) }
                return (best, column[best])
            }
            characters.append(choices.map { MRZSymbols.all[$0.symbol] })
            confidences.append(
                choices.indices.map { index in
                    Self.confidence(at: index, choices: choices, seen: line[index].reduce(0, +))
                })
        }
        for element in [MRZElement.issuingState, .nationality] {
            guard let span = layout.span(of: element) else { continue }
            let (line, columns) = (span.line - 1, (span.columns.lowerBound - 1)..<(span.columns.lowerBound + 2))
            guard confidences[line][columns].contains(where: { $0 < Self.uncoveredBar }),
                let code = StateCodeReading(read: characters[line][columns], shares: folded[line][columns])
            else { continue }
            characters[line].replaceSubrange(columns, with: code.characters)
            confidences[line].replaceSubrange(columns, with: code.confidences)
        }
        let text = characters.map { String(decoding: $0, as: UTF8.self) }
        self.init(lines: text, confidences: confidences, corrections: [])
        let open = openPlaces(told: told, classes: classes)
        settle(open, folded: folded, today: today)
        correct(open: open, folded: folded, layout: layout, today: today)
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
        if length == 30 { return .layout(of: .td1) }
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

    private static func confidence(at index: Int, choices: [(symbol: Int, share: Double)], seen: Double) -> Double {
        let share = choices[index].share
        // A recogniser merges fillers that follow each other; between fillers, an empty column is one more of them.
        let isInRun = MRZSymbols.isInRunOfFillers(index, of: choices.count) { choices[$0].symbol }
        guard isInRun, seen > 0 else { return share }
        return max(share, min(1, share / seen))
    }

    /// Whether every character is sure: see `coveredBar`. `mrz` is what these lines say.
    func isSure(for mrz: MachineReadableZone) -> Bool {
        unsureColumns(for: mrz).isEmpty
    }

    /// The columns, counted from 1, that are below their bar.
    func unsureColumns(for mrz: MachineReadableZone) -> [(line: Int, column: Int)] {
        let layout = MRZLayout.layout(of: mrz.format)
        var covered = layout.coverage
        // A code that is printed twice confirms itself.
        if !mrz.nationality.isEmpty, mrz.nationality == mrz.issuingState {
            for span in [MRZElement.issuingState, .nationality].compactMap(layout.span) {
                for column in span.columns { covered[span.line - 1][column - 1] = true }
            }
        }
        let hasValidDigits = mrz.hasValidCheckDigits
        var unsure: [(line: Int, column: Int)] = []
        // Print beside the line may have been taken for its first column, which shifts all others by one.
        if let letters = mrz.format.firstLetters, let first = lines.first?.utf8.first, !letters.contains(first) {
            unsure.append((1, 1))
        }
        for (line, columns) in confidences.enumerated() {
            for (column, confidence) in columns.enumerated() {
                if undecided.contains(Place(line: line + 1, column: column + 1)) {
                    unsure.append((line + 1, column + 1))
                    continue
                }
                if corrections.contains(where: { $0.line == line + 1 && $0.column == column + 1 }) { continue }
                // A check digit that does not fit confirms nothing.
                let isCovered = hasValidDigits && covered[line][column]
                if confidence < (isCovered ? Self.coveredBar : Self.uncoveredBar) {
                    unsure.append((line + 1, column + 1))
                }
            }
        }
        return unsure
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
