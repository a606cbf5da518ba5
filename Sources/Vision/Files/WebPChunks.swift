/// The chunks of a WebP container (RFC 9649 §2.3): type (4 letters), length (4 bytes, little-endian), bytes, padded to
/// an even length. Read here, because the library's own reader of headers is for decoders alone, which hold nothing.
struct WebPChunks {
    /// The size of the rows, as the image's own header states it.
    let size: ImageSize

    /// - Throws: `notAnImage` for an animation, `corrupt` where chunks do not lead to an image, or where its size is not that of
    ///   the canvas.
    init(of bytes: [UInt8]) throws(ImageError) {
        func number(at offset: Int, bytes count: Int) throws(ImageError) -> Int {
            guard offset <= bytes.count - count else { throw .corrupt }
            return bytes[offset..<(offset + count)].reversed().reduce(0) { $0 << 8 | Int($1) }
        }
        func isType(_ type: String, at offset: Int) -> Bool { bytes[offset..<(offset + 4)].elementsEqual(type.utf8) }

        let length = try number(at: 4, bytes: 4)
        var position = 12
        var canvas: ImageSize?
        while true {
            let content = try number(at: position + 4, bytes: 4)
            guard position + content <= length else { throw .corrupt }
            let start = position + 8
            if position == 12, isType("VP8X", at: position) {
                guard content == 10 else { throw .corrupt }
                guard try number(at: start, bytes: 1) & 2 == 0 else { throw .notAnImage }
                canvas = ImageSize(
                    width: try number(at: start + 4, bytes: 3) + 1, height: try number(at: start + 7, bytes: 3) + 1)
            } else if isType("VP8 ", at: position) {
                // RFC 6386 §9.1: a key frame that is shown, of a known profile, whose first part lies within it.
                let tag = try number(at: start, bytes: 3)
                guard tag & 1 == 0, tag >> 1 & 7 <= 3, tag >> 4 & 1 == 1, tag >> 5 < content,
                    try number(at: start + 3, bytes: 3) == 0x2A019D
                else { throw .corrupt }
                size = ImageSize(
                    width: try number(at: start + 6, bytes: 2) & 0x3FFF,
                    height: try number(at: start + 8, bytes: 2) & 0x3FFF)
                break
            } else if isType("VP8L", at: position) {
                // RFC 9649 §3.4: a signature, two sizes of 14 bits, one bit for transparent parts, three of the version.
                let fields = try number(at: start + 1, bytes: 4)
                guard try number(at: start, bytes: 1) == 0x2F, fields >> 29 == 0 else { throw .corrupt }
                size = ImageSize(width: (fields & 0x3FFF) + 1, height: (fields >> 14 & 0x3FFF) + 1)
                break
            } else if canvas == nil {
                // Only behind `VP8X` may other chunks come first.
                throw .corrupt
            }
            position = start + content + content % 2
        }
        guard size.width > 0, size.height > 0, canvas == nil || canvas == size else { throw .corrupt }
    }

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
