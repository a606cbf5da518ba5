/// What a tenant is told of as it happens: an entry of the feed, and the body of a webhook's message.
public struct EventMessage: Codable, Equatable, Sendable {
    /// The enrollment as it stood then. Nothing of the person.
    public struct Content: Codable, Equatable, Sendable {
        public let enrollmentId: String
        public let state: EnrollmentSummary.State
        /// A code of `EnrollmentReason`; absent where nothing speaks against the person.
        public let reason: String?
        /// How far a second look has come.
        public let review: EnrollmentSummary.Review?
        /// The check that is asked for, or was when it ended.
        public let step: RequiredCheck?
        public let registrationCode: String?
        /// Absent also once the person was erased.
        public let reference: String?

        public init(
            enrollmentId: String, state: EnrollmentSummary.State, reason: String?,
            review: EnrollmentSummary.Review? = nil, step: RequiredCheck?, registrationCode: String?, reference: String?
        ) {
            self.enrollmentId = enrollmentId
            self.state = state
            self.reason = reason
            self.review = review
            self.step = step
            self.registrationCode = registrationCode
            self.reference = reference
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
