internal import Foundation
internal import OnboardingCrypto

/// How far the registers and the audit trail had come at one moment, to be kept where the data are not: a data folder that
/// was put back to an older copy is whole in itself, but does not hold this any more.
///
///     text = R ‖ "-" ‖ T ‖ "-" ‖ hexadecimal of SHA-256(hash(R) of the register ‖ hash(T) of the trail)
///
/// and, once a registered person has come back,
///
///     text = R ‖ "-" ‖ T ‖ "-" ‖ A ‖ "-" ‖ hexadecimal of SHA-256(hash(R) ‖ hash(T) ‖ hash(A) of the authentications)
///
/// with R, T and A in decimal and the hashes of `AuditChain`. A head from before there were authentications holds ever after.
package struct AuditHead: Equatable, Sendable {
    let registerLength: Int
    let trailLength: Int
    let authenticationsLength: Int
    private let digest: [UInt8]

    init(register: AuditChain.Position, trail: AuditChain.Position, authentications: AuditChain.Position) {
        registerLength = register.length
        trailLength = trail.length
        authenticationsLength = authentications.length
        let heads = [register.head, trail.head] + (authentications.length > 0 ? [authentications.head] : [])
        digest = Digest.sha256(parts: heads)
    }

    /// Nil where `text` is not one.
    package init?(text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false).map(String.init)
        let lengths = parts.dropLast().compactMap { Int($0) }
        guard (3...4).contains(parts.count), lengths.count == parts.count - 1, lengths.allSatisfy({ $0 >= 0 }),
            let digest = Hexadecimal.decode(parts[parts.count - 1]), digest.count == Digest.byteCount
        else { return nil }
        registerLength = lengths[0]
        trailLength = lengths[1]
        authenticationsLength = lengths.count > 2 ? lengths[2] : 0
        self.digest = digest
    }

    package var text: String {
        let lengths = [registerLength, trailLength] + (authenticationsLength > 0 ? [authenticationsLength] : [])
        return (lengths.map(String.init) + [Hexadecimal.encode(digest)]).joined(separator: "-")
    }
}
