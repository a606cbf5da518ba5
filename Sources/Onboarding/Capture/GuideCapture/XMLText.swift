/// Whether a text is well-formed XML 1.0: in one pass, without recursion, and without a document type, so that there is nothing
/// to expand or to fetch. What it says stays unread.
struct XMLText {
    private var rest: Substring.UTF8View
    private var open: [[UInt8]] = []

    private struct NotWellFormed: Error {}

    static func isWellFormed(_ text: String) -> Bool {
        guard text.unicodeScalars.allSatisfy(isCharacter) else { return false }
        var reader = XMLText(rest: text[...].utf8)
        do throws(NotWellFormed) {
            try reader.readDocument()
            return true
        } catch {
            return false
        }
    }

    private init(rest: Substring.UTF8View) { self.rest = rest }

    private mutating func readDocument() throws(NotWellFormed) {
        _ = take("\u{FEFF}")
        var hasRoot = false
        repeat {
            if open.isEmpty {
                takeBlanks()
                if rest.isEmpty { break }
            } else {
                try readCharacters()
            }
            guard rest.first == UInt8(ascii: "<") else { throw NotWellFormed() }
            if take("<!--") {
                let comment = try upTo("-->")
                guard !comment.hasInside("--"), comment.last != UInt8(ascii: "-") else { throw NotWellFormed() }
            } else if take("<?") {
                let target = try readName()
                guard String(decoding: target, as: UTF8.self).lowercased() != "xml" || !hasRoot && open.isEmpty else {
                    throw NotWellFormed()
                }
                _ = try upTo("?>")
            } else if !open.isEmpty, take("<![CDATA[") {
                _ = try upTo("]]>")
            } else if take("</") {
                let name = try readName()
                takeBlanks()
                guard open.popLast() == name, take(">") else { throw NotWellFormed() }
            } else {
                guard take("<"), !(open.isEmpty && hasRoot) else { throw NotWellFormed() }
                hasRoot = true
                try readStartTag()
            }
        } while !rest.isEmpty
        guard hasRoot, open.isEmpty else { throw NotWellFormed() }
    }

    private mutating func readStartTag() throws(NotWellFormed) {
        let name = try readName()
        var attributes: Set<[UInt8]> = []
        while true {
            let isApart = takeBlanks()
            if take("/>") { return }
            if take(">") { return open.append(name) }
            guard isApart, attributes.insert(try readName()).inserted else { throw NotWellFormed() }
            takeBlanks()
            guard take("=") else { throw NotWellFormed() }
            takeBlanks()
            let quote = take("\"") ? "\"" : "'"
            guard quote == "\"" || take("'") else { throw NotWellFormed() }
            try Self.check(try upTo(quote))
        }
    }

    /// Up to the next tag.
    private mutating func readCharacters() throws(NotWellFormed) {
        let text = rest.prefix { $0 != UInt8(ascii: "<") }
        try Self.check(text)
        guard !text.hasInside("]]>") else { throw NotWellFormed() }
        rest = rest[text.endIndex...]
    }

    private mutating func readName() throws(NotWellFormed) -> [UInt8] {
        let name = [UInt8](rest.prefix { $0 >= 0x80 || $0.isLetter || $0.isDigit || "_:-.".utf8.contains($0) })
        guard let first = name.first, first >= 0x80 || first.isLetter || "_:".utf8.contains(first) else {
            throw NotWellFormed()
        }
        rest = rest.dropFirst(name.count)
        return name
    }

    /// Characters and references between tags or in an attribute.
    private static func check(_ text: Substring.UTF8View) throws(NotWellFormed) {
        var rest = text
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "<") { throw NotWellFormed() }
            guard byte == UInt8(ascii: "&") else { continue }
            let reference = rest.prefix { $0 != UInt8(ascii: ";") }
            guard reference.endIndex != rest.endIndex, isKnown(String(Substring(reference))) else {
                throw NotWellFormed()
            }
            rest = rest[reference.endIndex...].dropFirst()
        }
    }

    private static func isKnown(_ reference: String) -> Bool {
        if ["lt", "gt", "amp", "apos", "quot"].contains(reference) { return true }
        guard reference.hasPrefix("#") else { return false }
        let isHexadecimal = reference.hasPrefix("#x")
        let digits = reference.dropFirst(isHexadecimal ? 2 : 1)
        guard let number = UInt32(digits, radix: isHexadecimal ? 16 : 10), digits.first != "+",
            let scalar = Unicode.Scalar(number)
        else { return false }
        return isCharacter(scalar)
    }

    private static func isCharacter(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x09, 0x0A, 0x0D: true
        default: scalar.value >= 0x20 && scalar.value != 0xFFFE && scalar.value != 0xFFFF
        }
    }

    @discardableResult
    private mutating func takeBlanks() -> Bool {
        let blanks = rest.prefix { [0x09, 0x0A, 0x0D, 0x20].contains($0) }
        rest = rest[blanks.endIndex...]
        return !blanks.isEmpty
    }

    private mutating func take(_ word: String) -> Bool {
        guard rest.starts(with: word.utf8) else { return false }
        rest = rest.dropFirst(word.utf8.count)
        return true
    }

    private mutating func upTo(_ end: String) throws(NotWellFormed) -> Substring.UTF8View {
        guard let range = rest.firstRange(of: end.utf8) else { throw NotWellFormed() }
        let text = rest[..<range.lowerBound]
        rest = rest[range.upperBound...]
        return text
    }
}

extension Substring.UTF8View {
    fileprivate func hasInside(_ word: String) -> Bool { firstRange(of: word.utf8) != nil }
}

extension UInt8 {
    fileprivate var isLetter: Bool { (0x41...0x5A).contains(self & 0xDF) }
    fileprivate var isDigit: Bool { (0x30...0x39).contains(self) }
}
