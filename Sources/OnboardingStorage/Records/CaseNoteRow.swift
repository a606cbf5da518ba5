package import OnboardingCore

/// A note on a case, as it is stored.
package struct CaseNoteRow: Equatable, Sendable {
    /// Whose it is, as the audit trail names them.
    package let writtenBy: String
    /// Under the enrollment's data key.
    package let sealed: [UInt8]
    package let at: Instant

    package init(writtenBy: String, sealed: [UInt8], at: Instant) {
        self.writtenBy = writtenBy
        self.sealed = sealed
        self.at = at
    }
}

/// That a colleague is to look at a case.
package struct CaseFlag: Equatable, Sendable {
    /// As the audit trail names them.
    package let setBy: String
    package let at: Instant

    package init(setBy: String, at: Instant) {
        self.setBy = setBy
        self.at = at
    }
}
