/// All that a tenant's own client is told of one time that a registered person came back.
public struct AuthenticationDetail: Codable, Equatable, Sendable {
    public struct Check: Codable, Equatable, Sendable {
        public let check: AuthenticationCheck
        public let date: String
        /// Of a face, 0 … 100; for who may see it and absent while it goes on, as the next three.
        public let score: Double?
        /// Per cent of living people who score lower.
        public let falseRejectionRate: Double?
        /// −log10 of the false match rate of what was shown and the registered face.
        public let matchScore: Double?
        /// Of a hundred strangers so many would match as well or better, per cent.
        public let falseMatchRate: Double?

        public init(
            check: AuthenticationCheck, date: String, score: Double?, falseRejectionRate: Double?, matchScore: Double?,
            falseMatchRate: Double?
        ) {
            self.check = check
            self.date = date
            self.score = score
            self.falseRejectionRate = falseRejectionRate
            self.matchScore = matchScore
            self.falseMatchRate = falseMatchRate
        }
    }

    public struct Refused: Codable, Equatable, Sendable {
        public let check: AuthenticationCheck
        /// A code of `AuthenticationReason`.
        public let reason: String
        public let date: String

        public init(check: AuthenticationCheck, reason: String, date: String) {
            self.check = check
            self.reason = reason
            self.date = date
        }
    }

    public let authenticationId: String
    /// The registration.
    public let enrollmentId: String
    /// `authenticate` or `reEnroll`.
    public let purpose: String
    public let state: EnrollmentSummary.State
    /// A code of `AuthenticationReason` in `docs/openapi.yaml`; absent where nothing speaks against the person.
    public let reason: String?
    /// The check that is asked for, or was when it ended; absent before authenticate and where all were accepted.
    public let step: AuthenticationCheck?
    public let registrationCode: String?
    public let username: String
    /// As it was posted with this authentication.
    public let reference: String?
    /// What its device showed last: `signed`, `identified`, `unknownDevice`, `signatureInvalid` or `keyMissing`.
    public let device: String?
    /// `add` or `replaceAll`, where a device was registered.
    public let deviceChange: String?
    /// ISO 8601, as all dates.
    public let startDate: String
    /// Absent as long as it goes on.
    public let endDate: String?
    /// Oldest first.
    public let acceptedChecks: [Check]
    public let lastRefusal: Refused?
    /// What all checks together may use up yet; absent before authenticate and where it is complete.
    public let attemptsLeft: Int?
    public let capturesLeft: Int?
    /// When it ends by itself; absent once it has ended.
    public let expiryDate: String?
    /// When the registration opens again; absent where it does.
    public let retryAt: String?
    /// Whether the tenant is a test tenant.
    public let test: Bool

    public init(
        authenticationId: String, enrollmentId: String, purpose: String, state: EnrollmentSummary.State,
        reason: String?, step: AuthenticationCheck?, registrationCode: String?, username: String, reference: String?,
        device: String?, deviceChange: String?, startDate: String, endDate: String?, acceptedChecks: [Check],
        lastRefusal: Refused?, attemptsLeft: Int?, capturesLeft: Int?, expiryDate: String?, retryAt: String?, test: Bool
    ) {
        self.authenticationId = authenticationId
        self.enrollmentId = enrollmentId
        self.purpose = purpose
        self.state = state
        self.reason = reason
        self.step = step
        self.registrationCode = registrationCode
        self.username = username
        self.reference = reference
        self.device = device
        self.deviceChange = deviceChange
        self.startDate = startDate
        self.endDate = endDate
        self.acceptedChecks = acceptedChecks
        self.lastRefusal = lastRefusal
        self.attemptsLeft = attemptsLeft
        self.capturesLeft = capturesLeft
        self.expiryDate = expiryDate
        self.retryAt = retryAt
        self.test = test
    }
}

/// Which authentications and re-enrollments are asked for: those of which all that is said holds; all of the tenant's where nothing is.
public struct AuthenticationSearchRequest: Codable, Equatable, Sendable {
    public var reference: String?
    /// Of the registration.
    public var enrollmentId: String?
    public var pageSize: Int?
    /// `nextCursor` of the page before.
    public var cursor: String?

    public init() {}
}

public struct AuthenticationSearchResponse: Codable, Equatable, Sendable {
    /// The newest first, without scores.
    public let list: [AuthenticationDetail]
    /// Absent at the end.
    public let nextCursor: String?

    public init(list: [AuthenticationDetail], nextCursor: String?) {
        self.list = list
        self.nextCursor = nextCursor
    }
}
