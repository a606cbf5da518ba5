/// Tag 0x0112 of an EXIF block (JEITA CP-3451; TIFF 6.0 §2): how the camera was held.
///
/// A TIFF block is a byte order ("II" little-endian, "MM" big-endian), the number 42, the offset of the first directory;
/// a directory is a count and so many entries of 12 bytes (tag, type, number of values, value or offset). Only the first
/// directory is read, and nothing is followed from it, so no file can make this loop or leave the block.
enum ExifOrientation {
    /// The orientation 1 to 8 that the block states, or nil.
    static func read(fromTIFF block: ArraySlice<UInt8>) -> Int? {
        guard block.count >= 8 else { return nil }
        let isLittleEndian: Bool
        switch (block[block.startIndex], block[block.startIndex + 1]) {
        case (0x49, 0x49): isLittleEndian = true
        case (0x4D, 0x4D): isLittleEndian = false
        default: return nil
        }
        func number(at offset: Int, bytes count: Int) -> Int? {
            guard offset >= 0, offset <= block.count - count else { return nil }
            let field = block[(block.startIndex + offset)..<(block.startIndex + offset + count)]
            return isLittleEndian
                ? field.reversed().reduce(0) { $0 << 8 | Int($1) } : field.reduce(0) { $0 << 8 | Int($1) }
        }
        guard number(at: 2, bytes: 2) == 42, let directory = number(at: 4, bytes: 4),
            let entryCount = number(at: directory, bytes: 2)
        else { return nil }
        for entry in 0..<entryCount {
            let offset = directory + 2 + entry * 12
            guard let tag = number(at: offset, bytes: 2) else { return nil }
            guard tag == 0x0112 else { continue }
            guard number(at: offset + 2, bytes: 2) == 3, number(at: offset + 4, bytes: 4) == 1,
                let value = number(at: offset + 8, bytes: 2), (1...8).contains(value)
            else { return nil }
            return value
        }
        return nil
    }

    /// A TIFF block that states this orientation and nothing else.
    static func tiff(stating orientation: Int) -> [UInt8] {
        [
            0x4D, 0x4D, 0, 42, 0, 0, 0, 8,  // big-endian, directory at 8
            0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, UInt8(truncatingIfNeeded: orientation), 0, 0,
            0, 0, 0, 0,  // no further directory
        ]
    }

    /// A JPEG segment APP1 of it.
    static func segment(stating orientation: Int) -> [UInt8] {
        let content = Array("Exif\0\0".utf8) + tiff(stating: orientation)
        return [0xFF, 0xE1, 0, UInt8(content.count + 2)] + content
    }
}
