package import OnboardingCore

/// Tells whether an enrollment is another than before, without what it is.
package struct EnrollmentRevision: Equatable, Sendable {
    package let id: EnrollmentID
    /// How often it and its authentications were written.
    package let version: Int
    /// When it ends unless something happens; nil where it has ended.
    package let deadline: Instant?

    package init(id: EnrollmentID, version: Int, deadline: Instant?) {
        (self.id, self.version, self.deadline) = (id, version, deadline)
    }
}
