/// A step that a tenant's policy asks for, by the word of `requiredChecks`.
public enum RequiredCheck: String, Codable, CaseIterable, Sendable {
    case addDevice
    case addFace
    case addDocument
}

/// To which side a head turns, as the person means it: left is to the person's own left. The camera's image counts, not a
/// mirrored one.
public enum HeadTurn: String, Codable, Sendable {
    case left, right
}

/// Why a face or a document was not taken although it is live, or verified and matching, by itself. Beside the vendor's
/// members, which have no word for it.
public enum StepReason: String, Codable, CaseIterable, Sendable {
    /// The live face is the photograph that the document bears.
    case portraitReused = "PORTRAIT_REUSED"
    /// It may be.
    case portraitSuspected = "PORTRAIT_SUSPECTED"
    /// No frame shows the head as the document's portrait does: straight towards the camera, mostly.
    case noFrameNearPortrait = "NO_FRAME_NEAR_PORTRAIT"
    /// The capture does not show the turn that was asked for.
    case turnNotShown = "TURN_NOT_SHOWN"
    /// The live face is not that of the document that was accepted before.
    case faceNotMatching = "FACE_NOT_MATCHING"
    /// Somebody is registered with the face, and the tenant registers nobody twice.
    case duplicateEnrollment = "DUPLICATE_ENROLLMENT"
}

/// Why another capture is asked for, and what would have been enough. Ours, not the vendor's.
public struct RecaptureCause: Codable, Equatable, Sendable {
    /// A code is never renamed, reused or removed.
    public enum Code: String, Codable, CaseIterable, Sendable {
        case noSingleFace = "NO_SINGLE_FACE"
        case tooFewFrames = "TOO_FEW_FRAMES"
        case tooShort = "TOO_SHORT"
        case tooSlow = "TOO_SLOW"
        case faceTooSmall = "FACE_TOO_SMALL"
        case headTurnedAway = "HEAD_TURNED_AWAY"
        case tooLittleContrast = "TOO_LITTLE_CONTRAST"
        case tooDark = "TOO_DARK"
        case glare = "GLARE"
        case lightChanged = "LIGHT_CHANGED"
        case blur = "BLUR"
        case turnTooSmall = "TURN_TOO_SMALL"
        case nodNotShown = "NOD_NOT_SHOWN"
        case approachNotShown = "APPROACH_NOT_SHOWN"
        case blinksNotShown = "BLINKS_NOT_SHOWN"
        case mouthNotOpened = "MOUTH_NOT_OPENED"
        case screenLightNotSeen = "SCREEN_LIGHT_NOT_SEEN"
        case mrzNotFound = "MRZ_NOT_FOUND"
        case mrzTooSmall = "MRZ_TOO_SMALL"
        case mrzBlurred = "MRZ_BLURRED"
        /// Covered, cut off or overexposed.
        case mrzCutOff = "MRZ_CUT_OFF"
        case mrzUncertain = "MRZ_UNCERTAIN"
        /// One image shows several.
        case severalDocuments = "SEVERAL_DOCUMENTS"
        case portraitNotFound = "PORTRAIT_NOT_FOUND"
        /// To judge, or nobody waited any more for what it came to.
        case tookTooLong = "TOOK_TOO_LONG"
    }

    public let code: Code
    /// Absent, as the next three, where nothing was measured that has a limit.
    public let measured: Double?
    public let wanted: Double?
    /// `atLeast` or `atMost`: how `wanted` is meant.
    public let bound: String?
    public let unit: String?

    public init(
        _ code: Code, measured: Double? = nil, wanted: Double? = nil, bound: String? = nil, unit: String? = nil
    ) {
        self.code = code
        self.measured = measured
        self.wanted = wanted
        self.bound = bound
        self.unit = unit
    }
}

/// `enrollmentStatus` of every answer. Read this, not the registration code.
public enum EnrollmentStatus: Int, Codable, Sendable {
    case failed = 0
    case pending = 1
    case complete = 2
}

/// A person's consent to the processing of biometric data (GDPR art. 9).
public struct Consent: Codable, Equatable, Hashable, Sendable {
    /// SHA-256 of the text that was shown, lower-case hexadecimal.
    public var textHash: String
    /// Letters, digits and `._+-`.
    public var textVersion: String
    /// BCP 47.
    public var language: String
    /// ISO 8601, with time and offset.
    public var acceptedAt: String

    public init(textHash: String, textVersion: String, language: String, acceptedAt: String) {
        self.textHash = textHash
        self.textVersion = textVersion
        self.language = language
        self.acceptedAt = acceptedAt
    }
}

/// enroll, by session token (QR flow) or by username and e-mail (the client is the integrator itself).
public struct EnrollRequest: Codable, Equatable, Sendable {
    public var sessionToken: String?
    public var username: String?
    public var email: String?
    public var firstName: String?
    public var lastName: String?
    public var phoneNumber: String?
    /// What the portal calls the person or the case by.
    public var reference: String?
    /// Ours: of a registration that gets another device.
    public var registrationCode: String?
    public var consent: Consent?
    /// The sample-web family carries its bearer in the body.
    public var jwt: String?

    public init(sessionToken: String, consent: Consent? = nil) {
        self.sessionToken = sessionToken
        self.consent = consent
    }

    /// Of somebody who is registered, for another device.
    public init(registrationCode: String) {
        self.registrationCode = registrationCode
    }

    public init(username: String, email: String, consent: Consent? = nil) {
        self.username = username
        self.email = email
        self.consent = consent
    }
}

public struct EnrollResponse: Codable, Equatable, Sendable {
    /// The key of all following calls; absent when the person is registered.
    public let enrollmentToken: String?
    public let userExistsAlready: Bool
    /// The key of the calls of a re-enrollment; absent where the person is not registered, or can register no other device.
    public let reEnrollmentToken: String?
    /// In the order in which they must come: words of `RequiredCheck`, of a re-enrollment those of `AuthenticationCheck`.
    public let requiredChecks: [String]
    public let recordVideo: Bool
    /// true where captures of the face have to answer a challenge from the first on, else absent.
    public let challengeRequired: Bool?

    public init(
        enrollmentToken: String, requiredChecks: [RequiredCheck], recordVideo: Bool, challengeRequired: Bool? = nil
    ) {
        self.enrollmentToken = enrollmentToken
        userExistsAlready = false
        reEnrollmentToken = nil
        self.requiredChecks = requiredChecks.map(\.rawValue)
        self.recordVideo = recordVideo
        self.challengeRequired = challengeRequired
    }

    public init(
        userExistsAlready reEnrollmentToken: String?, requiredChecks: [AuthenticationCheck], recordVideo: Bool,
        challengeRequired: Bool? = nil
    ) {
        enrollmentToken = nil
        userExistsAlready = true
        self.reEnrollmentToken = reEnrollmentToken
        self.requiredChecks = requiredChecks.map(\.rawValue)
        self.recordVideo = recordVideo
        self.challengeRequired = challengeRequired
    }
}

public struct AddDeviceRequest: Codable, Equatable, Sendable {
    public var enrollmentToken: String
    public var deviceId: String
    public var pushId: String?
    /// Base64 of a DER SubjectPublicKeyInfo, EC P-256, made on the device.
    public var publicKey: String?
    public var jwt: String?

    public init(enrollmentToken: String, deviceId: String, publicKey: String? = nil) {
        self.enrollmentToken = enrollmentToken
        self.deviceId = deviceId
        self.publicKey = publicKey
    }
}

public struct CancelRequest: Codable, Equatable, Sendable {
    public var enrollmentToken: String
    public var reason: String?

    public init(enrollmentToken: String, reason: String? = nil) {
        self.enrollmentToken = enrollmentToken
        self.reason = reason
    }
}

public struct WithdrawConsentRequest: Codable, Equatable, Sendable {
    public var enrollmentToken: String
    public var reason: String?
    /// Which device completed the enrollment, where a phone without a key of its session withdraws what is complete.
    public var deviceId: String?
    /// By that device's key over the UTF-8 bytes of `enrollmentToken`, as in `VerifyDeviceRequest`.
    public var signature: Base64Bytes?

    public init(enrollmentToken: String, reason: String? = nil, deviceId: String? = nil, signature: [UInt8]? = nil) {
        self.enrollmentToken = enrollmentToken
        self.reason = reason
        self.deviceId = deviceId
        self.signature = signature.map(Base64Bytes.init)
    }
}

public struct ConsentRequest: Codable, Equatable, Sendable {
    public var enrollmentToken: String
    public var consent: Consent

    public init(enrollmentToken: String, consent: Consent) {
        self.enrollmentToken = enrollmentToken
        self.consent = consent
    }
}

/// The two members that every answer about an enrollment has; the whole answer of addDevice, cancel and consent.
/// That a human was asked to look at an enrollment, and until when that can be done.
public struct ReviewRequestedResponse: Codable, Equatable, Sendable {
    public let enrollmentStatus: EnrollmentStatus
    public let registrationCode: String
    /// When it was first asked for, ISO 8601 as the next two.
    public let requestDate: String
    /// Until when the case is kept; absent where a legal hold keeps it.
    public let decidedUntil: String?
    /// Until when there are images to look at; absent where there are none.
    public let evidenceUntil: String?

    public init(
        enrollmentStatus: EnrollmentStatus, registrationCode: String, requestDate: String, decidedUntil: String?,
        evidenceUntil: String?
    ) {
        self.enrollmentStatus = enrollmentStatus
        self.registrationCode = registrationCode
        self.requestDate = requestDate
        self.decidedUntil = decidedUntil
        self.evidenceUntil = evidenceUntil
    }
}

public struct StepResponse: Codable, Equatable, Sendable {
    public let enrollmentStatus: EnrollmentStatus
    /// Empty while pending.
    public let registrationCode: String
    /// Of a withdrawal, of each enrollment that was erased: JWS, compact. Absent otherwise.
    public let erasureCertificates: [String]?

    public init(
        enrollmentStatus: EnrollmentStatus, registrationCode: String, erasureCertificates: [String]? = nil
    ) {
        self.enrollmentStatus = enrollmentStatus
        self.registrationCode = registrationCode
        self.erasureCertificates = erasureCertificates
    }
}
