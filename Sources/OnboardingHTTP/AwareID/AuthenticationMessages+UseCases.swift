internal import Onboarding
internal import OnboardingAPI
internal import OnboardingCore
internal import Tenancy

extension TriggerAuthenticateRequest {
    /// - Parameter mayNotify: whether whoever asks may have the person sent a message.
    func request(mayNotify: Bool) -> TriggerAuthenticate.Request {
        TriggerAuthenticate.Request(
            username: username ?? email,
            notifiesByEmail: mayNotify && (notifyOptions?.notifyByEmail ?? notifyByEmail ?? false),
            reference: reference)
    }
}

extension TriggerResponse {
    init(_ session: TriggeredSession, bearer: String? = nil) {
        self.init(.triggered(session), bearer: bearer)
    }
}

extension AuthenticateRequest {
    var request: Authenticate.Request {
        Authenticate.Request(
            person: sessionToken.map { .ofSession(token: $0) } ?? registrationCode.map { .registered(code: $0) }
                ?? .named(username: username ?? email), deviceID: deviceId, reference: reference)
    }
}

extension AuthenticateResponse {
    init(_ result: Authenticate.Result) {
        self.init(
            authToken: result.authToken, requiredChecks: result.requiredChecks.map(AuthenticationCheck.init),
            recordVideo: result.recordsVideo, challengeRequired: result.requiresChallenge)
    }
}

extension OnboardingAPI.AuthenticationCheck {
    init(_ check: OnboardingCore.AuthenticationCheck) {
        self =
            switch check {
            case .verifyDevice: .verifyDevice
            case .verifyFace: .verifyFace
            case .addDocument: .addDocument
            }
    }
}

extension VerifyDeviceRequest {
    var request: VerifyDevice.Request {
        get throws(Refusal) {
            VerifyDevice.Request(
                authToken: authToken, deviceID: try deviceId.checked(as: "deviceId"), signature: signature?.bytes,
                readPublicKey: { Base64Bytes.decode($0) })
        }
    }
}

extension VerifyDeviceResponse {
    /// Nothing of what was wrong with a device.
    init(_ result: VerifyDevice.Result) {
        self.init(
            message: result.isVerified ? "Device verified." : "Device not verified.",
            authStatus: EnrollmentStatus(result.status), challengeRequired: result.requiresChallenge)
    }
}

extension VerifyFace.Request {
    init(_ token: String, _ content: FaceContent) {
        self.init(
            token: token, package: SubmittedPackage(content.faceLivenessData), challenge: content.challenge,
            readContent: FacePackageContent.capture)
    }
}

extension VerifyFaceResponse {
    init(_ result: VerifyFace.Result) {
        self.init(
            livenessResult: result.decision == .live, matchResult: result.isMatching ?? false,
            matchScore: result.matchScore?.roundedForAnswers, authStatus: EnrollmentStatus(result.status),
            video: .init(
                result.decision, result.feedback, scoreInPercent: result.scoreInPercent,
                falseRejectionInPercent: result.falseRejectionInPercent, result.components),
            challengeRequired: result.requiresChallenge, recapture: result.recaptureCauses)
    }
}

extension VerifyDocumentResponse {
    init(_ result: AddDocument.Result) {
        let enrolled = AddDocumentResponse(result)
        self.init(
            authStatus: enrolled.enrollmentStatus, matchResult: enrolled.matchResult ?? false,
            matchScore: enrolled.matchScore, ocrResults: enrolled.ocrResults,
            retryDocumentCapture: enrolled.retryDocumentCapture,
            documentVerificationResult: enrolled.documentVerificationResult, reason: enrolled.reason,
            recapture: enrolled.recapture)
    }
}

extension AuthenticationStepResponse {
    init(_ standing: VisitStanding) {
        self.init(authStatus: EnrollmentStatus(standing.status))
    }
}

extension CompleteReEnrollRequest {
    var request: CompleteReEnroll.Request {
        get throws(Refusal) {
            CompleteReEnroll.Request(
                token: reEnrollmentToken, deviceID: try deviceId.checked(as: "deviceId"),
                publicKey: try publicKey?.checked(.publicKey, as: "publicKey").publicKey, change: try change)
        }
    }

    private var change: DeviceChange {
        get throws(Refusal) {
            switch addOrUpdate ?? 0 {
            case 0: .add
            case 1: .replaceAll
            default: throw Refusal(.wrongType, member: "addOrUpdate", allowed: ["0", "1"])
            }
        }
    }
}

extension CompleteReEnrollResponse {
    init(_ standing: CaseStanding) {
        self.init(registrationCode: standing.registrationCode, authStatus: EnrollmentStatus(standing.status))
    }
}
