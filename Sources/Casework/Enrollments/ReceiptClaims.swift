internal import OnboardingCrypto
internal import OnboardingStorage

/// What receipts say alike, of an enrollment and of an authentication.
enum ReceiptClaims {
    struct Check: Encodable, Sendable {
        let check: String
        /// Seconds since 1970.
        let acceptedAt: Int64

        private enum CodingKeys: String, CodingKey {
            case check
            case acceptedAt = "accepted_at"
        }
    }

    /// What the decision rested on.
    struct Evidence: Encodable, Sendable {
        let id: String
        let kind: String
        /// Of the sealed object, hexadecimal.
        let sha256: String

        init(_ row: EvidenceRow) {
            id = (row.reference?.id ?? row.id).text
            kind = row.kind
            sha256 = row.reference?.sha256 ?? Hexadecimal.encode(row.digest)
        }
    }
}
