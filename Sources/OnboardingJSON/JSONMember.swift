internal import Foundation

/// One member of a text that nobody has read yet.
public enum JSONMember {
    /// The text of an outermost member, of a text that may be megabytes long and is not checked: nil where there is none, where it
    /// is no text, or has escapes. Passes over what stands in between as fast as memory is read.
    public static func text(_ name: String, in text: some Collection<UInt8>) -> String? {
        let name = Array(name.utf8)
        return text.withContiguousStorageIfAvailable { find(name, in: $0) } ?? nil
    }

    private static func find(_ name: [UInt8], in text: UnsafeBufferPointer<UInt8>) -> String? {
        var depth = 0
        var position = 0
        /// Of the text that has just ended, where it is one of an outermost member's name.
        var last: Range<Int>?
        var isWanted = false
        while position < text.count {
            switch text[position] {
            case UInt8(ascii: "\""):
                guard let end = endOfString(from: position + 1, in: text) else { return nil }
                if isWanted {
                    let value = text[(position + 1)..<end]
                    return value.contains(UInt8(ascii: "\\")) ? nil : String(validating: value, as: UTF8.self)
                }
                last = depth == 1 ? (position + 1)..<end : nil
                position = end
            case UInt8(ascii: ":"):
                isWanted = depth == 1 && last.map { text[$0].elementsEqual(name) } == true
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                depth += 1
                isWanted = false
            case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
            case UInt8(ascii: ","): isWanted = false
            default: break
            }
            position += 1
        }
        return nil
    }

    /// The place of the quotation mark that ends a text.
    private static func endOfString(from start: Int, in text: UnsafeBufferPointer<UInt8>) -> Int? {
        var from = start
        while from < text.count, let base = text.baseAddress,
            let found = memchr(base + from, Int32(UInt8(ascii: "\"")), text.count - from)
        {
            let end = UnsafeRawPointer(found) - UnsafeRawPointer(base)
            var slashes = 0
            while end - slashes > start, text[end - slashes - 1] == UInt8(ascii: "\\") { slashes += 1 }
            if slashes.isMultiple(of: 2) { return end }
            from = end + 1
        }
        return nil
    }
}
