/// The check digit of machine-readable zones: weights 7, 3, 1 repeating, sum modulo 10 (ICAO 9303-3 §4.9).
package enum CheckDigit {
    /// What one character counts: digits as themselves, `A`–`Z` as 10–35, the filler `<` as 0; nil for anything else.
    package static func value(of character: UInt8) -> Int? {
        switch character {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(character) - Int(UInt8(ascii: "0"))
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): Int(character) - Int(UInt8(ascii: "A")) + 10
        case UInt8(ascii: "<"): 0
        default: nil
        }
    }

    /// The check digit, 0 to 9, of `characters` (ASCII); nil when one of them is not in the alphabet of MRZs.
    package static func computed(over characters: some Sequence<UInt8>) -> Int? {
        let weights = [7, 3, 1]
        var sum = 0
        for (index, character) in characters.enumerated() {
            guard let value = value(of: character) else { return nil }
            // Kept below 10 so that no length of input can overflow it.
            sum = (sum + value * weights[index % 3]) % 10
        }
        return sum
    }

    /// The same over a text, e.g. `AB2134<<<` → 5.
    package static func computed(over text: String) -> Int? {
        computed(over: text.utf8)
    }
}

/// A printed check digit and the one that fits.
package struct CheckDigitResult: Equatable, Codable, Sendable {
    /// The one character printed in the digit's column.
    package let printed: String
    /// The digit that fits the characters it covers, 0 to 9.
    package let computed: Int
    /// Not always `printed == computed`: a filler is right over an empty optional field (ICAO 9303-4 §4.2.2).
    package let isCorrect: Bool

    private enum CodingKeys: String, CodingKey {
        case printed, computed, isCorrect
    }
}
