internal import Foundation

/// Base64 with the alphabet for URLs and without padding (RFC 4648 §5, RFC 7515 §2).
public enum Base64URL {
    public static func encode(_ bytes: [UInt8]) -> String {
        let characters = Data(bytes).base64EncodedString().utf8.compactMap { character -> UInt8? in
            switch character {
            case UInt8(ascii: "+"): UInt8(ascii: "-")
            case UInt8(ascii: "/"): UInt8(ascii: "_")
            case UInt8(ascii: "="): nil
            default: character
            }
        }
        return String(decoding: characters, as: UTF8.self)
    }

    /// The bytes of `text`, or nil unless `text` is exactly what `encode` writes for them.
    ///
    /// Strict, so that one value has one text: padding, the other alphabet, white space and stray bits behind the last
    /// byte are refused.
    public static func decode(_ text: String) -> [UInt8]? {
        var characters: [UInt8] = []
        characters.reserveCapacity(text.utf8.count + 3)
        for character in text.utf8 {
            switch character {
            case UInt8(ascii: "-"): characters.append(UInt8(ascii: "+"))
            case UInt8(ascii: "_"): characters.append(UInt8(ascii: "/"))
            case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"):
                characters.append(character)
            default: return nil
            }
        }
        while !characters.count.isMultiple(of: 4) { characters.append(UInt8(ascii: "=")) }
        guard let data = Data(base64Encoded: Data(characters)) else { return nil }
        let bytes = [UInt8](data)
        return encode(bytes) == text ? bytes : nil
    }
}
