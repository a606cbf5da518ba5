/// A grey progressive JPEG in as many scans as wanted: a few bytes of file for each pass over all of its blocks.
public enum ProgressiveJPEG {
    /// - Parameter refinements: scans behind the first one, at most 882: each of the 63 other coefficients once for each
    ///   of 14 bits, all of them zero.
    public static func grey(width: Int, height: Int, refinements: Int) -> [UInt8] {
        let blockCount = ((width + 7) / 8) * ((height + 7) / 8)
        var file: [UInt8] = [0xFF, 0xD8]
        file += segment(0xDB, [0] + [UInt8](repeating: 1, count: 64))
        file += segment(0xC2, [8] + twoBytes(height) + twoBytes(width) + [1, 1, 0x11, 0])
        // Both tables have a code of one bit (category 0; a run of blocks without coefficients, 14 bits follow) and one of
        // two bits (category 1; one block without coefficients).
        let codeCounts: [UInt8] = [1, 1] + [UInt8](repeating: 0, count: 14)
        file += segment(0xC4, [0x00] + codeCounts + [0, 1])
        file += segment(0xC4, [0x10] + codeCounts + [0xE0, 0x00])

        var first = BitWriter()
        for _ in 0..<blockCount { first.write(0, bits: 1) }
        file += scan(coefficient: 0, from: 0, to: 0) + first.stuffedBytes

        var empty = BitWriter()
        var left = blockCount
        while left >= 1 << 14 {
            let run = min(left, 32_767)
            empty.write(0, bits: 1)
            empty.write(run - 1 << 14, bits: 14)
            left -= run
        }
        for _ in 0..<left { empty.write(2, bits: 2) }
        for index in 0..<refinements {
            let bit = 13 - index / 63
            file += scan(coefficient: 1 + index % 63, from: index < 63 ? 0 : bit + 1, to: bit) + empty.stuffedBytes
        }
        return file + [0xFF, 0xD9]
    }

    private static func scan(coefficient: Int, from: Int, to: Int) -> [UInt8] {
        let place = UInt8(coefficient)
        return segment(0xDA, [1, 1, 0, place, place, UInt8(from << 4 | to)])
    }

    private static func segment(_ code: UInt8, _ content: [UInt8]) -> [UInt8] {
        [0xFF, code] + twoBytes(content.count + 2) + content
    }

    private static func twoBytes(_ number: Int) -> [UInt8] { [UInt8(number >> 8), UInt8(number & 0xFF)] }

    /// Bits from the highest down, as entropy-coded segments hold them (ITU-T T.81 §F.1.2.3).
    private struct BitWriter {
        private var bytes: [UInt8] = []
        private var pending = 0
        private var pendingCount = 0

        mutating func write(_ value: Int, bits count: Int) {
            pending = pending << count | value
            pendingCount += count
            while pendingCount >= 8 {
                append(UInt8(pending >> (pendingCount - 8) & 0xFF))
                pendingCount -= 8
            }
            pending &= 1 << pendingCount - 1
        }

        /// Filled up with ones; a zero stands behind every FF.
        var stuffedBytes: [UInt8] {
            var whole = self
            if pendingCount > 0 { whole.write(1 << (8 - pendingCount) - 1, bits: 8 - pendingCount) }
            return whole.bytes
        }

        private mutating func append(_ byte: UInt8) {
            bytes.append(byte)
            if byte == 0xFF { bytes.append(0) }
        }
    }
}
