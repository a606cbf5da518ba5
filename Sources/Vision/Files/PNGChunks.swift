/// The chunks of a PNG (ISO/IEC 15948 §5), walked without decoding.
///
/// After the signature each chunk is a length (4 bytes, big-endian), a type (4 letters), so many bytes and a CRC.
struct PNGChunks {
    static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    let size: ImageSize
    /// The place of the TIFF block in an `eXIf` chunk.
    let exif: Range<Int>?

    /// - Throws: `notAnImage` for an animation, `corrupt` where chunks do not lead from `IHDR` to `IEND`.
    init(of bytes: [UInt8]) throws(ImageError) {
        func number(at offset: Int) -> Int { bytes[offset..<(offset + 4)].reduce(0) { $0 << 8 | Int($1) } }
        guard bytes.count >= 33, bytes[12..<16].elementsEqual("IHDR".utf8) else { throw .corrupt }
        let width = number(at: 16)
        let height = number(at: 20)
        guard (1...0x7FFF_FFFF).contains(width), (1...0x7FFF_FFFF).contains(height) else { throw .corrupt }
        size = ImageSize(width: width, height: height)

        var exif: Range<Int>?
        var position = 8
        var isComplete = false
        while !isComplete {
            guard position + 12 <= bytes.count else { throw .corrupt }
            let length = number(at: position)
            guard length <= bytes.count - position - 12 else { throw .corrupt }
            let type = bytes[(position + 4)..<(position + 8)]
            if type.elementsEqual("acTL".utf8) { throw .notAnImage }
            if type.elementsEqual("eXIf".utf8), exif == nil { exif = (position + 8)..<(position + 8 + length) }
            isComplete = type.elementsEqual("IEND".utf8)
            position += 12 + length
        }
        self.exif = exif
    }
}
