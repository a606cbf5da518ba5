package import OnboardingCore
package import OnboardingCrypto

/// What one step leaves for an auditor: images and measurements, each a named section.
///
/// Kept as one sealed file. Sealed, it is 12 bytes of nonce, the ciphertext and 16 bytes of tag: AES-256-GCM under the
/// enrollment's data key with the associated data
///
///     evidence:OBJECT:ENROLLMENT:KIND
///
/// in UTF-8, where OBJECT and ENROLLMENT are identifiers of 32 hexadecimal digits and KIND says what it is evidence of.
/// So an object opens neither for another enrollment nor under another name. The plain text is, numbers big-endian:
///
///     4  bytes   "OBEV"
///     1  byte    format version, 1
///     2  bytes   number of sections, at most 256
///     for each section:
///       1  byte    length of its name, 1 … 64
///       …          its name: ASCII letters, digits, '.', '-', '_'
///       1  byte    0: stored as it is; 1: one zstd frame (RFC 8878)
///       4  bytes   length of its contents
///       4  bytes   length as stored here
///       …          the stored bytes
///
/// Nothing follows the last section. The contents of all sections together are at most 64 MiB.
package struct EvidenceObject: Equatable, Sendable {
    package struct Section: Equatable, Sendable {
        /// Unique in the object, by convention like a file: `measurements.json`, `frame-03.jpeg`.
        package let name: String
        package let contents: [UInt8]
        /// Measurements shrink to a fifth; images are compressed already.
        package let isCompressed: Bool

        package static func json(_ name: String, _ contents: [UInt8]) -> Section {
            Section(name: name, contents: contents, isCompressed: true)
        }

        package static func image(_ name: String, _ contents: [UInt8]) -> Section {
            Section(name: name, contents: contents, isCompressed: false)
        }
    }

    private static let magic = Array("OBEV".utf8)
    private static let version: UInt8 = 1

    package var sections: [Section]

    /// The contents of the section `name`.
    package subscript(_ name: String) -> [UInt8]? { sections.first { $0.name == name }?.contents }

    /// This object with one section more.
    package func adding(_ section: Section) -> EvidenceObject { EvidenceObject(sections: sections + [section]) }

    /// The object as it is kept.
    /// - Throws: `evidenceUnreadable` for what could not be read again: too large, too many sections, names that are not
    ///   allowed or not unique.
    package func sealed(
        as id: EvidenceID, of enrollment: EnrollmentID, kind: String, under dataKey: SealingKey
    ) throws -> [UInt8] {
        try dataKey.seal(plainText(), associated: Self.associated(id, enrollment, kind))
    }

    /// What `sealed` made.
    /// - Throws: `evidenceUnreadable` for anything else, whatever is wrong with it.
    package init(
        opening sealed: [UInt8], as id: EvidenceID, of enrollment: EnrollmentID, kind: String, under dataKey: SealingKey
    ) throws(StorageError) {
        guard let plainText = try? dataKey.open(sealed, associated: Self.associated(id, enrollment, kind)) else {
            throw .evidenceUnreadable
        }
        try self.init(plainText: plainText)
    }

    package init(sections: [Section]) {
        self.sections = sections
    }

    private static func associated(_ id: EvidenceID, _ enrollment: EnrollmentID, _ kind: String) -> [UInt8] {
        Array("evidence:\(id.text):\(enrollment.text):\(kind)".utf8)
    }

    package func plainText() throws(StorageError) -> [UInt8] {
        let total = sections.reduce(0) { $0 + $1.contents.count }
        guard sections.count <= Limit.evidenceSections.value, total <= Limit.evidenceObject.value,
            Set(sections.map(\.name)).count == sections.count
        else { throw .evidenceUnreadable }
        var bytes = Self.magic + [Self.version] + Self.bigEndian(UInt16(sections.count))
        bytes.reserveCapacity(total + 128 * sections.count)
        for section in sections {
            guard Self.isName(section.name) else { throw .evidenceUnreadable }
            bytes.append(UInt8(section.name.utf8.count))
            bytes += section.name.utf8
            let stored = section.isCompressed ? try ZstdFrame.compress(section.contents) : section.contents
            bytes.append(section.isCompressed ? 1 : 0)
            bytes += Self.bigEndian(UInt32(section.contents.count))
            bytes += Self.bigEndian(UInt32(stored.count))
            bytes += stored
        }
        return bytes
    }

    package init(plainText: [UInt8]) throws(StorageError) {
        var reader = Reader(bytes: plainText[...])
        guard try Array(reader.take(4)) == Self.magic, try reader.number(bytes: 1) == Int(Self.version) else {
            throw .evidenceUnreadable
        }
        let count = try reader.number(bytes: 2)
        guard count <= Limit.evidenceSections.value else { throw .evidenceUnreadable }
        var sections: [Section] = []
        var budget = Limit.evidenceObject.value
        for _ in 0..<count {
            let name = String(decoding: try reader.take(try reader.number(bytes: 1)), as: UTF8.self)
            let encoding = try reader.number(bytes: 1)
            let length = try reader.number(bytes: 4)
            let stored = try reader.take(try reader.number(bytes: 4))
            guard Self.isName(name), !sections.contains(where: { $0.name == name }), encoding <= 1, length <= budget
            else { throw .evidenceUnreadable }
            budget -= length
            let contents = encoding == 1 ? try ZstdFrame.decompress(Array(stored), to: length) : Array(stored)
            guard contents.count == length else { throw .evidenceUnreadable }
            sections.append(Section(name: name, contents: contents, isCompressed: encoding == 1))
        }
        guard reader.bytes.isEmpty else { throw .evidenceUnreadable }
        self.sections = sections
    }

    private static func isName(_ name: String) -> Bool {
        (1...64).contains(name.utf8.count)
            && name.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"):
                    true
                default: false
                }
            }
    }

    private static func bigEndian(_ number: some FixedWidthInteger) -> [UInt8] {
        withUnsafeBytes(of: number.bigEndian) { Array($0) }
    }

    /// Reads from the front and never beyond the end.
    private struct Reader {
        var bytes: ArraySlice<UInt8>

        mutating func take(_ count: Int) throws(StorageError) -> ArraySlice<UInt8> {
            guard count >= 0, count <= bytes.count else { throw .evidenceUnreadable }
            defer { bytes = bytes.dropFirst(count) }
            return bytes.prefix(count)
        }

        mutating func number(bytes count: Int) throws(StorageError) -> Int {
            try take(count).reduce(0) { $0 << 8 | Int($1) }
        }
    }
}
