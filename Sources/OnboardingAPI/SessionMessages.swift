/// What a phone sends to exchange a session token for its own bearer.
public struct ValidateSessionRequest: Codable, Equatable, Sendable {
    public var sessionToken: String
    /// The sample-web family carries its bearer in the body.
    public var jwt: String?

    public init(sessionToken: String) {
        self.sessionToken = sessionToken
    }
}

public struct ValidateSessionResponse: Codable, Equatable, Sendable {
    public let accessToken: String
    /// Seconds after which it has to be renewed.
    public let expiresIn: Int
    /// `Bearer`, or `DPoP` where a proof of the phone's key has to come with it (RFC 9449 §5).
    public let tokenType: String

    public init(accessToken: String, expiresIn: Int, isBoundToKey: Bool = false) {
        self.accessToken = accessToken
        self.expiresIn = expiresIn
        tokenType = isBoundToKey ? "DPoP" : "Bearer"
    }
}

/// What a portal learns of a session that it triggered.
public enum CompletionStatus: String, Codable, Sendable {
    case pending = "Pending"
    case success = "Success"
    /// Of whom a human has accepted after a machine had refused; for clients that may know, others read `Success`.
    case successByReview = "Success (review)"
    case failed = "Failed"
    case cancelled = "Cancelled"
}

public struct OperationStatusResponse: Codable, Equatable, Sendable {
    public let completionStatus: CompletionStatus
    /// Ours: as in the answer of the step that asked for it, for a phone that has lost that answer.
    public let nextStep: RequiredCheck?
    public let prescribedTurn: HeadTurn?
    /// true where the next capture of the face has to answer a challenge, else absent.
    public let challengeRequired: Bool?
    /// Ours: `authenticate` or `reEnroll`, what a registered person comes back for; absent of an enrollment.
    public let purpose: String?
    /// For the tenant's own client alone, as the next; absent of somebody who comes back.
    public let enrollment: EnrollmentDetail?
    /// Absent of an enrollment.
    public let authentication: AuthenticationDetail?

    public init(
        completionStatus: CompletionStatus, nextStep: RequiredCheck? = nil, prescribedTurn: HeadTurn? = nil,
        challengeRequired: Bool? = nil, purpose: String? = nil, enrollment: EnrollmentDetail? = nil,
        authentication: AuthenticationDetail? = nil
    ) {
        self.completionStatus = completionStatus
        self.nextStep = nextStep
        self.prescribedTurn = prescribedTurn
        self.challengeRequired = challengeRequired
        self.purpose = purpose
        self.enrollment = enrollment
        self.authentication = authentication
    }
}

/// The id of one capture, for `meta_data.session_id`.
public struct CaptureSessionResponse: Codable, Equatable, Sendable {
    public let sessionID: String

    public init(sessionID: String) {
        self.sessionID = sessionID
    }

    private enum CodingKeys: String, CodingKey {
        case sessionID = "session_id"
    }
}

/// The tenant's package keys, as getPublicKey answers them for `Accept: application/json`.
public struct PublicKeysResponse: Codable, Equatable, Sendable {
    public struct Key: Codable, Equatable, Sendable {
        /// Base64url of the first 16 bytes of SHA-256 over the SPKI DER.
        public let kid: String
        public let pem: String

        public init(kid: String, pem: String) {
            self.kid = kid
            self.pem = pem
        }
    }

    public let rsa: Key
    public let ec: Key

    public init(rsa: Key, ec: Key) {
        self.rsa = rsa
        self.ec = ec
    }
}
