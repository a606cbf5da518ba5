/// PNG files as the targets need them (ISO/IEC 15948 §5): chunks with right checksums, and an image that is as large as
/// its file is small.
enum PNGFile {
    static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    static func chunk(_ type: String, _ content: [UInt8]) -> [UInt8] {
        let body = Array(type.utf8) + content
        return bigEndian(content.count) + body + bigEndian(Int(checksum(of: body)))
    }

    /// The file with the checksum of every whole chunk made right, so that what was changed inside is looked at.
    static func repaired(_ file: [UInt8]) -> [UInt8] {
        guard file.starts(with: signature) else { return file }
        var file = file
        var position = signature.count
        while position + 12 <= file.count {
            let length = file[position..<(position + 4)].reduce(0) { $0 << 8 | Int($1) }
            guard length <= file.count - position - 12 else { break }
            let end = position + 8 + length
            file.replaceSubrange(end..<(end + 4), with: bigEndian(Int(checksum(of: file[(position + 4)..<end]))))
            position = end + 4
        }
        return file
    }

    /// A black image, all rows of it in some 13 bits for each 258 bytes, and `surplus` bytes behind its last row.
    static func black(
        width: Int, height: Int, bitDepth: Int, colourType: UInt8, isInterlaced: Bool, surplus: Int = 0,
        chunks: [UInt8] = []
    ) -> [UInt8] {
        let channels = [0: 1, 2: 3, 4: 2, 6: 4][colourType] ?? 1
        func rowBytes(_ width: Int) -> Int { 1 + (width * channels * bitDepth + 7) / 8 }
        // Adam7: where each pass begins and how far apart its pixels lie (§8.2).
        let passes = [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)]
        let interlacedCount = passes.reduce(0) { sum, pass in
            sum + rowBytes((width - pass.0 + pass.2 - 1) / pass.2) * ((height - pass.1 + pass.3 - 1) / pass.3)
        }
        let header =
            bigEndian(width) + bigEndian(height) + [UInt8(bitDepth), colourType, 0, 0, isInterlaced ? 1 : 0]
        let count = isInterlaced ? interlacedCount : rowBytes(width) * height
        return signature + chunk("IHDR", header) + chunks + chunk("IDAT", zeros(count: count + surplus))
            + chunk("IEND", [])
    }

    /// A `zTXt` chunk of so many characters.
    static func compressedText(count: Int) -> [UInt8] {
        chunk("zTXt", Array("word".utf8) + [0, 0] + zeros(count: count))
    }

    /// `count` zeros as a zlib stream (RFC 1950) of one block with fixed codes (RFC 1951 §3.2.6).
    private static func zeros(count: Int) -> [UInt8] {
        var bytes: [UInt8] = [0x78, 0x01]
        var pending = 0
        var pendingCount = 0
        func write(_ value: Int, bits: Int) {
            pending |= value << pendingCount
            pendingCount += bits
            while pendingCount >= 8 {
                bytes.append(UInt8(pending & 0xFF))
                pending >>= 8
                pendingCount -= 8
            }
        }
        // The bits of a code go from its highest down, everything else from the lowest up.
        let literalZero = 0b0000_1100  // 00110000
        let copyOf258 = 0b1010_0011  // 11000101
        write(0b011, bits: 3)
        write(literalZero, bits: 8)
        for _ in 0..<((count - 1) / 258) {
            write(copyOf258, bits: 8)
            write(0, bits: 5)
        }
        for _ in 0..<((count - 1) % 258) { write(literalZero, bits: 8) }
        write(0, bits: 7)
        write(0, bits: (8 - pendingCount) % 8)
        // Adler-32 of zeros.
        return bytes + bigEndian((count % 65_521) << 16 | 1)
    }

    private static let checksumTable: [UInt32] = (0..<256).map { index in
        (0..<8).reduce(UInt32(index)) { sum, _ in sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
    }

    private static func checksum(of bytes: some Sequence<UInt8>) -> UInt32 {
        ~bytes.reduce(0xFFFF_FFFF) { sum, byte in sum >> 8 ^ checksumTable[Int(UInt8(truncatingIfNeeded: sum) ^ byte)] }
    }

    private static func bigEndian(_ number: Int) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
    }
}
