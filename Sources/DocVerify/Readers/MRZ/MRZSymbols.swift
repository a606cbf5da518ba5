/// The 37 characters of an MRZ in the order that all tables here use: `0`–`9`, `A`–`Z`, `<`.
enum MRZSymbols {
    static let all = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ<".utf8)
    static let count = 37
    static let filler = 36

    /// The place of a character in `all`; nil for one that no MRZ has.
    static func index(of character: UInt8) -> Int? {
        character == all[filler] ? filler : CheckDigit.value(of: character)
    }

    /// What a character of the wrong class stands for in a column of letters, by shape (OCR-B).
    static let letterOfDigit: [UInt8: UInt8] = pairs(["0O", "1I", "2Z", "5S", "6G", "8B"])
    /// And in a column of digits.
    static let digitOfLetter: [UInt8: UInt8] = pairs(["O0", "Q0", "D0", "I1", "L1", "Z2", "S5", "G6", "B8"])

    /// The symbol that `symbol` stands for in a column of this class: itself where it may stand there, its counterpart
    /// of the same shape where only that may (`0` for `O` in a date), nil where neither may.
    static func counterpart(of symbol: Int, in characterClass: MRZCharacterClass) -> Int? {
        let character = all[symbol]
        if characterClass.allows(character) { return symbol }
        for table in [letterOfDigit, digitOfLetter] {
            if let other = table[character], characterClass.allows(other) { return index(of: other) }
        }
        return nil
    }

    private static func pairs(_ texts: [String]) -> [UInt8: UInt8] {
        var table: [UInt8: UInt8] = [:]
        for text in texts {
            let characters = Array(text.utf8)
            table[characters[0]] = characters[1]
        }
        return table
    }
}
