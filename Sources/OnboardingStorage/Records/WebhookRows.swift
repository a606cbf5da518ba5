package import OnboardingCore

/// An event of a tenant's feed. Its content is what the enrollment's events say up to it.
package struct FeedEvent: Equatable, Sendable {
    package let tenantID: TenantID
    /// 1, 2, 3 … within the tenant, in the order of writing.
    package let number: Int
    package let enrollmentID: EnrollmentID
    /// The number of the enrollment's or the authentication's event that it tells of; of an erasure that of the enrollment's
    /// last.
    package let sequence: Int
    /// A word of `FeedEventKind`, kept as text so that older programs can list newer events.
    package let kind: String
    package let at: Instant
    /// Of which authentication of the registration it tells; nil where it tells of the enrollment.
    package let authentication: Visit?

    /// That a registered person came back.
    package struct Visit: Equatable, Sendable {
        package let id: AuthenticationID
        package let purpose: AuthenticationPurpose

        package init(id: AuthenticationID, purpose: AuthenticationPurpose) {
            self.id = id
            self.purpose = purpose
        }
    }

    package init(
        tenantID: TenantID, number: Int, enrollmentID: EnrollmentID, sequence: Int, kind: String, at: Instant,
        authentication: Visit? = nil
    ) {
        self.tenantID = tenantID
        self.number = number
        self.enrollmentID = enrollmentID
        self.sequence = sequence
        self.kind = kind
        self.at = at
        self.authentication = authentication
    }
}

/// What a `WebhookID` names.
package enum WebhookThing {}
package typealias WebhookID = Identifier<WebhookThing>

/// Where a tenant's events are sent.
package struct WebhookRow: Equatable, Sendable {
    package let id: WebhookID
    package let tenantID: TenantID
    package let url: String
    /// Words of `FeedEventKind`; empty for all.
    package let kinds: [String]
    /// Whether it may lie in a private network.
    package let allowsPrivate: Bool
    package let createdAt: Instant
    /// Nil while it is sent to.
    package var disabled: Disabled?

    package struct Disabled: Equatable, Sendable {
        package let at: Instant
        /// A word: `gone` where the receiver said so, `operator`.
        package let cause: String

        package init(at: Instant, cause: String) {
            self.at = at
            self.cause = cause
        }
    }

    package init(
        id: WebhookID, tenantID: TenantID, url: String, kinds: [String], allowsPrivate: Bool, createdAt: Instant,
        disabled: Disabled? = nil
    ) {
        self.id = id
        self.tenantID = tenantID
        self.url = url
        self.kinds = kinds
        self.allowsPrivate = allowsPrivate
        self.createdAt = createdAt
        self.disabled = disabled
    }
}

/// An event that a webhook has not taken yet.
package struct WebhookDelivery: Equatable, Sendable {
    package let webhookID: WebhookID
    package let event: FeedEvent
    /// How often it was tried.
    package let attempts: Int

    package init(webhookID: WebhookID, event: FeedEvent, attempts: Int) {
        self.webhookID = webhookID
        self.event = event
        self.attempts = attempts
    }
}

/// What became of an attempt.
package enum WebhookAttempt: Equatable, Sendable {
    case delivered
    /// - until: when it is tried again; nil where it is given up.
    /// - cause: in words: `status 500`, `connection refused`.
    case failed(until: Instant?, cause: String)
    /// The receiver wants nothing more.
    case gone
}

/// What a webhook has before it.
package struct WebhookBacklog: Equatable, Sendable {
    package let webhookID: WebhookID
    package let tenantID: TenantID
    package let waiting: Int
    /// When the oldest event that waits happened; nil where none does.
    package let oldest: Instant?
    /// Events that were tried for a day in vain, and can be sent again by hand.
    package let givenUp: Int
    /// Why the oldest event that was tried was not taken; nil where none was tried in vain.
    package let lastCause: String?

    package init(
        webhookID: WebhookID, tenantID: TenantID, waiting: Int, oldest: Instant?, givenUp: Int, lastCause: String?
    ) {
        self.webhookID = webhookID
        self.tenantID = tenantID
        self.waiting = waiting
        self.oldest = oldest
        self.givenUp = givenUp
        self.lastCause = lastCause
    }
}
