/// A printed line told apart into its captions and what follows them.
struct CaptionedLine: Equatable, Sendable {
    struct Caption: Equatable, Sendable {
        let meaning: PrintedMeaning
        /// Where it begins, counted in characters of the line.
        let start: Int
    }

    /// In the order of the line, each meaning once; empty of a line that has no caption.
    let captions: [Caption]
    /// Whether a colon parts the captions from what follows.
    let hasColon: Bool
    /// The number that the line begins with, as on driving licences (`4a`); nil where it begins with none.
    let number: String?
    /// What follows the captions, or the number where there is none, counted in characters of the line; nil where nothing
    /// does.
    let value: Range<Int>?

    var isCaption: Bool { !captions.isEmpty }
    var meanings: [PrintedMeaning] { captions.map(\.meaning) }

    private static let separators: Set<Character> = ["/", "|", "•", "·", "\\", "／"]

    init(_ text: String) {
        let characters = Array(text)
        let (number, start) = Self.leadingNumber(characters)
        self.number = number
        var (captions, value) = Self.captions(in: characters, from: start)
        // A number may stand close before its caption, and dirt before a caption that a colon ends.
        let begins = characters.indices.filter { index in
            index > start && characters[index].isLetter && !characters[index - 1].isLetter
                && (characters[..<index].allSatisfy(\.isNumber) || characters[index...].contains(":"))
        }
        for begin in begins.prefix(4) where captions.isEmpty {
            (captions, value) = Self.captions(in: characters, from: begin)
            if begin > 2, value.map({ !characters[..<$0].contains(":") }) ?? true { (captions, value) = ([], nil) }
        }
        var seen: Set<PrintedMeaning> = []
        self.captions = captions.filter { seen.insert($0.meaning).inserted }
        if captions.isEmpty {
            let rest = Self.trimmed(characters, start..<characters.count)
            self.value = number != nil && !rest.isEmpty ? rest : nil
            hasColon = false
        } else {
            let rest = value.map { Self.trimmed(characters, $0..<characters.count) }.flatMap { $0.isEmpty ? nil : $0 }
            // What has a caption in it is one itself, in another language.
            let isValue = rest.map { !Self.hasCaption(characters, $0) } ?? false
            self.value = isValue ? rest : nil
            hasColon = rest.map { characters[..<$0.lowerBound].suffix(3).contains(":") } ?? false
        }
    }

    /// The captions of all languages, and where what follows the last of them begins; nil where nothing does.
    private static func captions(in characters: [Character], from start: Int) -> (captions: [Caption], rest: Int?) {
        var (captions, value): ([Caption], Int?) = ([], nil)
        var from = start
        for end in ends(of: characters, from: start) {
            let part = from..<end
            from = min(end + 1, characters.count)
            let found = Self.captions(in: characters, part)
            captions += found.captions
            if !found.captions.isEmpty { value = found.rest }
        }
        return (captions, value)
    }

    /// Whether a caption begins at some word of the part.
    private static func hasCaption(_ characters: [Character], _ part: Range<Int>) -> Bool {
        part.contains { index in
            guard characters[index].isLetter, index == part.lowerBound || !characters[index - 1].isLetter else {
                return false
            }
            let folded = PrintedLabel.folded(String(characters[index..<part.upperBound]))
            return PrintedLabel.leading(folded).first.map { !$0.label.isCommon } ?? false
        }
    }

    /// Captions one after the other at the begin of a part, and where what follows them begins; nil where nothing does.
    private static func captions(
        in characters: [Character], _ part: Range<Int>
    ) -> (captions: [Caption], rest: Int?) {
        var (captions, begin): ([Caption], Int) = ([], part.lowerBound)
        while begin < part.upperBound {
            // Where several columns share a line, each may be numbered.
            let (_, skipped) = leadingNumber(Array(characters[begin..<part.upperBound]))
            let start = begin + (captions.isEmpty ? 0 : skipped)
            let folded = PrintedLabel.folded(String(characters[start..<part.upperBound]))
            let ends = PrintedLabel.leading(folded).lazy.compactMap { label, count in
                end(of: label, taking: count, folded, in: characters, start..<part.upperBound)
                    .map { (meaning: label.meaning, end: $0) }
            }
            guard let found = ends.first else { break }
            captions.append(Caption(meaning: found.meaning, start: begin))
            begin = found.end
        }
        guard !captions.isEmpty else { return ([], nil) }
        let rest = trimmed(characters, begin..<part.upperBound)
        return (captions, rest.isEmpty ? nil : rest.lowerBound)
    }

    /// Where a caption ends; nil where it would end inside a word. One letter more or less may be a misread one.
    private static func end(
        of label: PrintedLabel, taking count: Int, _ folded: [PrintedLabel.Folded], in characters: [Character],
        _ part: Range<Int>
    ) -> Int? {
        let counts = label.isCommon ? [count] : [count, count + 1]
        let ends = counts.filter { $0 > 0 && $0 <= folded.count }.map { count in
            part.lowerBound + (count < folded.count ? folded[count].index : folded[count - 1].index + 1)
        }
        return ends.first { isBorder($0, in: characters, part, common: label.isCommon) }
    }

    /// Whether a caption may end before `end`: there a word ends, or small letters meet a capital or a digit.
    private static func isBorder(_ end: Int, in characters: [Character], _ part: Range<Int>, common: Bool) -> Bool {
        guard end < part.upperBound, end > part.lowerBound else { return true }
        let (last, next) = (characters[end - 1], characters[end])
        guard !last.isLetter || !next.isLetter else {
            return last.isLowercase && next.isUppercase && (!common || hasCaption(characters, end..<part.upperBound))
        }
        // `Name` may begin anything; `Name:` and `Name (1)` do not.
        return !common || !last.isLetter && last != " " || next == "("
            || isPlainValue(characters[end..<part.upperBound])
    }

    /// A caption of a common word is followed by capitals or digits alone: `Sex F`, `NAME VOID`.
    private static func isPlainValue(_ rest: ArraySlice<Character>) -> Bool {
        !rest.contains(where: \.isLowercase)
    }

    /// The ends of the parts that are printed in different languages.
    private static func ends(of characters: [Character], from start: Int) -> [Int] {
        guard start < characters.count else { return [] }
        return characters.indices.filter { $0 > start && separators.contains(characters[$0]) } + [characters.count]
    }

    private static func trimmed(_ characters: [Character], _ range: Range<Int>) -> Range<Int> {
        var (start, end) = (range.lowerBound, range.upperBound)
        func isEdge(_ character: Character) -> Bool {
            character.isWhitespace || ":.,;/|•·-–_°*\"'）)]".contains(character)
        }
        while start < end, isEdge(characters[start]) { start += 1 }
        while end > start, characters[end - 1].isWhitespace || ":;/|•·-–_*(".contains(characters[end - 1]) { end -= 1 }
        return start..<end
    }

    /// `1.`, `(5)`, `4a.`, `[b]`, `02 ` before the text, and where the text begins.
    private static func leadingNumber(_ characters: [Character]) -> (number: String?, start: Int) {
        var index = 0
        while index < characters.count, characters[index] == " " || "([".contains(characters[index]) { index += 1 }
        let bracketed = index > 0 && "([".contains(characters[index - 1])
        var digits = ""
        while index < characters.count, digits.count < 2, characters[index].isASCII, characters[index].isNumber {
            digits.append(characters[index])
            index += 1
        }
        guard !digits.isEmpty else { return (nil, 0) }
        if index < characters.count, "abcdABCD".contains(characters[index]),
            index + 1 >= characters.count || !characters[index + 1].isLetter
        {
            digits += characters[index].lowercased()
            index += 1
        }
        let closing = index < characters.count ? characters[index] : " "
        guard ".:)] ".contains(closing) || bracketed else { return (nil, 0) }
        // A date and a number begin with digits too.
        let rest = characters[min(index + 1, characters.count)...].drop { " .:)]".contains($0) }
        if closing != ")" && closing != "]", closing == " " || closing == ".",
            let first = rest.first, first.isNumber, !digits.contains(where: \.isLetter), digits.count == 2
        {
            return (nil, 0)
        }
        return (digits, characters.count - rest.count)
    }
}
