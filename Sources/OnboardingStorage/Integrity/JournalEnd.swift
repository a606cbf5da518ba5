internal import OnboardingCrypto

/// How far the journal of erasures has come.
package struct JournalEnd: Equatable, Sendable {
    package let length: Int
    /// Of the last entry; of one that an `AuditHead` names its beginning alone.
    package let code: [UInt8]

    package static let start = JournalEnd(length: 0, code: [UInt8](repeating: 0, count: Digest.byteCount))
}
