package import OnboardingCore

/// What a `MailID` names.
package enum MailThing {}
package typealias MailID = Identifier<MailThing>

/// A message to a person, written with what it is about and sent afterwards.
package struct MailRow: Equatable, Sendable {
    package let id: MailID
    package let tenantID: TenantID
    package let enrollmentID: EnrollmentID
    /// Without its angle brackets; the same whenever it is sent, so that a recipient tells two copies of one message.
    package let messageID: String
    /// A word: what it says.
    package let kind: String
    /// Recipient and content under the enrollment's data key; nil once it was sent or given up.
    package let sealed: [UInt8]?
    package let createdAt: Instant
    package let dueAt: Instant
    /// From when on it is of no use to the recipient.
    package let expiresAt: Instant
    /// How often it was begun to be sent.
    package let attempts: Int
    package let progress: Progress

    package enum Progress: Equatable, Sendable {
        case waiting
        case sending(since: Instant)
        case sent(at: Instant)
        /// - cause: a word.
        case givenUp(at: Instant, cause: String)
    }
}

/// A message that begins with an enrollment.
package struct MailWrite: Equatable, Sendable {
    package let id: MailID
    package let messageID: String
    package let kind: String
    package let sealed: [UInt8]
    package let expiresAt: Instant

    package init(id: MailID, messageID: String, kind: String, sealed: [UInt8], expiresAt: Instant) {
        self.id = id
        self.messageID = messageID
        self.kind = kind
        self.sealed = sealed
        self.expiresAt = expiresAt
    }
}

/// What became of an attempt to send.
package enum MailSettlement: Equatable, Sendable {
    case sent
    case waits(until: Instant)
    /// - cause: a word.
    case givenUp(cause: String)
}

/// What the server has before it.
package struct MailBacklog: Equatable, Sendable {
    package let waiting: Int
    /// When the oldest message was written that waits; nil where none does.
    package let oldest: Instant?
}
