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

    /// For each symbol the classes of PP-OCRv4's recogniser that stand for it: the character itself, its small letter
    /// where that has the same shape, the sign × that it takes an X for, most of all before fillers, and the brackets that it
    /// takes fillers for. Class n is line n of the alphabet in the network file (`character`), 0 is the blank of CTC.
    static let recogniserClasses: [[Int]] = [
        [26], [93], [25], [94], [632], [631], [933], [29], [27], [1109],
        [1221, 4544], [3588], [4244, 4902], [1220, 5171], [4381, 3332], [1219, 4389], [5128], [425, 3539],
        [3587, 3538], [2697, 5493], [5193, 4849], [3506], [3639, 5233], [3589, 4547], [4741, 4245], [1310, 4545],
        [4731], [5127, 1958], [1217, 1033], [1381, 3333], [4497, 1034], [5405, 4922], [5033, 3537], [5200, 2993, 5086],
        [1218, 4546], [4136, 3316],
        [3490, 6294, 2566, 5209, 721, 5534],
    ]

    /// Whether a filler stands between fillers, or at an end beside one: a recogniser shows only some of a run.
    static func isInRunOfFillers(_ index: Int, of count: Int, symbol: (Int) -> Int) -> Bool {
        symbol(index) == filler && (index == 0 || symbol(index - 1) == filler)
            && (index == count - 1 || symbol(index + 1) == filler)
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
