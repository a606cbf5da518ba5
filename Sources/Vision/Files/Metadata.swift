/// The image without its metadata and without re-encoding: pixels decode to the same values. Bytes that are no whole image come
/// back as they are.
public func strippingMetadata(of bytes: [UInt8]) -> [UInt8] {
    if bytes.starts(with: PNGChunks.signature) { return PNGChunks.strippingMetadata(of: bytes) }
    if bytes.starts(with: Array("RIFF".utf8)) { return WebPChunks.strippingMetadata(of: bytes) }
    if HEIFItems.begins(bytes) { return HEIFItems.strippingMetadata(of: bytes) }
    return strippingMetadata(jpeg: bytes)
}

extension PNGChunks {
    /// What the pixels are made of, and the three that say what their numbers mean. Cut are texts, times, places, colour profiles,
    /// private chunks, and whatever follows the end.
    private static let kept = ["IHDR", "PLTE", "IDAT", "IEND", "tRNS", "gAMA", "cHRM", "sRGB"].map { Array($0.utf8) }

    /// An `eXIf` chunk that states an orientation other than upright is kept as that alone.
    static func strippingMetadata(of bytes: [UInt8]) -> [UInt8] {
        guard let chunks = try? PNGChunks(of: bytes) else { return bytes }
        let orientation = chunks.exif.flatMap { ExifOrientation.read(fromTIFF: bytes[$0]) } ?? 1
        var stripped = signature
        stripped.reserveCapacity(bytes.count)
        var position = signature.count
        // As far as the walk of `PNGChunks` has led.
        while position + 12 <= bytes.count {
            let length = bytes[position..<(position + 4)].reduce(0) { $0 << 8 | Int($1) }
            let type = Array(bytes[(position + 4)..<(position + 8)])
            let end = position + 12 + length
            if kept.contains(type) { stripped += bytes[position..<end] }
            if position == signature.count, orientation != 1 {
                stripped += chunk("eXIf", ExifOrientation.tiff(stating: orientation))
            }
            if type == Array("IEND".utf8) { break }
            position = end
        }
        return stripped
    }

    private static func chunk(_ type: String, _ content: [UInt8]) -> [UInt8] {
        let checked = Array(type.utf8) + content
        return bigEndian(UInt32(truncatingIfNeeded: content.count)) + checked + bigEndian(checkSum(of: checked))
    }

    private static func bigEndian(_ number: UInt32) -> [UInt8] { withUnsafeBytes(of: number.bigEndian, Array.init) }

    /// CRC-32 (ISO/IEC 15948 §5.5), bit by bit: it is asked for 30 bytes.
    private static func checkSum(of bytes: [UInt8]) -> UInt32 {
        ~bytes.reduce(0xFFFF_FFFF as UInt32) { sum, byte in
            (0..<8).reduce(sum ^ UInt32(byte)) { sum, _ in sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
        }
    }
}

extension WebPChunks {
    /// The image and its transparent parts. Cut are EXIF, XMP, the colour profile and chunks that are not known.
    private static let kept = ["VP8 ", "VP8L", "ALPH"].map { Array($0.utf8) }
    /// In the flags of `VP8X`: profile, EXIF, XMP (RFC 9649 §2.7.1).
    private static let (profile, exif, xmp): (UInt8, UInt8, UInt8) = (0x20, 0x08, 0x04)

    /// An `EXIF` chunk that states an orientation other than upright is kept as that alone.
    static func strippingMetadata(of bytes: [UInt8]) -> [UInt8] {
        guard bytes.count >= 16, (try? WebPChunks(of: bytes)) != nil else { return bytes }
        let orientation = Self.exif(in: bytes).flatMap { ExifOrientation.read(fromTIFF: bytes[$0]) } ?? 1
        var chunks: [UInt8] = []
        var position = 12
        var isExtended = false
        while position + 8 <= bytes.count {
            let length = bytes[(position + 4)..<(position + 8)].reversed().reduce(0) { $0 << 8 | Int($1) }
            guard length <= bytes.count - position - 8 else { return bytes }
            let type = Array(bytes[position..<(position + 4)])
            let content = (position + 8)..<(position + 8 + length)
            if type == Array("VP8X".utf8), length == 10, !isExtended {
                isExtended = true
                var fields = Array(bytes[content])
                fields[0] &= ~(profile | exif | xmp)
                if orientation != 1 { fields[0] |= exif }
                chunks += chunk(type, fields[...])
            } else if kept.contains(type) {
                chunks += chunk(type, bytes[content])
            }
            position = content.upperBound + length % 2
        }
        if orientation != 1 {
            chunks += chunk(Array("EXIF".utf8), ExifOrientation.tiff(stating: orientation)[...])
        }
        return Array("RIFF".utf8) + littleEndian(chunks.count + 4) + Array("WEBP".utf8) + chunks
    }

    private static func chunk(_ type: [UInt8], _ content: ArraySlice<UInt8>) -> [UInt8] {
        type + littleEndian(content.count) + content + (content.count % 2 == 1 ? [0] : [])
    }

    private static func littleEndian(_ number: Int) -> [UInt8] {
        withUnsafeBytes(of: UInt32(truncatingIfNeeded: number).littleEndian, Array.init)
    }
}
