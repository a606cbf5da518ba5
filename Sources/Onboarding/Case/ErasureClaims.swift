internal import OnboardingCrypto
package import OnboardingStorage

/// What certificates of erasures say alike, of an enrollment and of a tenant.
package enum ErasureClaims {
    /// What an erasure leaves.
    package struct Remaining: Encodable, Equatable, Sendable {
        /// A word.
        package let what: String
        /// A sentence.
        package let why: String

        package init(what: String, why: String) {
            (self.what, self.why) = (what, why)
        }
    }

    /// Where the journal of erasures has it.
    package struct Journal: Encodable, Equatable, Sendable {
        /// 1 for the first.
        package let entry: Int
        /// Of that entry, hexadecimal.
        package let code: String

        package init(_ end: JournalEnd) {
            (entry, code) = (end.length, Hexadecimal.encode(end.code))
        }
    }
}
