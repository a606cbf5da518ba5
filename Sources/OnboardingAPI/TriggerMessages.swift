/// What a portal sends to begin an enrollment by QR code.
public struct TriggerRequest: Codable, Equatable, Sendable {
    /// How the person is to be told. The same flags may stand at top level; the nested ones win. By push nobody is told here.
    public struct NotifyOptions: Codable, Equatable, Sendable {
        public var notifyByEmail: Bool?
        public var notifyByPush: Bool?

        public init(notifyByEmail: Bool? = nil, notifyByPush: Bool? = nil) {
            self.notifyByEmail = notifyByEmail
            self.notifyByPush = notifyByPush
        }
    }

    public var username: String?
    public var email: String?
    public var phoneNumber: String?
    public var firstName: String?
    public var lastName: String?
    /// What the portal calls the person or the case by.
    public var reference: String?
    public var notifyOptions: NotifyOptions?
    public var notifyByEmail: Bool?
    public var notifyByPush: Bool?

    public init(
        username: String, email: String, phoneNumber: String? = nil, firstName: String? = nil, lastName: String? = nil,
        reference: String? = nil, notifyByEmail: Bool? = nil
    ) {
        self.username = username
        self.email = email
        self.phoneNumber = phoneNumber
        self.firstName = firstName
        self.lastName = lastName
        self.reference = reference
        self.notifyByEmail = notifyByEmail
    }
}

/// The answer of triggerEnroll, also for business failures, which are HTTP 200 with `status` FAILURE.
public struct TriggerResponse: Codable, Equatable, Sendable {
    public enum Status: String, Codable, Sendable {
        case success = "SUCCESS"
        case failure = "FAILURE"
    }

    public enum Reason: String, Codable, CaseIterable, Sendable {
        case usernameMissing = "USERNAME_MISSING"
        case emailMissing = "EMAIL_MISSING"
        case usernameRegistered = "USERNAME_REGISTERED"
        case rateLimited = "RATE_LIMITED"
    }

    public let status: Status
    /// What the QR symbol says: `https://host/onboarding?data=…`.
    public private(set) var sessionCallbackURL: String?
    /// PNG, standard base64, no `data:` prefix.
    public private(set) var qrcodeImage: String?
    public private(set) var sessionToken: String?
    public private(set) var errorSummary: String?
    /// Ours: why nothing was begun.
    public private(set) var reason: Reason?
    /// Ours, ISO 8601: when a username that failed too often may try again.
    public private(set) var retryAt: String?
    /// Only on the sample-web route: a bearer for the proxy calls that follow.
    public private(set) var jwtToken: String?
    /// Ours, where a message was asked for: it waits to be sent, as durable as the session.
    public private(set) var emailQueued: Bool?

    public init(
        sessionCallbackURL: String, qrcodeImage: String, sessionToken: String, jwtToken: String? = nil,
        emailQueued: Bool? = nil
    ) {
        status = .success
        self.sessionCallbackURL = sessionCallbackURL
        self.qrcodeImage = qrcodeImage
        self.sessionToken = sessionToken
        self.jwtToken = jwtToken
        self.emailQueued = emailQueued
    }

    public init(failure errorSummary: String, reason: Reason, retryAt: String? = nil) {
        status = .failure
        self.errorSummary = errorSummary
        self.reason = reason
        self.retryAt = retryAt
    }

    /// Absent values of the vendor's members are written as `null`, as the vendor does; `jwtToken` and ours are left out.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(status, forKey: .status)
        try container.encode(sessionCallbackURL, forKey: .sessionCallbackURL)
        try container.encode(qrcodeImage, forKey: .qrcodeImage)
        try container.encode(sessionToken, forKey: .sessionToken)
        try container.encode(errorSummary, forKey: .errorSummary)
        try container.encodeIfPresent(reason, forKey: .reason)
        try container.encodeIfPresent(retryAt, forKey: .retryAt)
        try container.encodeIfPresent(jwtToken, forKey: .jwtToken)
        try container.encodeIfPresent(emailQueued, forKey: .emailQueued)
    }
}
