internal import Foundation

/// Names and numbers as a machine-readable zone spells them (ICAO 9303-3 §4.6 and §6 A), so that other sources can be compared with
/// it.
enum MRZSpelling {
    /// Letters that do not come apart into a basic one and an accent; of those for which several spellings are allowed, the first of the
    /// table.
    private static let letters: [Character: String] = [
        "Ä": "AE", "Å": "AA", "Ö": "OE", "Ü": "UE", "Æ": "AE", "Ø": "OE", "Œ": "OE", "Þ": "TH", "ß": "SS", "ẞ": "SS",
        "Ĳ": "IJ", "Đ": "D", "Ð": "D", "Ħ": "H", "Ŋ": "N", "Ł": "L", "Ŧ": "T", "İ": "I", "ı": "I", "ĸ": "Q",
    ]
    /// What an MRZ puts a filler for; other punctuation is left out without one.
    private static let separators: Set<Character> = [" ", "-", ",", "\u{2010}", "\u{2011}", "\u{2013}", "\u{00A0}"]

    /// Components of capital letters, one blank between two. What has no Latin letters is empty.
    static func name(_ printed: String) -> String {
        var words: [String] = [""]
        for character in printed.uppercased() {
            if separators.contains(character) {
                words.append("")
            } else {
                words[words.count - 1] += letters[character] ?? basicLetters(of: character)
            }
        }
        return words.filter { !$0.isEmpty }.joined(separator: " ")
    }

    /// Capital letters and digits alone: an MRZ has neither blanks nor dashes in a number.
    static func number(_ printed: String) -> String {
        String(printed.uppercased().filter { $0.isASCII && ($0.isLetter || $0.isNumber) })
    }

    private static func basicLetters(of character: Character) -> String {
        String(
            String(character).decomposedStringWithCanonicalMapping.unicodeScalars.filter { ("A"..."Z").contains($0) })
    }
}
