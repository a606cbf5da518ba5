/// Zero or the letter O, in the columns where either may stand.
extension MRZTranscription {
    /// More open columns than this leave too many combinations to try.
    private static let mostOpenPlaces = 10

    /// The height of digits is the median of at least so many.
    private static let fewestDigits = 5

    /// What the outlines say where a zero and an O may both stand: line, column; nil where they leave it open.
    static func roundCharacters(
        of evidence: [[[Double]]], outlines: [[CharacterOutline?]], classes: [[MRZCharacterClass]]
    ) -> [[RoundCharacter?]] {
        let nothing = classes.map { [RoundCharacter?](repeating: nil, count: $0.count) }
        guard outlines.map(\.count) == classes.map(\.count) else { return nothing }
        let heights = zip(outlines.joined(), classes.joined())
            .compactMap { $1 == .digits || $1 == .digitsOrFillers ? $0?.height : nil }.sorted()
        guard heights.count >= Self.fewestDigits else { return nothing }
        let digitHeight = heights[heights.count / 2]

        // Zeros among dates and O's among names show whether the print has the expected outlines.
        var agreeing = 0
        var contradicting = 0
        var told = nothing
        for (line, columns) in evidence.enumerated() {
            for (column, shares) in columns.enumerated() {
                guard let outline = outlines[line][column],
                    let best = shares.indices.max(by: { shares[$0] < shares[$1] }),
                    RoundCharacter.symbols.contains(best)
                else { continue }
                let shown = RoundCharacter(outline, digitHeight: digitHeight)
                switch classes[line][column] {
                case .any: told[line][column] = shown
                case .digits, .digitsOrFillers:
                    agreeing += shown == .zero ? 1 : 0
                    contradicting += shown == .letterO ? 1 : 0
                case .letter, .letters:
                    agreeing += shown == .letterO ? 1 : 0
                    contradicting += shown == .zero ? 1 : 0
                case .sex: break
                }
            }
        }
        return contradicting * 4 > agreeing ? nothing : told
    }

    /// The evidence in which the character that the outline shows has the shares of both.
    static func evidence(_ evidence: [[[Double]]], told: [[RoundCharacter?]]) -> [[[Double]]] {
        zip(evidence, told).map { columns, told in
            zip(columns, told).map { shares, character in
                guard let character else { return shares }
                var decided = shares
                for symbol in RoundCharacter.symbols { decided[symbol] = 0 }
                decided[character.symbol] = RoundCharacter.symbols.reduce(0) { $0 + shares[$1] }
                return decided
            }
        }
    }

    /// The columns read as zero or O whose outlines do not say which of them stands there.
    func openPlaces(told: [[RoundCharacter?]], classes: [[MRZCharacterClass]]) -> [Place] {
        lines.enumerated().flatMap { line, text in
            text.utf8.enumerated().compactMap { column, character in
                guard classes[line][column] == .any, told[line][column] == nil,
                    character == UInt8(ascii: "0") || character == UInt8(ascii: "O")
                else { return nil }
                return Place(line: line + 1, column: column + 1)
            }
        }
    }

    /// Trusts the zeros and O's of the open columns if no other way to put them there makes all check digits fit. Where
    /// several do, the columns are undecided: under the weights 7, 3 and 1 an O counts 8, 2 and 4 more than a zero, so two
    /// or three of them together may count nothing. Where only another way does, that is a correction.
    mutating func settle(_ open: [Place], folded: [[[Double]]], today: CalendarDate) {
        guard !open.isEmpty else { return }
        let fitting = open.count <= Self.mostOpenPlaces ? assignments(of: open, to: lines, today: today) : []
        guard open.count <= Self.mostOpenPlaces, fitting.count <= 1 else {
            undecided.formUnion(open)
            return
        }
        if fitting.first == lines { trust(open, folded: folded) }
    }

    /// Gives the character that the check digits chose the shares of both.
    mutating func trust(_ open: [Place], folded: [[[Double]]]) {
        for place in open {
            let shares = folded[place.line - 1][place.column - 1]
            confidences[place.line - 1][place.column - 1] = RoundCharacter.symbols.reduce(0) { $0 + shares[$1] }
        }
    }

    /// The ways to put zeros and O's into `places` of `text` with which all check digits fit; no more than two of them.
    func assignments(of places: [Place], to text: [String], today: CalendarDate) -> [[String]] {
        var fitting: [[String]] = []
        for choice in 0..<(1 << places.count) {
            var characters = text.map { Array($0.utf8) }
            for (index, place) in places.enumerated() {
                let isLetter = choice >> index & 1 == 1
                characters[place.line - 1][place.column - 1] = isLetter ? UInt8(ascii: "O") : UInt8(ascii: "0")
            }
            let lines = characters.map { String(decoding: $0, as: UTF8.self) }
            guard let mrz = try? MachineReadableZone(lines: lines, today: today), mrz.hasValidCheckDigits else {
                continue
            }
            fitting.append(lines)
            if fitting.count == 2 { break }
        }
        return fitting
    }

    /// Makes `corrected` the text and records each column that changes as a correction.
    mutating func take(_ corrected: [String]) {
        for (line, (old, new)) in zip(lines, corrected).enumerated() {
            for (column, (from, to)) in zip(old.utf8, new.utf8).enumerated() where from != to {
                corrections.append(
                    Correction(
                        line: line + 1, column: column + 1, from: String(decoding: [from], as: UTF8.self),
                        to: String(decoding: [to], as: UTF8.self)))
            }
        }
        lines = corrected
    }
}
