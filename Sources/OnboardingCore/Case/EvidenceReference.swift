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
