package import Onboarding
package import OnboardingCore

extension Enrollments {
    /// An enrollment on a page of a search.
    package struct Entry: Sendable {
        package let id: EnrollmentID
        /// Equal for all enrollments of one person.
        package let subjectID: SubjectID
        package let standing: EnrollmentStanding
        package let registrationCode: String?
        package let username: String
        package let reference: String?
    }

    package struct Page: Sendable {
        /// The newest first.
        package let entries: [Entry]
        /// Where the next page begins; nil at the end.
        package let cursor: String?
    }

    /// All that a tenant's own client is told of an enrollment.
    package struct Detail: Sendable {
        package let entry: Entry
        /// When a person who failed too often may try again; nil where they have not.
        package let retryAt: Instant?
        /// Whether the enrollment began in a test tenant.
        package let isTest: Bool
        /// Nil where whoever asks may not see it.
        package internal(set) var person: VerifiedPerson?
        /// Who has looked at what a machine refused; nil where nobody has, or whoever asks may not see it.
        package internal(set) var reviewer: Reviewer?
        /// The newest of the person's other enrollments, oldest first.
        package let others: [Entry]
    }

    /// Whoever took a second look, and why they decided as they did.
    package struct Reviewer: Sendable {
        package let name: String
        package let reason: String
    }

    /// Who the person is said to be, and what speaks for it.
    package struct VerifiedPerson: Sendable {
        package let username: String
        package let name: String
        package let email: String?
        package let phoneNumber: String?
        package let identity: Identity
        /// Of the face that stands; nil where none was accepted.
        package let face: Face?
        /// The document that was accepted; nil where none was.
        package let document: Document?
        /// What was read of the one that was refused last; nil where none was, or one was accepted since.
        package var refusedDocument: ReadDocument?
    }

    package struct Face: Sendable {
        package let at: Instant
        /// 0 … 100.
        package let scoreInPercent: Double?
        /// How many of a hundred living people score lower.
        package let falseRejectionInPercent: Double?
    }

    package struct Document: Sendable {
        package let at: Instant
        package let read: ReadDocument
        /// −log10 of the false match rate of portrait and face; nil where nothing was compared.
        package let portraitScore: Double?
        package let isMatching: Bool
    }
}
