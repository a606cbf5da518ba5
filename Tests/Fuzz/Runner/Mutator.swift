import TestSupport

struct CorpusFile {
    let name: String
    let bytes: [UInt8]

    /// What the name says: whether the parser refuses the file.
    var isRefused: Bool { name.hasPrefix("refused-") }
}

/// Makes inputs from those of a corpus: some changed bits and bytes, pieces cut, doubled, moved and spliced, words of the
/// format put in.
///
/// Every input depends on the seed and its number alone, so any of them can be made again without those before it.
struct Mutator {
    let seed: UInt64
    let corpus: [CorpusFile]
    let dictionary: [[UInt8]]
    /// Whether to forget the corpus: random bytes of its lengths.
    let isBlind: Bool

    private static let interesting: [UInt64] = [
        0, 1, 2, 7, 8, 16, 31, 32, 63, 64, 100, 127, 128, 255, 256, 511, 512, 1000, 1024, 4095, 4096, 32_767, 32_768,
        65_535, 65_536, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFF, 0x7FFF_FFFF_FFFF_FFFF, .max,
    ]
    private static let longestInput = 8192

    func input(_ number: Int) -> [UInt8] {
        // Left to chance, one run in ten would see it.
        if number == 0 { return [] }
        var mixer = SeededGenerator(seed: seed ^ UInt64(number) &* 0xD134_2543_DE82_EF95)
        var random = SeededGenerator(seed: mixer.next())
        var input = corpus.randomElement(using: &random)?.bytes ?? []
        if isBlind || Int.random(in: 0..<64, using: &random) == 0 {
            return input.map { _ in UInt8.random(in: 0...255, using: &random) }
        }
        // Most inputs stay close to the corpus, or nothing behind the first checks would be reached.
        var changes = 1
        while changes < 12, Int.random(in: 0..<100, using: &random) < 55 { changes += 1 }
        for _ in 0..<changes { change(&input, using: &random) }
        return Array(input.prefix(Self.longestInput))
    }

    private func change(_ input: inout [UInt8], using random: inout SeededGenerator) {
        guard !input.isEmpty else {
            input = piece(using: &random)
            return
        }
        let place = Int.random(in: 0..<input.count, using: &random)
        switch Int.random(in: 0..<14, using: &random) {
        case 0: input[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        case 1: input[place] = UInt8.random(in: 0...255, using: &random)
        case 2: input[place] &+= UInt8.random(in: 0...32, using: &random) &- 16
        case 3: overwrite(&input, at: place, with: number(using: &random))
        case 4: input.replaceSubrange(digits(from: place, in: input), with: decimal(using: &random))
        case 5: input.removeSubrange(range(in: input, using: &random))
        case 6:
            let copied = Array(input[range(in: input, using: &random)])
            let times = Int.random(in: 1...4, using: &random)
            input.insert(contentsOf: Array(repeating: copied, count: times).joined(), at: place)
        case 7: input.insert(contentsOf: piece(using: &random), at: place)
        case 8: overwrite(&input, at: place, with: piece(using: &random))
        case 9: overwrite(&input, at: place, with: Array(input[range(in: input, using: &random)]))
        case 10: input.replaceSubrange(range(in: input, using: &random), with: piece(using: &random))
        case 11:
            let byte = input.randomElement(using: &random) ?? 0
            overwrite(&input, at: place, with: [UInt8](repeating: byte, count: shortLength(using: &random)))
        case 12:
            let other = corpus.randomElement(using: &random)?.bytes ?? []
            let cut = other.isEmpty ? 0 : Int.random(in: 0..<other.count, using: &random)
            input = Array(input.prefix(place)) + other.dropFirst(cut)
        default:
            if Bool.random(using: &random) {
                input.removeLast(input.count - place)
            } else {
                input.append(contentsOf: piece(using: &random))
            }
        }
    }

    /// A word of the format, a piece of the corpus or some random bytes.
    private func piece(using random: inout SeededGenerator) -> [UInt8] {
        switch Int.random(in: 0..<4, using: &random) {
        case 0, 1:
            if let word = dictionary.randomElement(using: &random) { return word }
            fallthrough
        case 2:
            let other = corpus.randomElement(using: &random)?.bytes ?? []
            return other.isEmpty ? [0] : Array(other[range(in: other, using: &random)])
        default:
            return (0..<shortLength(using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
        }
    }

    private func number(using random: inout SeededGenerator) -> [UInt8] {
        let value = Self.interesting.randomElement(using: &random) ?? 0
        let count = [1, 2, 4, 8].randomElement(using: &random) ?? 1
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * UInt64($0))) }
        return Bool.random(using: &random) ? bytes : bytes.reversed()
    }

    private func decimal(using random: inout SeededGenerator) -> [UInt8] {
        let integer = String(Self.interesting.randomElement(using: &random) ?? 0)
        let forms = [integer, "-" + integer, integer + "e" + integer, "0." + integer]
        return Array((forms.randomElement(using: &random) ?? integer).utf8)
    }

    /// The next number written in decimal, else nothing at `place`.
    private func digits(from place: Int, in input: [UInt8]) -> Range<Int> {
        let decimalDigits = UInt8(ascii: "0")...UInt8(ascii: "9")
        guard let start = input[place...].firstIndex(where: decimalDigits.contains) else { return place..<place }
        let end = input[start...].firstIndex { !decimalDigits.contains($0) } ?? input.count
        return start..<end
    }

    private func overwrite(_ input: inout [UInt8], at place: Int, with bytes: [UInt8]) {
        let end = min(input.count, place + bytes.count)
        input.replaceSubrange(place..<end, with: bytes.prefix(end - place))
    }

    private func range(in bytes: [UInt8], using random: inout SeededGenerator) -> Range<Int> {
        let start = Int.random(in: 0..<bytes.count, using: &random)
        return start..<min(bytes.count, start + shortLength(using: &random))
    }

    /// Short ones most of the time, up to 256.
    private func shortLength(using random: inout SeededGenerator) -> Int {
        Int.random(in: 1...(1 << Int.random(in: 0...8, using: &random)), using: &random)
    }
}
