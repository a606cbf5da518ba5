internal import FaceEngine

/// Finds codes that differ in few bits, without looking at all of them (multi-index hashing: Norouzi, Punjani and Fleet,
/// CVPR 2012): each of eight tables sorts the codes by other bits of theirs, and codes that differ in few bits agree in all
/// bits of some table as a rule. What they agree in is drawn from all 256 bits, because neighbouring bits of a code
/// go together.
///
/// Of two codes that differ in 4 % of their bits 99.5 % are found, at 6 % 94 %, at 10 % two thirds: a capture has many frames.
struct CodeTables: Sendable {
    private static let tableCount = 8
    private static let mostBits = 20
    private static let fewestBits = 8

    /// How many bits a table sorts by: as many as leave a few codes for each of their values, so that small sets take little
    /// memory.
    private let bits: Int
    /// For each table and each value of its bits where its codes begin in `entries`; one more at the end.
    private let starts: [[UInt32]]
    /// For each table the places of all codes, those of one value beside each other.
    private let entries: [[UInt32]]

    /// - Parameter codes: shuffled; fewer than 2³².
    init(of codes: [Code256]) {
        let magnitude = Int.bitWidth - codes.count.leadingZeroBitCount
        let bits = min(max(magnitude - 3, Self.fewestBits), Self.mostBits)
        self.bits = bits
        var (starts, entries) = ([[UInt32]](), [[UInt32]]())
        for table in 0..<Self.tableCount {
            let (tableStarts, tableEntries) = Self.sorted(codes, table: table, bits: bits)
            starts.append(tableStarts)
            entries.append(tableEntries)
        }
        (self.starts, self.entries) = (starts, entries)
    }

    /// In bytes.
    var memory: Int {
        (starts.reduce(0) { $0 + $1.count } + entries.reduce(0) { $0 + $1.count }) * MemoryLayout<UInt32>.stride
    }

    /// Calls `body` with the places of codes that agree with `code` in all bits of a table; a place may come up to eight
    /// times.
    func forEachCandidate(of code: Code256, _ body: (Int) -> Void) {
        for table in 0..<Self.tableCount {
            let value = Self.value(of: code, table: table, bits: bits)
            let (first, end) = (Int(starts[table][value]), Int(starts[table][value + 1]))
            entries[table].withUnsafeBufferPointer { entries in
                for place in entries[first..<end] { body(Int(place)) }
            }
        }
    }

    /// A code with its bits in the order in which tables take them; distances stay as they are.
    static func shuffled(_ code: Code256) -> Code256 {
        Code256 { code[order[$0]] }
    }

    /// A permutation of the 256 bits (Fisher–Yates over Marsaglia's xorshift64), the same in every process.
    private static let order: [Int] = {
        var order = Array(0..<Code256.bitCount)
        var state: UInt64 = 0x9E37_79B9_7F4A_7C15
        for index in order.indices.dropFirst().reversed() {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            order.swapAt(index, Int(state % UInt64(index + 1)))
        }
        return order
    }()

    private static func value(of code: Code256, table: Int, bits: Int) -> Int {
        let first = table * mostBits
        let (word, shift) = (first / 64, UInt64(first % 64))
        var value = code.words[word] >> shift
        if Int(shift) + bits > 64 { value |= code.words[word + 1] << (64 - shift) }
        return Int(truncatingIfNeeded: value & (1 << UInt64(bits) - 1))
    }

    /// Sorted by counting.
    private static func sorted(_ codes: [Code256], table: Int, bits: Int) -> (starts: [UInt32], entries: [UInt32]) {
        var starts = [UInt32](repeating: 0, count: 1 << bits + 1)
        for code in codes { starts[value(of: code, table: table, bits: bits) + 1] += 1 }
        for value in 1..<starts.count { starts[value] += starts[value - 1] }
        var next = starts
        var entries = [UInt32](repeating: 0, count: codes.count)
        for (place, code) in codes.enumerated() {
            let value = value(of: code, table: table, bits: bits)
            entries[Int(next[value])] = UInt32(truncatingIfNeeded: place)
            next[value] += 1
        }
        return (starts, entries)
    }
}
