/// PNG files written by hand, in forms that the encoder does not write: 16 bits, interlaced, transparency, animation,
/// wrong sizes.
enum HandmadePNG {
    /// - Parameters:
    ///   - colourType: 0 grey, 2 RGB, 4 grey and alpha, 6 RGB and alpha.
    ///   - rows: the samples of each row as bytes (16-bit samples big-endian); of an interlaced image the rows of one
    ///     pass after the other.
    ///   - extraChunks: put between the header and the image.
    static func file(
        width: Int, height: Int, bitDepth: UInt8 = 8, colourType: UInt8 = 2, isInterlaced: Bool = false,
        rows: [[UInt8]], extraChunks: [(type: String, content: [UInt8])] = []
    ) -> [UInt8] {
        let header = bigEndian(width) + bigEndian(height) + [bitDepth, colourType, 0, 0, isInterlaced ? 1 : 0]
        var file: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        file += chunk("IHDR", header)
        for extra in extraChunks { file += chunk(extra.type, extra.content) }
        file += chunk("IDAT", zlib(rows.flatMap { [0] + $0 }))
        return file + chunk("IEND", [])
    }

    static func chunk(_ type: String, _ content: [UInt8]) -> [UInt8] {
        let body = Array(type.utf8) + content
        return bigEndian(content.count) + body + bigEndian(Int(crc(body)))
    }

    /// RFC 1950 around stored blocks of RFC 1951.
    private static func zlib(_ bytes: [UInt8]) -> [UInt8] {
        var stream: [UInt8] = [0x78, 0x01]
        var start = 0
        repeat {
            let end = min(start + 65_535, bytes.count)
            let length = end - start
            stream += [end == bytes.count ? 1 : 0, UInt8(length & 0xFF), UInt8(length >> 8)]
            stream += [UInt8(~length & 0xFF), UInt8((~length >> 8) & 0xFF)] + bytes[start..<end]
            start = end
        } while start < bytes.count
        var (a, b) = (1, 0)
        for byte in bytes {
            a = (a + Int(byte)) % 65_521
            b = (b + a) % 65_521
        }
        return stream + bigEndian(b << 16 | a)
    }

    private static func crc(_ bytes: [UInt8]) -> UInt32 {
        var crc: UInt32 = 0xFFFF_FFFF
        for byte in bytes {
            crc ^= UInt32(byte)
            for _ in 0..<8 { crc = crc & 1 == 1 ? (crc >> 1) ^ 0xEDB8_8320 : crc >> 1 }
        }
        return ~crc
    }

    private static func bigEndian(_ number: Int) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8((number >> $0) & 0xFF) }
    }
}
