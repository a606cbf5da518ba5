/// What somebody wants of an enrollment. Everything that was measured, timed or drawn at random is an argument.
package enum Command: Equatable, Sendable {
    /// A phone exchanged its session token.
    case validate
    /// enroll, with a consent or without.
    case start(Policy, Consent? = nil)
    case giveConsent(Consent)
    case addDevice
    case addFace(FaceDecision)
    case addDocument(DocumentDecision)
    case cancel
    /// The job that ends what nobody finishes.
    case expire
}

/// What became of a face package.
package enum FaceDecision: String, Codable, CaseIterable, Sendable {
    case live
    /// Counts as an attempt.
    case presentationAttack
    /// Counts as an attempt.
    case outsideAgeRange
    /// "Cannot tell": counts as a capture only.
    case undecided
    /// Counts as a capture, so that nobody can probe the keys without end.
    case packageUnreadable
}

/// What became of the images of a document.
package enum DocumentDecision: String, Codable, CaseIterable, Sendable {
    case verified
    /// Counts as an attempt.
    case notVerified
    /// Counts as an attempt.
    case notMatching
    /// The images could not be read: counts as a capture only.
    case retryCapture
}

/// A command with what identifies and dates it.
package struct Proposal: Equatable, Sendable {
    package let command: Command
    /// Nil for what no client sends (`validate`, `expire`) and for what is not to be answered again.
    package let record: IdempotencyRecord?
    package let at: Instant
    /// Used if the command completes the enrollment.
    package let registrationCode: String

    package init(_ command: Command, record: IdempotencyRecord?, at instant: Instant, registrationCode: String) {
        self.command = command
        self.record = record
        at = instant
        self.registrationCode = registrationCode
    }
}

/// What happened to an enrollment. Stored for ever, in order, hash-chained.
package enum Event: Equatable, Codable, Sendable {
    case triggered(until: Instant)
    case validated
    case started(Policy, deadline: Instant)
    case consentGiven(Consent)
    case deviceAdded
    case faceAdded
    case faceRefused(FaceDecision)
    case documentAdded
    case documentRefused(DocumentDecision)
    case completed(registrationCode: String)
    case failed(FailureReason)
    case cancelled
    case expired
    /// The answer to this request is on record.
    case answered(IdempotencyRecord)
}

/// What a command does.
package enum Decision: Equatable, Sendable {
    case accept([Event])
    case replay(IdempotencyRecord)
    case reject(Rejection)
}

/// Why a command does nothing.
package enum Rejection: String, CaseIterable, Codable, Sendable {
    case stepOutOfOrder
    case stepAlreadyDone
    case enrollmentFinished
    case consentRequired
}
