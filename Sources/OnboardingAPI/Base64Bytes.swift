import Foundation

/// Bytes that travel as standard base64. Line breaks and the `data:` prefix of an image are tolerated, because mail tools
/// and browsers write them; anything else that is not base64 is refused.
public struct Base64Bytes: Codable, Equatable, Sendable {
    public let bytes: [UInt8]

    public init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Thrown inside a `DecodingError.dataCorrupted`, so that the edge can tell bad base64 from bad JSON.
    public struct NotBase64: Error {}

    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let bytes = Self.decode(text) else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "not base64", underlyingError: NotBase64()))
        }
        self.bytes = bytes
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(Data(bytes).base64EncodedString())
    }

    /// The bytes of `text`, or nil where it is not base64.
    public static func decode(_ text: String) -> [UInt8]? {
        if let bytes = strictlyDecoded(text) { return bytes }
        var signs = text.utf8[...]
        // By bytes: a character may be megabytes long, with accent upon accent.
        if signs.starts(with: "data:".utf8), let comma = signs.prefix(128).firstIndex(of: UInt8(ascii: ",")) {
            let description = String(decoding: signs[..<comma], as: UTF8.self)
            guard description.lowercased().hasPrefix("data:image/"), description.hasSuffix(";base64") else {
                return nil
            }
            signs = signs[signs.index(after: comma)...]
        }
        let withoutBlanks = signs.filter { $0 != 0x20 && $0 != 0x0A && $0 != 0x0D && $0 != 0x09 }
        return strictlyDecoded(String(decoding: inBasicAlphabet(withoutBlanks), as: UTF8.self))
    }

    /// Base64url (RFC 4648 §5) as base64, with the padding that it may lack; anything else as it is.
    private static func inBasicAlphabet(_ signs: [UInt8]) -> [UInt8] {
        guard !signs.contains(where: { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "/") }) else { return signs }
        var basic = signs.map { sign in
            switch sign {
            case UInt8(ascii: "-"): UInt8(ascii: "+")
            case UInt8(ascii: "_"): UInt8(ascii: "/")
            default: sign
            }
        }
        if basic.last != UInt8(ascii: "="), basic.count % 4 > 1 {
            basic += Array(repeating: UInt8(ascii: "="), count: 4 - basic.count % 4)
        }
        return basic
    }

    /// The system's reader takes padding wherever and however long it is: `QQ=Q` and even `====` have bytes for it.
    private static func strictlyDecoded(_ text: String) -> [UInt8]? {
        let count = text.utf8.count
        let padding = text.utf8.reversed().prefix { $0 == UInt8(ascii: "=") }.count
        guard padding <= 2, count.isMultiple(of: 4), (firstEqualsSign(in: text) ?? count) == count - padding
        else { return nil }
        return Data(base64Encoded: text).map { [UInt8]($0) }
    }

    /// By the library's search, because texts are megabytes.
    private static func firstEqualsSign(in text: String) -> Int? {
        var text = text
        return text.withUTF8 { signs in
            guard let start = signs.baseAddress, let found = memchr(start, Int32(UInt8(ascii: "=")), signs.count)
            else { return nil }
            return UnsafeRawPointer(start).distance(to: UnsafeRawPointer(found))
        }
    }
}
