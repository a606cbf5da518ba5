internal import Foundation
internal import GRDB
internal import OnboardingCore
internal import OnboardingCrypto

/// An entry of the audit trail that was kept for its time and tells no more. Number, instant, tenant, kind and hash stay;
/// in place of what it told stands
///
///     {"texts":{"withdrawn":"CODE"},"version":1}
///     CODE = HMAC-SHA-256(audit key, "withdrawn" ‖ 0x00 ‖ text ‖ hash), hexadecimal
///
/// with text as `AuditChain` has it for this entry with the detail `{}`. So the chain goes on from the entry's stored hash,
/// and nobody without the key takes an entry's words.
struct WithdrawnEntry {
    /// Of SQL's LIKE, for what is withdrawn.
    static let pattern = #"{"texts":{"withdrawn":"%"#

    private let text: String
    private let hash: [UInt8]
    private let stored: String

    init(_ row: Row) throws {
        text = AuditChain.text(
            auditSequence: try row.integer("sequence"), at: try row.decode(Int64.self, forColumn: "at"),
            tenant: try row.decode(String?.self, forColumn: "tenant_id") ?? "", kind: try row.text("kind"),
            detail: "{}")
        hash = try row.bytes("hash")
        stored = try row.text("detail")
    }

    func detail(chain: AuditChain) -> String {
        let code = MessageAuthenticationCode.hmacSHA256(
            key: chain.key, message: Array("withdrawn\u{0}\(text)".utf8) + hash)
        return #"{"texts":{"withdrawn":"\#(Hexadecimal.encode(code))"},"version":1}"#
    }

    /// The entry's hash, where a holder of the key has withdrawn it.
    func hash(chain: AuditChain) -> [UInt8]? {
        let detail = detail(chain: chain)
        return isEqualInConstantTime(Array(detail.utf8), Array(stored.utf8)) ? hash : nil
    }
}
