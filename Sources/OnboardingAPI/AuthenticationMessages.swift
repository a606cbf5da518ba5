/// A check that is asked of a registered person who comes back, by the word of `requiredChecks`.
public enum AuthenticationCheck: String, Codable, CaseIterable, Sendable {
    case verifyDevice
    case verifyFace
    /// Ours: an identity document once more.
    case addDocument
}

/// triggerAuthenticate: a portal asks a registered person back by QR code. An `email` is taken for a username where there is none;
/// messages go to the address that the person registered with.
public struct TriggerAuthenticateRequest: Codable, Equatable, Sendable {
    public var username: String?
    public var email: String?
    public var phoneNumber: String?
    public var notifyOptions: TriggerRequest.NotifyOptions?
    public var notifyByEmail: Bool?
    public var notifyByPush: Bool?
    /// Ours: what the tenant calls this authentication by.
    public var reference: String?

    public init(username: String, notifyByEmail: Bool? = nil, reference: String? = nil) {
        self.username = username
        self.notifyByEmail = notifyByEmail
        self.reference = reference
    }
}

/// authenticate, by session token (QR flow), or by username or registration code (the client is the integrator itself).
public struct AuthenticateRequest: Codable, Equatable, Sendable {
    public var sessionToken: String?
    public var username: String?
    /// Taken for the username where there is none.
    public var email: String?
    public var registrationCode: String?
    public var deviceId: String?
    /// Ours: what the tenant calls this authentication by; passed over beside a session, which has its own.
    public var reference: String?
    /// The sample-web family carries its bearer in the body.
    public var jwt: String?

    public init(
        sessionToken: String? = nil, username: String? = nil, registrationCode: String? = nil, deviceId: String? = nil,
        reference: String? = nil
    ) {
        self.sessionToken = sessionToken
        self.username = username
        self.registrationCode = registrationCode
        self.deviceId = deviceId
        self.reference = reference
    }
}

public struct AuthenticateResponse: Codable, Equatable, Sendable {
    /// The key of all following calls; what a device signs.
    public let authToken: String
    /// In the order in which they must come.
    public let requiredChecks: [AuthenticationCheck]
    public let recordVideo: Bool
    /// true where captures of the face have to answer a challenge from the first on, else absent.
    public let challengeRequired: Bool?

    public init(
        authToken: String, requiredChecks: [AuthenticationCheck], recordVideo: Bool, challengeRequired: Bool? = nil
    ) {
        self.authToken = authToken
        self.requiredChecks = requiredChecks
        self.recordVideo = recordVideo
        self.challengeRequired = challengeRequired
    }
}

public struct VerifyDeviceRequest: Codable, Equatable, Sendable {
    public var authToken: String
    public var deviceId: String
    /// ECDSA on P-256 with SHA-256 over the UTF-8 bytes of `authToken`: DER, or r and s of 32 bytes each. Left out by a device
    /// without a key.
    public var signature: Base64Bytes?

    public init(authToken: String, deviceId: String, signature: [UInt8]? = nil) {
        self.authToken = authToken
        self.deviceId = deviceId
        self.signature = signature.map(Base64Bytes.init)
    }
}

public struct VerifyDeviceResponse: Codable, Equatable, Sendable {
    public let message: String
    public let authStatus: EnrollmentStatus
    /// true where captures of the face have to answer a challenge, else absent.
    public let challengeRequired: Bool?

    public init(message: String, authStatus: EnrollmentStatus, challengeRequired: Bool? = nil) {
        self.message = message
        self.authStatus = authStatus
        self.challengeRequired = challengeRequired
    }
}

/// How a flow calls its token.
public protocol TokenMember: Sendable {
    static var name: String { get }
}

public enum AuthTokenMember: TokenMember {
    public static let name = "authToken"
}

public enum ReEnrollmentTokenMember: TokenMember {
    public static let name = "reEnrollmentToken"
}

/// A request of a flow of somebody who comes back: its token, and beside it what the step sends.
public struct ReturningRequest<Member: TokenMember, Content: Codable & Equatable & Sendable>: Codable, Equatable,
    Sendable
{
    public var token: String
    public var content: Content

    public init(token: String, _ content: Content) {
        self.token = token
        self.content = content
    }

    private struct Key: CodingKey {
        var stringValue: String { Member.name }
        var intValue: Int? { nil }

        init() {}

        init?(stringValue: String) {
            guard stringValue == Member.name else { return nil }
        }

        init?(intValue: Int) { nil }
    }

    public init(from decoder: any Decoder) throws {
        token = try decoder.container(keyedBy: Key.self).decode(String.self, forKey: Key())
        content = try Content(from: decoder)
    }

    public func encode(to encoder: any Encoder) throws {
        try content.encode(to: encoder)
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(token, forKey: Key())
    }
}

/// verifyFace: a face package in any of its forms.
public struct FaceContent: Codable, Equatable, Sendable {
    public var faceLivenessData: FacePackage
    /// The id of the challenge that the package answers. Ours, not the vendor's.
    public var challenge: String?

    public init(faceLivenessData: FacePackage, challenge: String? = nil) {
        self.faceLivenessData = faceLivenessData
        self.challenge = challenge
    }
}

/// addDocumentOCR of somebody who comes back, which the vendor does not have.
public struct DocumentContent: Codable, Equatable, Sendable {
    public var documentsInfo: AddDocumentRequest.DocumentsInfo

    public init(documentsInfo: AddDocumentRequest.DocumentsInfo) {
        self.documentsInfo = documentsInfo
    }
}

/// cancel.
public struct ReasonContent: Codable, Equatable, Sendable {
    public var reason: String?

    public init(reason: String? = nil) {
        self.reason = reason
    }
}

/// challengeFace.
public struct NoContent: Codable, Equatable, Sendable {
    public init() {}
}

extension ReturningRequest: LargeRequest where Content: LargeRequest {
    public static var memberNames: [String] { [Member.name] + Content.memberNames }
    public static var tokenName: String? { Member.name }
}

extension FaceContent: LargeRequest {
    public static let memberNames = ["faceLivenessData", "challenge"]
}

extension DocumentContent: LargeRequest {
    public static let memberNames = ["documentsInfo"]
}

public struct VerifyFaceResponse: Codable, Equatable, Sendable {
    /// Whether it is a living person before a camera: only for the decision LIVE.
    public let livenessResult: Bool
    /// Whether it is the registered person; false where it is not live.
    public let matchResult: Bool
    /// −log10 of the false match rate; absent where nothing was compared, and where whoever asks sees no scores.
    public private(set) var matchScore: Double?
    public let authStatus: EnrollmentStatus
    public private(set) var faceLivenessResults: AddFaceResponse.Results
    /// true where the next capture of the face has to answer a challenge, else absent.
    public let challengeRequired: Bool?
    /// Absent where no other capture is asked for, or nothing that the person could do better was seen.
    public let recapture: [RecaptureCause]?

    public init(
        livenessResult: Bool, matchResult: Bool, matchScore: Double?, authStatus: EnrollmentStatus,
        video: AddFaceResponse.LivenessResult, challengeRequired: Bool? = nil, recapture: [RecaptureCause]? = nil
    ) {
        self.livenessResult = livenessResult
        self.matchResult = matchResult
        self.matchScore = matchScore
        self.authStatus = authStatus
        faceLivenessResults = AddFaceResponse.Results(livenessResult: video)
        self.challengeRequired = challengeRequired
        self.recapture = recapture
    }
}

/// The document of somebody who comes back: as in an enrollment, under the status of the authentication.
public struct VerifyDocumentResponse: Codable, Equatable, Sendable {
    public let authStatus: EnrollmentStatus
    /// Whether the document's portrait is the registered person, and not the photograph of the face before the camera.
    public let matchResult: Bool
    /// −log10 of the false match rate; 0 where no comparison was made. Absent where whoever asks sees no scores.
    public private(set) var matchScore: Double?
    public let ocrResults: OCRResults
    /// The image could not be used: nothing was decided, try again.
    public let retryDocumentCapture: Bool
    public let documentVerificationResult: Bool
    public let reason: StepReason?
    /// Absent where no other capture is asked for.
    public let recapture: [RecaptureCause]?

    public init(
        authStatus: EnrollmentStatus, matchResult: Bool, matchScore: Double?, ocrResults: OCRResults,
        retryDocumentCapture: Bool, documentVerificationResult: Bool, reason: StepReason? = nil,
        recapture: [RecaptureCause]? = nil
    ) {
        self.authStatus = authStatus
        self.matchResult = matchResult
        self.matchScore = matchScore
        self.ocrResults = ocrResults
        self.retryDocumentCapture = retryDocumentCapture
        self.documentVerificationResult = documentVerificationResult
        self.reason = reason
        self.recapture = recapture
    }
}

extension VerifyFaceResponse {
    /// For whom the scores are not.
    public var withoutScores: VerifyFaceResponse {
        var answer = self
        answer.matchScore = nil
        answer.faceLivenessResults = faceLivenessResults.withoutScores
        return answer
    }
}

extension VerifyDocumentResponse {
    /// For whom the scores are not.
    public var withoutScores: VerifyDocumentResponse {
        var answer = self
        answer.matchScore = nil
        return answer
    }
}

/// The whole answer of cancel.
public struct AuthenticationStepResponse: Codable, Equatable, Sendable {
    public let authStatus: EnrollmentStatus

    public init(authStatus: EnrollmentStatus) {
        self.authStatus = authStatus
    }
}

/// completeReEnroll: the device that it was for.
public struct CompleteReEnrollRequest: Codable, Equatable, Sendable {
    public var reEnrollmentToken: String
    public var deviceId: String
    /// Base64 of a DER SubjectPublicKeyInfo, EC P-256, made on the device.
    public var publicKey: String?
    /// 0 adds the device, 1 puts it in the place of all others.
    public var addOrUpdate: Int?

    public init(reEnrollmentToken: String, deviceId: String, publicKey: String? = nil, addOrUpdate: Int? = nil) {
        self.reEnrollmentToken = reEnrollmentToken
        self.deviceId = deviceId
        self.publicKey = publicKey
        self.addOrUpdate = addOrUpdate
    }
}

public struct CompleteReEnrollResponse: Codable, Equatable, Sendable {
    /// The same as before.
    public let registrationCode: String
    public let authStatus: EnrollmentStatus

    public init(registrationCode: String, authStatus: EnrollmentStatus) {
        self.registrationCode = registrationCode
        self.authStatus = authStatus
    }
}
