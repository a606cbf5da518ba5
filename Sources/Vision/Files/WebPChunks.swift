/// The chunks of a WebP container (RFC 9649 §2.3): type (4 letters), length (4 bytes, little-endian), bytes, padded to
/// an even length.
enum WebPChunks {
    /// The place of the TIFF block in an `EXIF` chunk. Some writers put the JPEG prefix before it.
    static func exif(in bytes: [UInt8]) -> Range<Int>? {
        var position = 12
        while position + 8 <= bytes.count {
            let length = bytes[(position + 4)..<(position + 8)].reversed().reduce(0) { $0 << 8 | Int($1) }
            guard length <= bytes.count - position - 8 else { return nil }
            if bytes[position..<(position + 4)].elementsEqual("EXIF".utf8) {
                let content = (position + 8)..<(position + 8 + length)
                let hasPrefix = bytes[content].starts(with: Array("Exif\0\0".utf8))
                return hasPrefix ? (content.lowerBound + 6)..<content.upperBound : content
            }
            position += 8 + length + length % 2
        }
        return nil
    }
}
