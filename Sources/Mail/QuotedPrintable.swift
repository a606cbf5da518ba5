/// Quoted-printable text (RFC 2045 §6.7): ASCII in lines of 76 characters, whatever the text is.
enum QuotedPrintable {
    private static let longestLine = 76
    private static let digits = [UInt8]("0123456789ABCDEF".utf8)

    /// - Parameter text: its lines end with LF, as the last one does.
    /// - Returns: lines that end with CR LF.
    static func encode(_ text: String) -> [UInt8] {
        var encoded: [UInt8] = []
        var length = 0
        let bytes = [UInt8](text.utf8)
        for (index, byte) in bytes.enumerated() {
            if byte == UInt8(ascii: "\n") {
                encoded += "\r\n".utf8
                length = 0
                continue
            }
            let isLast = index + 1 == bytes.count || bytes[index + 1] == UInt8(ascii: "\n")
            let unit = unit(of: byte, isLast: isLast)
            // Every line but the last of several has room for the `=` that says that it goes on.
            if length + unit.count > longestLine - (isLast ? 0 : 1) {
                encoded += "=\r\n".utf8
                length = 0
            }
            encoded += unit
            length += unit.count
        }
        return encoded
    }

    /// - Parameter isLast: of its line, where a blank would be lost.
    private static func unit(of byte: UInt8, isLast: Bool) -> [UInt8] {
        switch byte {
        case UInt8(ascii: " "), UInt8(ascii: "\t"): isLast ? escaped(byte) : [byte]
        case UInt8(ascii: "="): escaped(byte)
        case 0x21...0x7E: [byte]
        default: escaped(byte)
        }
    }

    private static func escaped(_ byte: UInt8) -> [UInt8] {
        [UInt8(ascii: "="), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
    }
}
