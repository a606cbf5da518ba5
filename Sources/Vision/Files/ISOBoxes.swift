/// Steps through boxes that lie one behind the other (ISO/IEC 14496-12 §4.2): a length (4 bytes, big-endian, its own four among
/// them), a type (4 letters), so many bytes. A length of 1 stands for one of 8 bytes behind the type, 0 for all the rest.
struct ISOBoxes {
    struct Box {
        /// Its four letters as one number.
        let type: UInt32
        let whole: Range<Int>
        /// What follows length and type.
        let content: Range<Int>

        func isOf(_ word: StaticString) -> Bool { type == ISOBoxes.number(word) }
    }

    private var reader: ISOReader

    init(in bytes: [UInt8], _ range: Range<Int>) {
        reader = ISOReader(bytes, range)
    }

    /// Nil at the end.
    /// - Throws: `corrupt` for what is no box, or one that ends too late.
    mutating func next() throws(ImageError) -> Box? {
        guard reader.left > 0 else { return nil }
        let start = reader.position
        var length = try reader.number(4)
        let type = UInt32(truncatingIfNeeded: try reader.number(4))
        if length == 1 { length = try reader.number(8) }
        let headerLength = reader.position - start
        if length == 0 { length = headerLength + reader.left }
        guard length >= headerLength, length - headerLength <= reader.left else { throw .corrupt }
        let content = reader.position..<(start + length)
        try reader.skip(content.count)
        return Box(type: type, whole: start..<content.upperBound, content: content)
    }

    static func number(_ word: StaticString) -> UInt32 {
        word.withUTF8Buffer { $0.reduce(0) { $0 << 8 | UInt32($1) } }
    }
}

/// Takes numbers from some of a file's bytes, one behind the other. All are big-endian.
struct ISOReader {
    private let bytes: [UInt8]
    private(set) var position: Int
    private let end: Int

    init(_ bytes: [UInt8], _ range: Range<Int>) {
        (self.bytes, position, end) = (bytes, range.lowerBound, range.upperBound)
    }

    var left: Int { end - position }

    /// - Parameter count: of its bytes, up to 8; of none is 0.
    /// - Throws: `corrupt` at the end, and for a number of 2^63 and more.
    mutating func number(_ count: Int) throws(ImageError) -> Int {
        guard count <= left else { throw .corrupt }
        var number: UInt64 = 0
        for byte in bytes[position..<(position + count)] { number = number << 8 | UInt64(byte) }
        position += count
        guard let number = Int(exactly: number) else { throw .corrupt }
        return number
    }

    mutating func skip(_ count: Int) throws(ImageError) {
        guard count <= left else { throw .corrupt }
        position += count
    }
}
