/// The one form in which every error is answered (reference: the vendor's REST pages; `reason` is ours).
public struct ErrorEnvelope: Codable, Equatable, Sendable {
    /// The vendor's word; kept as text so that a client survives a word it does not know.
    public let errorCode: String
    /// Words for a developer. Never to be compared.
    public let errorMsg: String
    /// Equal to the HTTP status.
    public let status: Int
    /// ISO 8601 with milliseconds, UTC: `2026-03-02T07:36:25.000Z`.
    public let timestamp: String
    /// The stable cause, one of the codes in `docs/openapi.yaml`.
    public let reason: String?
    /// What can be done about it; absent where there is nothing to say.
    public let details: Details?

    /// In the names and numbers of the interface: never what was sent.
    public struct Details: Codable, Equatable, Sendable {
        /// The path of the member that is wrong: `documentsInfo.documentImage[1].image`.
        public let member: String?
        /// The largest that is taken, in `unit`.
        public let limit: Int?
        public let unit: String?
        /// The least and the greatest number that are taken.
        public let minimum: Double?
        public let maximum: Double?
        /// All values that are taken.
        public let allowed: [String]?
        /// What has to be done instead.
        public let nextStep: String?
        /// The number to be repeated: how much would be due for erasure.
        public let confirmDue: Int?
        /// The same by kind.
        public let due: [Due]?

        public struct Due: Codable, Equatable, Sendable {
            /// `registrations`, `failed`, `faces`, `documents` or `trail`.
            public let kind: String
            public let count: Int
            /// How many there are.
            public let total: Int

            public init(kind: String, count: Int, total: Int) {
                (self.kind, self.count, self.total) = (kind, count, total)
            }
        }

        public init(
            member: String?, limit: Int?, unit: String?, minimum: Double? = nil, maximum: Double? = nil,
            allowed: [String]?, nextStep: String?, confirmDue: Int? = nil, due: [Due]? = nil
        ) {
            self.member = member
            self.limit = limit
            self.unit = unit
            self.minimum = minimum
            self.maximum = maximum
            self.allowed = allowed
            self.nextStep = nextStep
            self.confirmDue = confirmDue
            self.due = due
        }
    }

    public init(
        errorCode: String, errorMsg: String, status: Int, timestamp: String, reason: String?, details: Details? = nil
    ) {
        self.errorCode = errorCode
        self.errorMsg = errorMsg
        self.status = status
        self.timestamp = timestamp
        self.reason = reason
        self.details = details
    }
}
