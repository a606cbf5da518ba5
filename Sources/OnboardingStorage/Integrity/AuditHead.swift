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
/// with R, T and A in decimal and the hashes of `AuditChain`. Once somebody was erased, how far the journal of erasures had come
/// follows,
///
///     "+" ‖ J ‖ "-" ‖ the first 8 bytes of code(J) in hexadecimal
///
/// because the journal lies apart and may be put back to an older copy by itself. A head from before there were authentications
/// or erasures holds ever after.
package struct AuditHead: Equatable, Sendable {
    let registerLength: Int
    let trailLength: Int
    let authenticationsLength: Int
    /// Nil where nobody had been erased.
    package let journal: JournalEnd?
    private let digest: [UInt8]

    private static let journalCode = 8

    init(
        register: AuditChain.Position, trail: AuditChain.Position, authentications: AuditChain.Position,
        journal: JournalEnd?
    ) {
        self.journal = journal.flatMap {
            $0.length > 0 ? JournalEnd(length: $0.length, code: Array($0.code.prefix(Self.journalCode))) : nil
        }
        registerLength = register.length
        trailLength = trail.length
        authenticationsLength = authentications.length
        let heads = [register.head, trail.head] + (authentications.length > 0 ? [authentications.head] : [])
        digest = Digest.sha256(parts: heads)
    }

    /// Nil where `text` is not one.
    package init?(text: String) {
        let halves = text.split(separator: "+", maxSplits: 1, omittingEmptySubsequences: false)
        if halves.count > 1 {
            guard let journal = Self.journal(in: halves[1]) else { return nil }
            self.journal = journal
        } else {
            journal = nil
        }
        let parts = (halves.first ?? "").split(separator: "-", omittingEmptySubsequences: false).map(String.init)
        let lengths = parts.dropLast().compactMap { Int($0) }
        guard (3...4).contains(parts.count), lengths.count == parts.count - 1, lengths.allSatisfy({ $0 >= 0 }),
            let digest = Hexadecimal.decode(parts[parts.count - 1]), digest.count == Digest.byteCount
        else { return nil }
        registerLength = lengths[0]
        trailLength = lengths[1]
        authenticationsLength = lengths.count > 2 ? lengths[2] : 0
        self.digest = digest
    }

    private static func journal(in text: Substring) -> JournalEnd? {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, let length = Int(parts[0]), length > 0,
            let code = Hexadecimal.decode(String(parts[1])), code.count == journalCode
        else { return nil }
        return JournalEnd(length: length, code: code)
    }

    /// Whether the registers and the trail were the same; of the journal nothing.
    func agrees(with other: AuditHead) -> Bool {
        (registerLength, trailLength, authenticationsLength)
            == (other.registerLength, other.trailLength, other.authenticationsLength) && digest == other.digest
    }

    package var text: String {
        let lengths = [registerLength, trailLength] + (authenticationsLength > 0 ? [authenticationsLength] : [])
        let end = journal.map { "+\($0.length)-\(Hexadecimal.encode($0.code))" } ?? ""
        return (lengths.map(String.init) + [Hexadecimal.encode(digest)]).joined(separator: "-") + end
    }
}
