/// The version of every stored document of the core. A change of a form gets the next number, and a reader for this one.
///
/// All forms have in common: a JSON object with the member `version`; instants are UTC milliseconds since 1970; members that
/// a reader does not know are passed over; a version that it does not know is an error. A part of a form that checks nothing
/// names its members in `CodingKeys` and leaves the rest to the compiler.
let storedVersion = 1

extension KeyedDecodingContainer {
    /// - Throws: where the document is of a version that this program does not read.
    func checkVersion(forKey key: Key) throws {
        let version = try decode(Int.self, forKey: key)
        guard version == storedVersion else {
            throw DecodingError.dataCorruptedError(
                forKey: key, in: self, debugDescription: "version \(version) is not one that this program reads")
        }
    }

    func decodeInstant(forKey key: Key) throws -> Instant {
        Instant(millisecondsSince1970: try decode(Int64.self, forKey: key))
    }
}

extension KeyedEncodingContainer {
    mutating func encodeVersion(forKey key: Key) throws { try encode(storedVersion, forKey: key) }

    mutating func encode(_ instant: Instant, forKey key: Key) throws {
        try encode(instant.millisecondsSince1970, forKey: key)
    }
}

extension EvidenceReference: Codable {
    private enum Member: String, CodingKey {
        case id, sha256
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Member.self)
        guard let id = EvidenceID(text: try container.decode(String.self, forKey: .id)),
            let reference = EvidenceReference(id: id, sha256: try container.decode(String.self, forKey: .sha256))
        else {
            throw DecodingError.dataCorruptedError(
                forKey: .sha256, in: container, debugDescription: "not an identifier and a digest")
        }
        self = reference
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Member.self)
        try container.encode(id.text, forKey: .id)
        try container.encode(sha256, forKey: .sha256)
    }
}
