/// 256 bits that two images of one thing share for the most part. Compared by the number of bits in which they differ.
package struct Code256: Hashable, Sendable {
    package static let bitCount = 256
    package static let byteCount = bitCount / 8

    /// Bit i is bit `i % 64` of word `i / 64`.
    package var words: SIMD4<UInt64>

    package init(words: SIMD4<UInt64>) {
        self.words = words
    }

    /// - Parameter isSet: says it of each bit, 0 to 255.
    package init(_ isSet: (Int) -> Bool) {
        words = .zero
        for bit in 0..<Self.bitCount where isSet(bit) { words[bit / 64] |= 1 << UInt64(bit % 64) }
    }

    package subscript(bit: Int) -> Bool { words[bit / 64] >> UInt64(bit % 64) & 1 == 1 }

    /// The Hamming distance, 0 to 256. Unrelated codes have 128 in the mean.
    @inlinable
    package func distance(to other: Code256) -> Int {
        let differing = words ^ other.words
        return differing[0].nonzeroBitCount &+ differing[1].nonzeroBitCount &+ differing[2].nonzeroBitCount
            &+ differing[3].nonzeroBitCount
    }
}

extension Code256 {
    /// Word after word, each little-endian.
    var bytes: [UInt8] {
        (0..<4).flatMap { word in (0..<8).map { UInt8(truncatingIfNeeded: words[word] >> UInt64(8 * $0)) } }
    }

    /// - Parameter bytes: as `bytes` gives them; nil for another number of them.
    init?(bytes: some Collection<UInt8>) {
        guard bytes.count == Self.byteCount else { return nil }
        words = .zero
        for (place, byte) in bytes.enumerated() { words[place / 8] |= UInt64(byte) << UInt64(8 * (place % 8)) }
    }
}
