/// Names what a decision rested on, so that the chain of events binds it: the evidence object and what was sealed.
package struct EvidenceReference: Hashable, Sendable {
    package let id: EvidenceID
    /// SHA-256 of the sealed object, 64 lower-case hexadecimal digits.
    package let sha256: String

    /// Nil where `sha256` is no such digest.
    package init?(id: EvidenceID, sha256: String) {
        guard sha256.utf8.count == 64, isLowerCaseHexadecimal(sha256) else { return nil }
        self.id = id
        self.sha256 = sha256
    }
}

package typealias EvidenceID = Identifier<EvidenceReference>

extension EvidenceReference: Codable {
    private enum CodingKeys: String, CodingKey {
        case id, sha256
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let id = try container.decode(EvidenceID.self, forKey: .id)
        guard let reference = Self(id: id, sha256: try container.decode(String.self, forKey: .sha256)) else {
            throw DecodingError.dataCorruptedError(forKey: .sha256, in: container, debugDescription: "no digest")
        }
        self = reference
    }
}
