internal import Onboarding
package import OnboardingCore

/// One decision as an auditor is shown it, whole: what was decided and why, what was captured and measured, how it went, with
/// what it was computed, and who has looked. Made from the chain of events, the evidence that is kept and the audit trail; not
/// stored. Codes and numbers alone: the page has the words.
package struct CaseFile: Sendable {
    /// What an auditor may see.
    package struct Rights: Equatable, Sendable {
        /// Who the person is: what they stated, what their document says, every image.
        package let persons: Bool
        /// Whose words a second look was decided in.
        package let reviews: Bool
    }

    /// What a person said of themselves.
    package struct Person: Equatable, Sendable {
        package let username: String
        package let firstName: String?
        package let lastName: String?
        package let email: String?
        package let phoneNumber: String?
        package let reference: String?
    }

    /// What a phone said of itself. Nothing is decided by it.
    package struct Device: Equatable, Sendable {
        package let deviceID: String
        package let pushID: String?
        package let hasPublicKey: Bool
    }

    package struct ConsentGiven: Equatable, Sendable {
        package let recordedAt: Instant
        package let consent: Consent
    }

    /// A human's decision beside the machine's.
    package struct SecondLook: Equatable, Sendable {
        package let requestedAt: Instant?
        package let decidedAt: Instant?
        package let decision: Review.Decision?
        /// Nil where the auditor may not see it, as the next.
        package let reason: String?
        package let reviewer: String?
    }

    /// What the audit trail says of the erasure.
    package struct Erasure: Equatable, Sendable {
        /// Of the entry, in the trail.
        package let number: Int
        package let at: Instant
        /// As in a reading.
        package let by: String
    }

    /// Another enrollment of the same person.
    package struct Other: Equatable, Sendable {
        package let id: String
        package let state: String
        package let begunAt: Instant
    }

    /// An entry of the audit trail that names the enrollment.
    package struct Reading: Equatable, Sendable {
        package let at: Instant
        /// `credential …`, `user …`, `phone` or `server`.
        package let by: String
        /// A word of `AuditEvent.Kind`.
        package let kind: String
        /// What was asked, of a reading of persons.
        package let operation: String?
        /// Words with a blank between.
        package let shown: String?
        package let purpose: String?
    }

    /// What a colleague wrote.
    package struct Note: Equatable, Sendable {
        package let at: Instant
        package let by: String
        /// Nil where it does not open any more.
        package let text: String?
    }

    /// Whom a colleague is asked by to look at the case.
    package struct Flag: Equatable, Sendable {
        package let at: Instant
        package let by: String
    }

    package let id: String
    package let tenant: String
    package let rights: Rights
    package let readAt: Instant
    /// Why it stands or ended as it does.
    package let explanation: Explanation
    package let standing: EnrollmentStanding
    /// A legal hold keeps it from being erased.
    package let isHeld: Bool
    /// Nil where the auditor may not see it, and once it was erased.
    package let person: Person?
    package let device: Device?
    package let consents: [ConsentGiven]
    /// The captures that were judged, the oldest first.
    package let faces: [FaceCapture]
    package let documents: [DocumentCapture]
    package let timeline: Timeline
    package let review: SecondLook?
    /// The newest, the oldest of them first.
    package let others: [Other]
    /// The newest first, with the one that this file is read by.
    package let readings: [Reading]
    /// The oldest first.
    package let notes: [Note]
    package let flag: Flag?
    /// Nil where it was not erased, and once the entry's time is over.
    package let erasure: Erasure?
    /// Among which the score of `comparison` lies.
    package var fittingPairs = FittingPairs.notCounted
    /// Nil where nobody was looked for.
    package var registrationSearch: RegistrationSearch?
    /// Nil for an enrollment that has not led to one, and once it was erased.
    package var registration: Registration?
}

extension CaseFile {
    /// The capture that the page shows in full: the last that was judged.
    package var face: FaceCapture? { faces.last }
    package var document: DocumentCapture? { documents.last }

    /// Portrait and live face, of the document that was judged last, or else of the face that was held against one.
    package var comparison: Comparison? {
        documents.lazy.reversed().compactMap { $0.measured?.comparison }.first
            ?? faces.lazy.reversed().compactMap { $0.measured?.comparison }.first
    }
}

/// A model by its name and SHA-256.
extension CaseFile {
    /// What every capture has, whatever it shows.
    package struct Evidence: Equatable, Sendable {
        /// Of the sealed object, as the chain of events names it.
        package let id: String
        package let sha256: String
        package let state: Explanation.Basis.State
        /// When its images were erased by retention.
        package let reducedAt: Instant?
        /// Its images by the names of their sections; empty where the auditor may see none.
        package let images: [String]
    }

    /// Two faces.
    package struct Comparison: Equatable, Sendable {
        /// −log10 of the false match rate.
        package let score: Double
        /// Beyond what the pairs of the calibration can show.
        package let isExtrapolated: Bool
        /// The weighted mean of cosines, −1 to 1.
        package let similarity: Double
        package let threshold: Double
        package let model: Explanation.Model
        /// SHA-256 of the calibration that made the score.
        package let calibration: String
        /// Whether the live face is the photograph on the document: a word of `PhotographComparison.Decision`; nil where
        /// nobody asked.
        package let photograph: String?

        package var isMatch: Bool { score >= threshold }
    }

    /// What was said and not measured, by the path of its name.
    package struct Declared: Equatable, Sendable {
        package let name: String
        package let value: String
    }
}
