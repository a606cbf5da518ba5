internal import Casework
internal import Onboarding
internal import OnboardingAPI
internal import OnboardingCore
internal import Tenancy

extension EnrollRequest {
    var request: Enroll.Request {
        Enroll.Request(
            person: sessionToken.map { .ofSession(token: $0) }
                ?? registrationCode.map { .registered(code: $0, reference: reference) }
                ?? .named(
                    username: username, email: email, firstName: firstName, lastName: lastName,
                    phoneNumber: phoneNumber, reference: reference),
            consent: consent.map(OnboardingCore.Consent.init))
    }
}

extension EnrollResponse {
    init(_ result: Enroll.Result) {
        switch result {
        case .started(let started):
            self.init(
                enrollmentToken: started.enrollmentToken,
                requiredChecks: started.requiredChecks.map(OnboardingAPI.RequiredCheck.init),
                recordVideo: started.recordsVideo, challengeRequired: started.requiresChallenge)
        case .userExists(let reEnrollment):
            self.init(
                userExistsAlready: reEnrollment?.reEnrollmentToken,
                requiredChecks: (reEnrollment?.requiredChecks ?? []).map(AuthenticationCheck.init),
                recordVideo: reEnrollment?.recordsVideo ?? false, challengeRequired: reEnrollment?.requiresChallenge)
        }
    }
}

extension AddDeviceRequest {
    var request: AddDevice.Request {
        get throws(Refusal) {
            AddDevice.Request(
                enrollmentToken: enrollmentToken, deviceID: try deviceId.checked(as: "deviceId"),
                pushID: try pushId.checkedIfPresent(as: "pushId"),
                publicKey: try publicKey?.checked(.publicKey, as: "publicKey").publicKey)
        }
    }
}

extension CancelRequest {
    var token: String {
        get throws(Refusal) {
            _ = try reason.checkedIfPresent(.reviewReason, as: "reason")
            return enrollmentToken
        }
    }
}

extension WithdrawConsentRequest {
    var request: WithdrawConsent.Request {
        get throws(Refusal) {
            _ = try reason.checkedIfPresent(.reviewReason, as: "reason")
            guard let deviceId else { return WithdrawConsent.Request(enrollmentToken: enrollmentToken) }
            return WithdrawConsent.Request(
                enrollmentToken: enrollmentToken,
                device: SignedByDevice(
                    deviceID: try deviceId.checked(as: "deviceId"), signature: signature?.bytes,
                    readPublicKey: { Base64Bytes.decode($0) }))
        }
    }
}

extension String {
    var publicKey: AddDevice.Request.PublicKey { .init(text: self, spkiDER: Base64Bytes.decode(self)) }
}

extension ConsentRequest {
    var request: GiveConsent.Request {
        GiveConsent.Request(enrollmentToken: enrollmentToken, consent: OnboardingCore.Consent(consent))
    }
}

extension OperationStatusResponse {
    /// - Parameters:
    ///   - mayKnowOfReview: whether whoever asks is told that a success is a human's.
    ///   - detail: for the tenant's own client alone, as `authentication`.
    init(
        _ standing: SessionStatus.Standing, mayKnowOfReview: Bool = false, _ detail: Enrollments.Detail? = nil,
        authentication: Authentications.Detail? = nil
    ) {
        let isAccepted =
            standing.review?.decision == .accepted
            && (standing.status == .complete || standing.status == .failed && standing.review?.standsAlone == true)
        self.init(
            completionStatus: isAccepted
                ? (mayKnowOfReview ? .successByReview : .success) : CompletionStatus(standing.status),
            nextStep: standing.faceReopening?.nextStep,
            prescribedTurn: standing.faceReopening.map { HeadTurn($0.turn) },
            challengeRequired: standing.requiresChallenge ? true : nil, purpose: standing.purpose?.rawValue,
            enrollment: detail.map(EnrollmentDetail.init),
            authentication: authentication.map(AuthenticationDetail.init))
    }
}

extension ReviewRequestedResponse {
    init(_ result: RequestReview.Result) {
        self.init(
            enrollmentStatus: EnrollmentStatus(result.standing.status),
            registrationCode: result.standing.registrationCode,
            requestDate: result.requestedAt.iso8601WithMilliseconds,
            decidedUntil: result.decidedUntil?.iso8601WithMilliseconds,
            evidenceUntil: result.evidenceUntil?.iso8601WithMilliseconds)
    }
}

extension StepResponse {
    init(_ standing: CaseStanding) {
        self.init(
            enrollmentStatus: EnrollmentStatus(standing.status), registrationCode: standing.registrationCode)
    }

    init(_ withdrawal: WithdrawConsent.Withdrawal) {
        let standing = withdrawal.standing
        self.init(
            enrollmentStatus: EnrollmentStatus(standing.status), registrationCode: standing.registrationCode,
            erasureCertificates: withdrawal.certificates)
    }
}
