/// Names and places as they are printed.
enum PrintedName {
    /// Longer ones are sentences.
    private static let mostCharacters = 60
    private static let mostLetters = 100

    /// Without what surrounds it: gaps, numbers of a list, marks of stars and colons.
    static func tidied(_ text: String) -> String {
        let edges = " .:;,/|•·*_-–\"'"
        let start = text.drop { $0.isWhitespace || edges.contains($0) }
        var end = start[...]
        while let last = end.last, last.isWhitespace || " :;,/|•·*_-–\"'(".contains(last) { end = end.dropLast() }
        // `[a] MUSTERMANN`
        if end.first == "[" || end.first == "(", let closing = end.firstIndex(where: { $0 == "]" || $0 == ")" }),
            end.distance(from: end.startIndex, to: closing) <= 2
        {
            return tidied(String(end[end.index(after: closing)...]))
        }
        return String(end)
    }

    /// Of a value that is printed in two scripts the one that is Latin.
    static func latin(_ text: String) -> String {
        let parts = text.split(separator: "/").map(String.init)
        guard parts.count == 2 else { return text }
        let isLatin = parts.map { part in
            part.allSatisfy {
                !$0.isLetter
                    || ($0.unicodeScalars.first.map { $0.value < 0x250 || $0.value >= 0x1E00 && $0.value < 0x1F00 }
                        ?? false)
            }
        }
        guard isLatin[0] != isLatin[1] else { return text }
        return tidied(isLatin[0] ? parts[0] : parts[1])
    }

    /// Letters of alphabets that an MRZ can transliterate, with the marks that names have.
    static func isName(_ text: String) -> Bool {
        guard text.count <= mostCharacters, text.contains(where: \.isLetter) else { return false }
        return text.allSatisfy { character in
            character.isWhitespace || " -‐–.,'’`´()/".contains(character)
                || character.isLetter && isAlphabetic(character)
        } && text.count { $0.isLetter } >= 2
    }

    /// Latin, Greek or Cyrillic.
    private static func isAlphabetic(_ character: Character) -> Bool {
        guard let scalar = character.unicodeScalars.first else { return false }
        return scalar.value < 0x530 || (0x1E00..<0x2000).contains(scalar.value)
    }

    /// A name with numbers in it, as districts have: `PARIS 1ER (75)`.
    static func isPlace(_ text: String) -> Bool {
        let letters = text.count { $0.isLetter }
        return text.count <= mostLetters && letters >= 2 && letters * 2 >= text.count { $0.isNumber }
            && letters > text.count { $0.isNumber }
    }

    /// As an MRZ has it; nil for a name of other scripts.
    static func compared(_ printed: String) -> SourceField.Value? {
        let components = NameTransliteration.components(of: printed)
        guard !components.isEmpty, components.allSatisfy({ $0.utf8.allSatisfy { (0x41...0x5A).contains($0) } }) else {
            return nil
        }
        return .text(components.joined(separator: " "))
    }
}

/// Numbers of documents, and the categories of driving licences.
enum PrintedNumber {
    private static let lengths = 4...15

    /// The one run of capitals and digits that can be a number, as printed and without its gaps; nil where none is.
    static func number(of text: String) -> (printed: String, compared: String)? {
        let printed = PrintedName.tidied(text)
        let compared = printed.uppercased().filter { !" -–./".contains($0) }
        guard lengths.contains(compared.count),
            compared.utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) })
        else { return nil }
        let digits = compared.utf8.count { (0x30...0x39).contains($0) }
        // Words with gaps are no number, and a date is none; single words with a digit are one where they are long.
        let isPlain = digits >= 3 && digits * 3 >= compared.count
        guard isPlain || digits >= 1 && compared.count >= 8 && !printed.contains(" "),
            printed.count(where: \.isLowercase) <= 1
        else { return nil }
        guard printed.count(where: { $0 == "." || $0 == "/" }) < 2 else { return nil }
        return (printed, compared)
    }

    /// `AM/A1/B`, `B BE C1`: those of the European directive and of US licences.
    static func areCategories(_ text: String) -> Bool {
        let parts = text.uppercased().split { " ,/;.-".contains($0) }
        let known: Set<Substring> = [
            "AM", "A1", "A2", "A", "B1", "B", "BE", "C1", "C1E", "C", "CE", "D1", "D1E", "D", "DE", "L", "M", "T", "F",
            "G",
            "K", "P", "Q",
        ]
        return !parts.isEmpty && parts.count <= 16 && parts.allSatisfy(known.contains)
    }
}

/// Sex as it is printed (ICAO 9303-4 §4.1: a national letter may stand before F, M or X).
enum PrintedSex {
    /// As an MRZ has it, `F` or `M`, or `X`; nil for what is none.
    static func letter(of text: String) -> String? {
        let parts = text.split { " /|-–·.,\\:()".contains($0) }.map { part in
            part.reduce(into: "") { $0 += NameTransliteration.base(of: $1) }
        }
        guard !parts.isEmpty, parts.count <= 3 else { return nil }
        // The international letter stands last.
        for part in parts.reversed() { if let letter = letters[part] { return letter } }
        return nil
    }

    private static let letters: [String: String] = [
        "F": "F", "M": "M", "X": "X", "K": "F", "Z": "F", "Ж": "F", "М": "M", "FEMALE": "F", "MALE": "M",
        "FEMININ": "F",
        "MASCULIN": "M", "FEMME": "F", "HOMME": "M", "WEIBLICH": "F", "MANNLICH": "M", "FEMENINO": "F",
        "MASCULINO": "M",
        "KVK": "F", "KK": "M", "女": "F", "男": "M",
    ]
}
