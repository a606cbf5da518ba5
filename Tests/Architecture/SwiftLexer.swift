/// A piece of Swift source. What stands between the pieces is white space.
struct Token: Equatable {
    enum Kind {
        case identifier
        /// An identifier in backticks, which is never a keyword.
        case quotedIdentifier
        case number
        /// One character.
        case punctuation
        /// The text of a string or regular expression between its delimiters and interpolations.
        case text
        case comment
    }

    let kind: Kind
    let text: String
    /// On which it begins, from 1.
    let line: Int
}

/// Cuts Swift source into tokens, so that names in comments and strings are told from those in code. An interpolation is
/// code. Made for source that compiles: what does not is cut somehow, and never trapped on.
struct SwiftLexer {
    private let bytes: [UInt8]
    private var index = 0
    private var line = 1
    private var tokens: [Token] = []

    static func tokens(of text: String) -> [Token] {
        var lexer = SwiftLexer(bytes: Array(text.utf8))
        lexer.scanCode(isInterpolation: false)
        return lexer.tokens
    }

    private init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    private func byte(_ offset: Int = 0) -> UInt8? {
        index + offset < bytes.count ? bytes[index + offset] : nil
    }

    private func isNext(_ text: StaticString) -> Bool {
        text.withUTF8Buffer { bytes[min(index, bytes.count)...].starts(with: $0) }
    }

    private mutating func skip(_ count: Int) {
        for _ in 0..<count where index < bytes.count {
            if bytes[index] == UInt8(ascii: "\n") { line += 1 }
            index += 1
        }
    }

    private mutating func add(_ kind: Token.Kind, from start: Int, line: Int) {
        guard start < index || kind == .text else { return }
        tokens.append(Token(kind: kind, text: String(decoding: bytes[start..<index], as: UTF8.self), line: line))
    }

    /// Up to the end, or behind the parenthesis that ends an interpolation.
    private mutating func scanCode(isInterpolation: Bool) {
        var depth = 0
        while let next = byte() {
            if next == UInt8(ascii: ")") {
                if isInterpolation && depth == 0 { return skip(1) }
                depth -= 1
            } else if next == UInt8(ascii: "(") {
                depth += 1
            }
            scanToken(next)
        }
    }

    private mutating func scanToken(_ next: UInt8) {
        let (start, startLine) = (index, line)
        if isNext("//") {
            while let next = byte(), next != UInt8(ascii: "\n") { skip(1) }
            add(.comment, from: start, line: startLine)
        } else if isNext("/*") {
            scanBlockComment()
            add(.comment, from: start, line: startLine)
        } else if next == UInt8(ascii: "\"") {
            scanString(hashes: 0)
        } else if next == UInt8(ascii: "#"), let hashes = hashesBeforeDelimiter() {
            skip(hashes)
            byte() == UInt8(ascii: "\"") ? scanString(hashes: hashes) : scanRegularExpression(hashes: hashes)
        } else if next == UInt8(ascii: "/"), beginsRegularExpression {
            scanRegularExpression(hashes: 0)
        } else if next == UInt8(ascii: "`") {
            skip(1)
            while let next = byte(), next != UInt8(ascii: "`"), next != UInt8(ascii: "\n") { skip(1) }
            add(.quotedIdentifier, from: start + 1, line: startLine)
            skip(1)
        } else if Self.isIdentifier(next) {
            let kind = (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(next) ? Token.Kind.number : .identifier
            while let next = byte(), Self.isIdentifier(next) { skip(1) }
            add(kind, from: start, line: startLine)
        } else {
            skip(1)
            let isSpace = [UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\t"), UInt8(ascii: "\r")].contains(next)
            if !isSpace { add(.punctuation, from: start, line: startLine) }
        }
    }

    private static func isIdentifier(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"),
            UInt8(ascii: "$"), UInt8(ascii: "0")...UInt8(ascii: "9"), 0x80...:
            true
        default: false
        }
    }

    /// Comments of this kind nest.
    private mutating func scanBlockComment() {
        var depth = 0
        repeat {
            if isNext("/*") {
                depth += 1
                skip(2)
            } else if isNext("*/") {
                depth -= 1
                skip(2)
            } else {
                skip(1)
            }
        } while depth > 0 && index < bytes.count
    }

    /// How many `#` open a raw string or regular expression here; nil where they open something else.
    private func hashesBeforeDelimiter() -> Int? {
        var count = 0
        while byte(count) == UInt8(ascii: "#") { count += 1 }
        return byte(count) == UInt8(ascii: "\"") || byte(count) == UInt8(ascii: "/") ? count : nil
    }

    private func hasHashes(_ count: Int, at offset: Int) -> Bool {
        (0..<count).allSatisfy { byte(offset + $0) == UInt8(ascii: "#") }
    }

    private mutating func scanString(hashes: Int) {
        let quotes = isNext("\"\"\"") ? 3 : 1
        skip(quotes)
        var (start, startLine) = (index, line)
        while let next = byte() {
            let isQuoted = (0..<quotes).allSatisfy { byte($0) == UInt8(ascii: "\"") }
            if (isQuoted && hasHashes(hashes, at: quotes)) || (quotes == 1 && next == UInt8(ascii: "\n")) {
                add(.text, from: start, line: startLine)
                return skip(isQuoted ? quotes + hashes : 0)
            }
            guard next == UInt8(ascii: "\\"), hasHashes(hashes, at: 1) else {
                skip(1)
                continue
            }
            if byte(1 + hashes) == UInt8(ascii: "(") {
                add(.text, from: start, line: startLine)
                skip(2 + hashes)
                scanCode(isInterpolation: true)
                (start, startLine) = (index, line)
            } else {
                skip(2 + hashes)
            }
        }
        add(.text, from: start, line: startLine)
    }

    /// Whether the slash here is no operator: nothing that could be divided stands before it, and another slash follows
    /// on its line.
    private var beginsRegularExpression: Bool {
        switch tokens.last(where: { $0.kind != .comment }) {
        case nil: break
        case let token? where token.kind == .punctuation:
            if [")", "]", "}", ".", "?", "!", ">"].contains(token.text) { return false }
        case let token? where token.kind == .identifier:
            if !["return", "in", "try", "await", "case", "throw", "else"].contains(token.text) { return false }
        case _?: return false
        }
        guard let first = byte(1),
            ![UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: ")"), UInt8(ascii: ",")]
                .contains(first)
        else { return false }
        var offset = 1
        while let next = byte(offset), next != UInt8(ascii: "\n") {
            if next == UInt8(ascii: "/") { return true }
            offset += next == UInt8(ascii: "\\") ? 2 : 1
        }
        return false
    }

    private mutating func scanRegularExpression(hashes: Int) {
        skip(1)
        let (start, startLine) = (index, line)
        while let next = byte(), !(next == UInt8(ascii: "/") && hasHashes(hashes, at: 1)) {
            skip(next == UInt8(ascii: "\\") ? 2 : 1)
        }
        add(.text, from: start, line: startLine)
        skip(1 + hashes)
    }
}
