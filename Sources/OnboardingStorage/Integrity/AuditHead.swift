internal import Foundation
internal import OnboardingCrypto

/// How far the register and the audit trail had come at one moment, to be kept where the data are not: a data folder that
/// was put back to an older copy is whole in itself, but does not hold this any more.
///
///     text = R ‖ "-" ‖ T ‖ "-" ‖ hexadecimal of SHA-256(hash(R) of the register ‖ hash(T) of the trail)
///
/// with R and T in decimal and the hashes of `AuditChain`.
package struct AuditHead: Equatable, Sendable {
    let registerLength: Int
    let trailLength: Int
    private let digest: [UInt8]

    init(register: AuditChain.Position, trail: AuditChain.Position) {
        registerLength = register.length
        trailLength = trail.length
        digest = Digest.sha256(parts: [register.head, trail.head])
    }

    /// Nil where `text` is not one.
    package init?(text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 3, let register = Int(parts[0]), let trail = Int(parts[1]), register >= 0, trail >= 0,
            let digest = Hexadecimal.decode(parts[2]), digest.count == Digest.byteCount
        else { return nil }
        registerLength = register
        trailLength = trail
        self.digest = digest
    }

    package var text: String { "\(registerLength)-\(trailLength)-\(Hexadecimal.encode(digest))" }
}
