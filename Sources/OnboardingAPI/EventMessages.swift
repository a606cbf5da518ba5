/// What a tenant is told of as it happens: an entry of the feed, and the body of a webhook's message.
public struct EventMessage: Codable, Equatable, Sendable {
    /// That a registered person came back, as it stood then.
    public struct Authentication: Codable, Equatable, Sendable {
        public let authenticationId: String
        /// `authenticate` or `reEnroll`.
        public let purpose: String
        public let state: EnrollmentSummary.State
        /// As of `Content`.
        public let reason: String?

        public init(authenticationId: String, purpose: String, state: EnrollmentSummary.State, reason: String?) {
            self.authenticationId = authenticationId
            self.purpose = purpose
            self.state = state
            self.reason = reason
        }
    }

    /// Another registration of the tenant.
    public struct Registration: Codable, Equatable, Sendable {
        public let enrollmentId: String
        public let registrationCode: String?

        public init(enrollmentId: String, registrationCode: String?) {
            self.enrollmentId = enrollmentId
            self.registrationCode = registrationCode
        }
    }

    /// What it tells of as it stood then: the authentication where there is one, else the enrollment. Nothing of the person.
    public struct Content: Codable, Equatable, Sendable {
        public let enrollmentId: String
        public let state: EnrollmentSummary.State
        /// A code of `EnrollmentReason`, or of `AuthenticationReason`; absent where nothing speaks against the person.
        public let reason: String?
        /// What is wrong with the document that was refused; absent for everything else.
        public let details: [RefusalDetail]?
        /// How far a second look at the enrollment has come.
        public let review: EnrollmentSummary.Review?
        /// The check that is asked for, or was when it ended: a word of `RequiredCheck`, or of `AuthenticationCheck`.
        public let step: String?
        public let registrationCode: String?
        /// Absent also once the person was erased.
        public let reference: String?
        /// Of which authentication of the registration it tells; absent where it tells of the enrollment.
        public let authentication: Authentication?
        /// The registration with the same face, of `enrollment.duplicateFound`; absent once that is erased.
        public let duplicateOf: Registration?
        /// Absent where it tells of an authentication.
        public let origin: EnrollmentSummary.Origin?

        public init(
            enrollmentId: String, state: EnrollmentSummary.State, reason: String?, details: [RefusalDetail]? = nil,
            review: EnrollmentSummary.Review? = nil, step: String?, registrationCode: String?,
            reference: String?, authentication: Authentication? = nil, duplicateOf: Registration? = nil,
            origin: EnrollmentSummary.Origin? = nil
        ) {
            self.enrollmentId = enrollmentId
            self.state = state
            self.reason = reason
            self.details = details
            self.review = review
            self.step = step
            self.registrationCode = registrationCode
            self.reference = reference
            self.authentication = authentication
            self.duplicateOf = duplicateOf
            self.origin = origin
        }
    }

    /// As `webhook-id`: the same whenever the event is told.
    public let id: String
    /// Its place in the tenant's feed.
    public let number: Int
    /// `enrollment.completed` and the like.
    public let type: String
    /// ISO 8601.
    public let timestamp: String
    public let data: Content

    public init(id: String, number: Int, type: String, timestamp: String, data: Content) {
        self.id = id
        self.number = number
        self.type = type
        self.timestamp = timestamp
        self.data = data
    }
}

public struct EventFeedResponse: Codable, Equatable, Sendable {
    /// Oldest first.
    public let events: [EventMessage]
    /// What to ask for next as `since`; as it was asked where nothing has happened.
    public let next: Int

    public init(events: [EventMessage], next: Int) {
        self.events = events
        self.next = next
    }
}
