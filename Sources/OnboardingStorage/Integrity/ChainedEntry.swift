package import OnboardingCore
internal import OnboardingJSON

/// An entry of the audit trail as its chain has it (`AuditChain`), for whoever keeps a copy that can be checked.
package struct ChainedEntry: Equatable, Sendable {
    package let sequence: Int
    package let at: Instant
    /// 32 hexadecimal digits; empty for what concerns the server.
    package let tenant: String
    /// A word of `AuditEvent.Kind`, or of a newer program.
    package let kind: String
    /// What it tells, by name; nil where the row was damaged.
    package let texts: [String: String]?
    /// text(n): hash(n) is SHA-256(hash(n − 1) ‖ text(n)), but of an entry that was withdrawn or damaged.
    package let text: String
    /// hash(n).
    package let hash: [UInt8]

    package init(
        sequence: Int, at: Instant, tenant: String, kind: String, texts: [String: String]?, text: String, hash: [UInt8]
    ) {
        self.sequence = sequence
        self.at = at
        self.tenant = tenant
        self.kind = kind
        self.texts = texts
        self.text = text
        self.hash = hash
    }

    /// Whether it was kept for its time and tells no more (`WithdrawnEntry`).
    package var isWithdrawn: Bool { texts?["withdrawn"] != nil }

    /// In the form of `text`, with other texts than its own.
    package func text(showing texts: [String: String]) throws -> String {
        let detail = String(decoding: try sortedKeyJSON(Detail(texts: texts)), as: UTF8.self)
        return AuditChain.text(
            auditSequence: sequence, at: at.millisecondsSince1970, tenant: tenant, kind: kind, detail: detail)
    }

    /// As `AuditDetail` is stored.
    private struct Detail: Encodable {
        let texts: [String: String]
        let version = 1
    }
}

/// How far the audit trail was sent to a receiver.
package struct TrailStanding: Equatable, Sendable {
    /// The number of the last entry that counts as sent; 0 before the first.
    package let sent: Int
    /// The number of the last entry that there is.
    package let length: Int
    /// When the oldest entry was written that waits; nil where none does.
    package let oldest: Instant?

    package var waiting: Int { max(0, length - sent) }
}
