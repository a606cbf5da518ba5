import Foundation

/// What can be told of a JSON text (RFC 8259) without decoding it.
public enum JSONShape {
    /// How deep objects and arrays may lie in each other (docs/decisions.md 19).
    public static let maximumDepth = 32

    /// Why the text is not worth decoding; nil if it may be. One pass over the bytes, no recursion.
    // Inlinable, because bodies have megabytes and an unspecialised generic walks them a hundred times slower.
    @inlinable public static func objection(to bytes: some Sequence<UInt8>) -> RefusalReason? {
        var depth = 0
        var isInString = false
        var isEscaped = false
        var first: UInt8?
        var previous: UInt8?
        for byte in bytes {
            if isInString {
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else if byte == UInt8(ascii: "\"") {
                    isInString = false
                }
                continue
            }
            switch byte {
            case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"): continue
            case UInt8(ascii: "\""): isInString = true
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                depth += 1
                if depth > maximumDepth { return .tooDeep }
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                depth -= 1
                // The decoder would let a comma before the end pass; RFC 8259 does not.
                if previous == UInt8(ascii: ",") { return .badJSON }
            default: break
            }
            first = first ?? byte
            previous = byte
        }
        guard first != UInt8(ascii: "{") else { return nil }
        // A byte order mark must not stand before JSON (RFC 8259 §8.1).
        guard first != 0xef else { return .badJSON }
        return objectionToFragment(Data(bytes))
    }

    /// What is wrong with a text that does not begin as an object.
    @usableFromInline static func objectionToFragment(_ text: Data) -> RefusalReason {
        let value = try? JSONSerialization.jsonObject(with: text, options: .fragmentsAllowed)
        return value == nil ? .badJSON : .notAnObject
    }
}
