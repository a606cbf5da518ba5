/// The frame of a licence's data: header, directory of subfiles, and elements by their codes (AAMVA DL/ID Card Design Standard,
/// annex D.12). Scanners, keyboards and databases damage the frame in many ways, so offsets and lengths are hints alone: the file
/// type is looked for, and elements are told by their codes at the begin of a line.
struct AAMVAFrame: Equatable, Sendable {
    /// A PDF417 holds fewer (ISO/IEC 15438: 2,710 digits, 1,850 letters).
    static let mostBytes = 4096
    private static let mostSubfiles = 10

    /// Six digits.
    private(set) var issuer = ""
    /// Of the standard; nil where the header does not say.
    private(set) var version: Int?
    /// Of all subfiles, in the order of the directory: `DL`, `ID`, `EN`, `ZV`.
    private(set) var subfiles: [String] = []
    /// The first of the elements of each code that is read, without blanks around it; empty ones too.
    private(set) var elements: [AAMVAElement: String] = [:]
    private(set) var findings: Set<AAMVAFinding> = []

    /// Nil for bytes that are no licence of this standard, or more than `mostBytes`.
    init?(_ bytes: [UInt8]) {
        guard bytes.count <= Self.mostBytes, let mark = Mark(in: bytes) else { return nil }
        var text = bytes
        if mark.isLowered {
            text = bytes.map { Self.isLowerLetter($0) ? $0 - 0x20 : $0 }
            findings.insert(.lettersLowered)
        }
        judgePrefix(text[..<mark.start])
        if mark.isDamaged { findings.insert(.fileTypeDamaged) }

        var rest = text[mark.end...]
        let digits = Self.take(&rest, while: Self.isDigit)
        guard digits.count >= 6 else { return nil }
        issuer = String(decoding: digits.prefix(6), as: UTF8.self)
        let entries = readNumbers(digits.dropFirst(6))
        // Blanks in the place of a number of subfiles that was left out.
        rest = rest.drop { $0 == UInt8(ascii: " ") }
        readDirectory(&rest, stated: entries, origin: mark.origin ?? text.startIndex)
        readElements(of: rest)
    }

    /// The subfile of the card itself.
    var card: String? { subfiles.first { ["DL", "ID", "EN"].contains($0) } }

    // MARK: Header

    /// Where the file type stands, which every header has.
    private struct Mark {
        let start: Int
        let end: Int
        /// Of the compliance indicator, from which offsets are counted.
        let origin: Int?
        let isLowered: Bool
        let isDamaged: Bool

        /// `ANSI ` and `AAMVA`, and what is left of them.
        private static let words = ["ANSI ", "ANSI", "AAMVA", "AMVA"].map { Array($0.utf8) }

        init?(in bytes: [UInt8]) {
            for start in bytes.indices {
                guard bytes[start] | 0x20 == UInt8(ascii: "a") else { continue }
                for (index, word) in Self.words.enumerated() where start + word.count + 6 <= bytes.count {
                    let end = start + word.count
                    let found = bytes[start..<end]
                    guard zip(found, word).allSatisfy({ $0 == $1 || ($0 | 0x20 == $1 | 0x20 && $1 != 0x20) }),
                        bytes[end..<(end + 6)].allSatisfy(AAMVAFrame.isDigit)
                    else { continue }
                    self.start = start
                    self.end = end
                    origin = bytes[..<start].lastIndex(of: UInt8(ascii: "@"))
                    isLowered = !found.elementsEqual(word)
                    isDamaged = index == 1 || index == 3
                    return
                }
            }
            return nil
        }
    }

    /// What stands before the file type: `@`, line feed, record separator, carriage return.
    private mutating func judgePrefix(_ prefix: ArraySlice<UInt8>) {
        var rest = prefix
        if rest.starts(with: [0xEF, 0xBB, 0xBF]) {
            findings.insert(.byteOrderMark)
            rest = rest.dropFirst(3)
        }
        let indicators = rest.filter { $0 == UInt8(ascii: "@") }.count
        if indicators != 1 { findings.insert(.complianceIndicatorMissing) }
        if let first = rest.first, first != UInt8(ascii: "@"), indicators > 0 { findings.insert(.foreignPrefix) }
        // Version 01 and printers of before write a file separator.
        if !rest.contains(where: { $0 == 0x1E || $0 == 0x1C }) { findings.insert(.recordSeparatorDamaged) }
    }

    /// Versions and the number of subfiles, as many of them as are there.
    /// - Returns: how many subfiles the header states; nil where it does not say.
    private mutating func readNumbers(_ digits: ArraySlice<UInt8>) -> Int? {
        let pairs = stride(from: digits.startIndex, to: digits.endIndex - 1, by: 2).map { index in
            Int(digits[index] - 0x30) * 10 + Int(digits[index + 1] - 0x30)
        }
        version = pairs.first
        guard let version else {
            findings.insert(.headerIncomplete)
            return nil
        }
        if version > 10 { findings.insert(.versionUnknown) }
        // Version 01 has no version of the jurisdiction.
        switch (pairs.count, version) {
        case (2, ...1), (3, 2...): break
        case (2, _): findings.insert(.headerIncomplete)
        case (3, _): findings.insert(.headerOfOtherVersion)
        default:
            findings.insert(.headerIncomplete)
            return nil
        }
        return pairs.count == 2 && version > 1 ? nil : pairs.last
    }

    // MARK: Subfiles

    private mutating func readDirectory(_ rest: inout ArraySlice<UInt8>, stated: Int?, origin: Int) {
        var entries: [(type: ArraySlice<UInt8>, offset: Int)] = []
        while entries.count < Self.mostSubfiles, let type = Self.subfileType(at: rest),
            rest.count >= 10, rest.dropFirst(2).prefix(8).allSatisfy(Self.isDigit)
        {
            let offset = rest.dropFirst(2).prefix(4).reduce(0) { $0 * 10 + Int($1 - 0x30) }
            entries.append((type, offset))
            rest = rest.dropFirst(10)
        }
        if entries.isEmpty, let type = Self.subfileType(at: rest) {
            // Offset and length are no numbers: the subfile begins with its type again, or with an element.
            findings.insert(.subfileOffsetNotNumeric)
            entries.append((type, 0))
            let area = rest.dropFirst(2).prefix(16)
            if let start = area.indices.first(where: { Self.beginsContents(rest[$0...]) }) { rest = rest[start...] }
        } else if let stated, stated != entries.count {
            findings.insert(.subfileCountWrong)
        }
        if let first = entries.first, first.offset != rest.startIndex - origin,
            !findings.contains(.subfileOffsetNotNumeric)
        {
            findings.insert(.subfileOffsetWrong)
        }
        subfiles = entries.map { String(decoding: $0.type, as: UTF8.self) }
    }

    /// The subfile of a card, or one of a jurisdiction's own.
    private static func subfileType(at bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        let type = bytes.prefix(2)
        guard type.count == 2, let first = type.first, let second = type.last else { return nil }
        let isOwn = first == UInt8(ascii: "Z") && isUpperLetter(second)
        return isOwn || isCardType(type) ? type : nil
    }

    private static func isCardType(_ type: ArraySlice<UInt8>) -> Bool {
        ["DL", "ID", "EN"].contains { type.elementsEqual($0.utf8) }
    }

    /// Whether a subfile's contents begin here: its type and an element, or an element alone.
    private static func beginsContents(_ bytes: ArraySlice<UInt8>) -> Bool {
        let rest = isCardType(bytes.prefix(2)) ? bytes.dropFirst(2) : bytes
        return element(at: rest) != nil
    }

    private static func element(at bytes: ArraySlice<UInt8>) -> AAMVAElement? {
        guard bytes.first == UInt8(ascii: "D") else { return nil }
        return AAMVAElement(rawValue: String(decoding: bytes.prefix(3), as: UTF8.self))
    }

    // MARK: Elements

    private mutating func readElements(of body: ArraySlice<UInt8>) {
        let isControl: (UInt8) -> Bool = { $0 < 0x20 }
        let bar = UInt8(ascii: "|")
        let usesBars = !body.contains(where: isControl) && body.contains(bar)
        if usesBars { findings.insert(.separatorReplaced) }
        var isFirst = true
        for line in body.split(whereSeparator: { usesBars ? $0 == bar : isControl($0) }) {
            readLine(line, isFirst: isFirst)
            isFirst = false
        }
    }

    private mutating func readLine(_ line: ArraySlice<UInt8>, isFirst: Bool) {
        var line = line
        var types = 0
        // `DL` before an element is the subfile's type, which some write twice. No element begins with it.
        while Self.isCardType(line.prefix(2)) {
            line = line.dropFirst(2)
            types += 1
        }
        if types > 1 { findings.insert(.subfileTypeRepeatedTwice) }
        if isFirst, types == 0 { findings.insert(.subfileTypeNotRepeated) }
        guard let first = line.first, first != UInt8(ascii: "Z") else { return }
        guard first == UInt8(ascii: "D"), line.count >= 3, line.prefix(3).allSatisfy(Self.isUpperLetter) else {
            findings.insert(.foreignLines)
            return
        }
        if let end = Self.printedTerminator(in: line) {
            findings.insert(.segmentTerminatorDamaged)
            line = line[..<end]
        }
        guard let element = Self.element(at: line) else { return }
        let value = Self.text(of: line.dropFirst(3))
        if let before = elements[element] {
            if before != value { findings.insert(.elementsContradictory) }
        } else {
            elements[element] = value
        }
    }

    /// A keyboard writes `M` for the carriage return at a subfile's end, so that the next begins within the line: `…MZWZWA`.
    private static func printedTerminator(in line: ArraySlice<UInt8>) -> Int? {
        let (m, z) = (UInt8(ascii: "M"), UInt8(ascii: "Z"))
        guard line.count >= 9 else { return nil }
        return line.indices.dropFirst(3).dropLast(5).first { index in
            line[index] == m && line[index + 1] == z && line[index + 3] == z && line[index + 2] == line[index + 4]
                && isUpperLetter(line[index + 2]) && isUpperLetter(line[index + 5])
        }
    }

    /// UTF-8, or else Latin-1, without blanks around it.
    private static func text(of value: ArraySlice<UInt8>) -> String {
        let space = UInt8(ascii: " ")
        var value = value.drop { $0 == space }
        while value.last == space { value = value.dropLast() }
        if let text = String(validating: value, as: UTF8.self) { return text }
        return String(String.UnicodeScalarView(value.map { Unicode.Scalar($0) }))
    }

    private static func take(_ rest: inout ArraySlice<UInt8>, while holds: (UInt8) -> Bool) -> ArraySlice<UInt8> {
        let taken = rest.prefix(while: holds)
        rest = rest[taken.endIndex...]
        return taken
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
    private static func isUpperLetter(_ byte: UInt8) -> Bool { (0x41...0x5A).contains(byte) }
    private static func isLowerLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte) }
}
