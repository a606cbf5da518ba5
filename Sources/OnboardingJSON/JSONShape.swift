internal import Foundation

/// Whether a text is JSON at all (RFC 8259), and one that is worth decoding: answered in one pass over its bytes, without
/// recursion, before a decoder sees it.
///
/// The decoder alone is not enough. It lets pass what it does not have to understand (anything in a member that nobody
/// reads, a comma before the end), guesses UTF-16 and UTF-32, and works for a minute on the worst eight megabytes.
public enum JSONShape {
    /// How deep objects and arrays may lie in each other (decision 0054).
    public static let maximumDepth = 32
    /// All values together, and as many members. The largest request that means something, 15 frames with their times, has
    /// about a hundred.
    public static let maximumValues = 10_000
    /// Numbers in arrays of bytes have a limit of their own: as many as random bytes fill the 8 MiB of a face call with.
    public static let maximumByteNumbers = 2_500_000
    /// The members of a package whose value may be an array of byte numbers.
    static let membersOfBytes = ["p", "iv"]

    /// Why a text is not worth decoding.
    public enum ValidationError: String, Error, Sendable {
        case notJSON, notAnObject, tooDeep, tooManyValues
        /// Two readers may each take another of two members of one name (RFC 8259 §4).
        case memberRepeated
    }

    /// Why the text is not worth decoding; nil if it may be.
    public static func validationError(in text: some Collection<UInt8>) -> ValidationError? {
        // Bodies lie in one piece, so the copy is made for nobody we know.
        text.withContiguousStorageIfAvailable(validationError)
            ?? Array(text).withUnsafeBufferPointer(validationError)
    }

    private static func validationError(in text: UnsafeBufferPointer<UInt8>) -> ValidationError? {
        var scanner = JSONScanner(text: text)
        do throws(ValidationError) {
            try scanner.scanText()
        } catch {
            return error
        }
        return scanner.beginsAsObject ? nil : .notAnObject
    }
}

/// Goes through a JSON text once, from token to token. Every byte is read through `current`, which knows the end.
private struct JSONScanner {
    /// What may come next.
    private enum Expected {
        case value
        /// Behind `[`.
        case elementOrEnd
        /// Behind `{`.
        case memberOrEnd
        case member
        /// Behind a value in an object or array.
        case separatorOrEnd
        case endOfText
    }

    let text: UnsafeBufferPointer<UInt8>
    private(set) var beginsAsObject = false

    private var position = 0
    /// One bit for each open container, the innermost lowest: 1 for an object.
    private var kinds: UInt64 = 0
    private var depth = 0
    private var valueCount = 0
    private var memberCount = 0
    /// Of the objects that are open, the innermost last; as UTF-8 without escapes.
    private var names: [Set<[UInt8]>] = []
    private var byteNumberCount = 0
    private var isLastNameOfBytes = false
    /// Whether the innermost container is an array of bytes, and whether a value that comes next may be one.
    private var isInBytes = false
    private var mayBeBytes = false

    init(text: UnsafeBufferPointer<UInt8>) {
        self.text = text
    }

    mutating func scanText() throws(JSONShape.ValidationError) {
        var expected = Expected.value
        skipWhiteSpace()
        while let byte = current {
            switch (expected, byte) {
            case (.elementOrEnd, UInt8(ascii: "]")), (.memberOrEnd, UInt8(ascii: "}")):
                expected = close()
            case (.separatorOrEnd, isInObject ? UInt8(ascii: "}") : UInt8(ascii: "]")):
                expected = close()
            case (.separatorOrEnd, UInt8(ascii: ",")):
                position += 1
                expected = isInObject ? .member : .value
            case (.value, _), (.elementOrEnd, _):
                expected = try scanValue(byte)
            case (.member, UInt8(ascii: "\"")), (.memberOrEnd, UInt8(ascii: "\"")):
                try scanName()
                skipWhiteSpace()
                guard take(UInt8(ascii: ":")) else { throw .notJSON }
                expected = .value
                mayBeBytes = isLastNameOfBytes
            case (.member, _), (.memberOrEnd, _), (.separatorOrEnd, _), (.endOfText, _):
                throw .notJSON
            }
            skipWhiteSpace()
        }
        guard case .endOfText = expected else { throw .notJSON }
    }

    private var current: UInt8? { position < text.count ? text[position] : nil }
    private var isInObject: Bool { kinds & 1 == 1 }
    private var afterValue: Expected { depth == 0 ? .endOfText : .separatorOrEnd }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard current == byte else { return false }
        position += 1
        return true
    }

    private mutating func skipWhiteSpace() {
        while let byte = current, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
    }

    private mutating func close() -> Expected {
        position += 1
        isInBytes = false
        if isInObject { names.removeLast() }
        kinds >>= 1
        depth -= 1
        return afterValue
    }

    private mutating func scanValue(_ byte: UInt8) throws(JSONShape.ValidationError) -> Expected {
        switch byte {
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            if isInBytes { byteNumberCount += 1 } else { valueCount += 1 }
            try scanNumber()
        default:
            valueCount += 1
            switch byte {
            case UInt8(ascii: "{"), UInt8(ascii: "["): return try open(isObject: byte == UInt8(ascii: "{"))
            case UInt8(ascii: "\""): try scanString()
            case UInt8(ascii: "t"): try scanWord("true")
            case UInt8(ascii: "f"): try scanWord("false")
            case UInt8(ascii: "n"): try scanWord("null")
            default: throw .notJSON
            }
        }
        guard valueCount <= JSONShape.maximumValues, byteNumberCount <= JSONShape.maximumByteNumbers else {
            throw .tooManyValues
        }
        return afterValue
    }

    private mutating func open(isObject: Bool) throws(JSONShape.ValidationError) -> Expected {
        if depth == 0 { beginsAsObject = isObject }
        depth += 1
        guard depth <= JSONShape.maximumDepth else { throw .tooDeep }
        guard valueCount <= JSONShape.maximumValues else { throw .tooManyValues }
        kinds = kinds << 1 | (isObject ? 1 : 0)
        isInBytes = mayBeBytes && !isObject
        mayBeBytes = false
        if isObject { names.append([]) }
        position += 1
        return isObject ? .memberOrEnd : .elementOrEnd
    }

    private mutating func scanName() throws(JSONShape.ValidationError) {
        let start = position
        try scanString()
        memberCount += 1
        guard memberCount <= JSONShape.maximumValues else { throw .tooManyValues }
        let quoted = text[start..<position]
        // Few names have escapes, and the decoder knows what they mean.
        let name =
            quoted.contains(UInt8(ascii: "\\"))
            ? (try? JSONDecoder().decode(String.self, from: Data(quoted))).map { Array($0.utf8) }
            : Array(quoted.dropFirst().dropLast())
        guard let name, names[names.count - 1].insert(name).inserted else { throw .memberRepeated }
        isLastNameOfBytes = JSONShape.membersOfBytes.contains { $0.utf8.elementsEqual(name) }
    }

    private mutating func scanWord(_ word: StaticString) throws(JSONShape.ValidationError) {
        for offset in 0..<word.utf8CodeUnitCount {
            guard take(word.utf8Start[offset]) else { throw .notJSON }
        }
    }

    /// RFC 8259 §6: no leading zero, a digit on both sides of the point and in the exponent.
    private mutating func scanNumber() throws(JSONShape.ValidationError) {
        _ = take(UInt8(ascii: "-"))
        if !take(UInt8(ascii: "0")) { try scanDigits() }
        if take(UInt8(ascii: ".")) { try scanDigits() }
        if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
            if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
            try scanDigits()
        }
    }

    private mutating func scanDigits() throws(JSONShape.ValidationError) {
        let start = position
        while let byte = current, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { position += 1 }
        guard position > start else { throw .notJSON }
    }

    /// RFC 8259 §7: no control character, only known escapes, surrogates in pairs, well-formed UTF-8.
    private mutating func scanString() throws(JSONShape.ValidationError) {
        position += 1
        skipPlainCharacters()
        while let byte = current {
            switch byte {
            case UInt8(ascii: "\""):
                position += 1
                return
            case UInt8(ascii: "\\"):
                try scanEscape()
                skipPlainCharacters()
            case 0x20...0x7F: position += 1
            default: try scanMultibyteCharacter(byte)
            }
        }
        throw .notJSON
    }

    /// Eight bytes at a time, as long as all are ASCII and none is a quotation mark, a backslash or a control character:
    /// images are hundreds of thousands of such bytes.
    private mutating func skipPlainCharacters() {
        let (ones, highBits) = (0x0101_0101_0101_0101 as UInt64, 0x8080_8080_8080_8080 as UInt64)
        /// The high bit of bytes below `bound`, as long as no byte of `word` has it.
        func below(_ bound: UInt64, _ word: UInt64) -> UInt64 { (word &- ones &* bound) & ~word & highBits }

        while position + 8 <= text.count {
            let word = UnsafeRawBufferPointer(text).loadUnaligned(fromByteOffset: position, as: UInt64.self)
            let stops =
                word & highBits | below(0x20, word) | below(1, word ^ ones &* 0x22) | below(1, word ^ ones &* 0x5C)
            guard stops == 0 else { return }
            position += 8
        }
    }

    private mutating func scanEscape() throws(JSONShape.ValidationError) {
        position += 1
        guard let byte = current else { throw .notJSON }
        position += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
            UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            return
        case UInt8(ascii: "u"):
            let unit = try scanHexadecimal()
            if (0xDC00...0xDFFF).contains(unit) { throw .notJSON }
            guard (0xD800...0xDBFF).contains(unit) else { return }
            guard take(UInt8(ascii: "\\")), take(UInt8(ascii: "u")), (0xDC00...0xDFFF).contains(try scanHexadecimal())
            else { throw .notJSON }
        default:
            throw .notJSON
        }
    }

    private mutating func scanHexadecimal() throws(JSONShape.ValidationError) -> UInt32 {
        var unit: UInt32 = 0
        for _ in 0..<4 {
            guard let byte = current else { throw .notJSON }
            let digit: UInt8
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte - UInt8(ascii: "0")
            case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = byte - UInt8(ascii: "a") + 10
            case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = byte - UInt8(ascii: "A") + 10
            default: throw .notJSON
            }
            unit = unit << 4 | UInt32(digit)
            position += 1
        }
        return unit
    }

    /// The table of RFC 3629 §4: neither overlong forms nor surrogates nor numbers beyond 10FFFF.
    private mutating func scanMultibyteCharacter(_ first: UInt8) throws(JSONShape.ValidationError) {
        let second: ClosedRange<UInt8>
        let further: Int
        switch first {
        case 0xC2...0xDF: (second, further) = (0x80...0xBF, 0)
        case 0xE0: (second, further) = (0xA0...0xBF, 1)
        case 0xED: (second, further) = (0x80...0x9F, 1)
        case 0xE1...0xEF: (second, further) = (0x80...0xBF, 1)
        case 0xF0: (second, further) = (0x90...0xBF, 2)
        case 0xF4: (second, further) = (0x80...0x8F, 2)
        case 0xF1...0xF3: (second, further) = (0x80...0xBF, 2)
        default: throw .notJSON
        }
        position += 1
        try scanContinuation(second)
        for _ in 0..<further { try scanContinuation(0x80...0xBF) }
    }

    private mutating func scanContinuation(_ allowed: ClosedRange<UInt8>) throws(JSONShape.ValidationError) {
        guard let byte = current, allowed.contains(byte) else { throw .notJSON }
        position += 1
    }
}
