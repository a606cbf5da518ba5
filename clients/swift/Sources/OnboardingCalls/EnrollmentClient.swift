public import AsyncHTTPClient
internal import Foundation
public import OnboardingAPI

/// One enrollment, from the side of the phone: opens the session, does the steps, sends the captures sealed.
///
/// The steps come in the order of `requiredChecks`. Every call may be repeated with the same arguments after
/// `connectionFailed`; the server gives a stored answer again. (A repeated `addFace` is sealed anew, so it may count as a
/// second capture.)
public actor EnrollmentClient {
    private let phone: PhoneConnection
    private var enrollmentToken: String?

    /// The QR flow: with what a QR image handed over.
    /// - Throws: `invalidURL`.
    public init(
        handOff: QRHandOff, bearer: String? = nil, sealedBy makeSealer: @escaping MakePackageSealer,
        httpClient: HTTPClient = .onboarding, retry: Retry = Retry()
    ) throws(ClientError) {
        phone = try PhoneConnection(
            handOff: handOff, bearer: bearer, sealedBy: makeSealer, httpClient: httpClient, retry: retry)
    }

    /// What the next client of this phone has to be made with, after the app was started anew: without it that one is another
    /// phone, and the session goes on with the first. Nil before the first call.
    public var bearer: String? { get async { await phone.calls.bearer } }

    /// The flow without a QR image, where the client is the tenant's own and holds its credentials.
    /// - Throws: `invalidURL`.
    public init(
        credentials: TenantCredentials, sealedBy makeSealer: @escaping MakePackageSealer,
        httpClient: HTTPClient = .onboarding, retry: Retry = Retry()
    ) throws(ClientError) {
        phone = try PhoneConnection(
            credentials: credentials, sealedBy: makeSealer, httpClient: httpClient, retry: retry)
    }

    /// Exchanges the session token (or the credentials) for a bearer. Done by the first call anyway; useful to find out
    /// early whether the session still lives.
    public func validateSession() async throws(ClientError) -> StepResult<ValidateSessionResponse> {
        try await phone.calls.renewBearer()
    }

    /// Begins the enrollment of the session's person.
    /// - Throws: `notEnrolled` where the client was not made from a QR image.
    public func enroll(consent: Consent? = nil) async throws(ClientError) -> StepResult<EnrollResponse> {
        guard let sessionToken = phone.sessionToken else { throw .notEnrolled }
        return try await enroll(EnrollRequest(sessionToken: sessionToken, consent: consent))
    }

    /// Begins an enrollment with any request.
    /// - Parameter idempotencyKey: as of `PortalClient.triggerEnroll`.
    public func enroll(
        _ request: EnrollRequest, idempotencyKey: String? = nil
    ) async throws(ClientError) -> StepResult<EnrollResponse> {
        let result: StepResult<EnrollResponse> = try await phone.calls.result(
            of: .post("/onboarding/enrollment/enroll", json: request).keyed(idempotencyKey))
        if let answer = result.answer { enrollmentToken = answer.enrollmentToken }
        return result
    }

    /// Records the person's consent, where it was not sent with `enroll`.
    public func giveConsent(_ consent: Consent) async throws(ClientError) -> StepResult<StepResponse> {
        let request = ConsentRequest(enrollmentToken: try token(), consent: consent)
        return try await phone.calls.result(of: .post("/onboarding/enrollment/consent", json: request))
    }

    /// Names the device.
    /// - Parameters:
    ///   - identifier: the platform's identifier for this app on this device.
    ///   - publicKey: base64 of the DER SubjectPublicKeyInfo of a P-256 key that the device made and keeps.
    public func addDevice(
        identifier: String, publicKey: String? = nil
    ) async throws(ClientError) -> StepResult<StepResponse> {
        let request = AddDeviceRequest(enrollmentToken: try token(), deviceId: identifier, publicKey: publicKey)
        return try await phone.calls.result(of: .post("/onboarding/enrollment/addDevice", json: request))
    }

    /// What the next capture of the face has to show: where an answer says `challengeRequired`, or to be judged by more than
    /// what nobody was asked for.
    public func challengeFace() async throws(ClientError) -> StepResult<ChallengeResponse> {
        let request = ChallengeFaceRequest(enrollmentToken: try token())
        return try await phone.calls.result(of: .post("/onboarding/enrollment/challengeFace", json: request))
    }

    /// Sends a capture of the face. An accepted answer may say that the face was not judged live: read `livenessResult`
    /// and `enrollmentStatus`.
    /// - Parameters:
    ///   - frames: in the order of their times; 12 to 15 over at least 2 s, with a turn of the head, are judged best.
    ///   - workflow: for example `charlie4`.
    ///   - rotation: by how many degrees clockwise the frames must be turned to stand upright: 0, 90, 180, 270.
    ///   - challenge: the id of the challenge that the frames answer; the workflow is then a foxtrot.
    public func addFace(
        frames: [FaceVideo.Frame], workflow: String, rotation: Int = 0, challenge: String? = nil
    ) async throws(ClientError) -> StepResult<AddFaceResponse> {
        let content = FacePackageContent(frames: frames, workflow: workflow, rotation: rotation)
        return try await addFace(content, challenge: challenge)
    }

    /// Sends a capture that the caller has put together.
    public func addFace(
        _ content: FacePackageContent, challenge: String? = nil
    ) async throws(ClientError) -> StepResult<AddFaceResponse> {
        let token = try token()
        switch try await phone.sealed(content, token: token, challenge: challenge) {
        case .refused(let envelope): return .refused(envelope)
        case .accepted(let package): return try await addFace(package: package, challenge: challenge)
        }
    }

    /// Sends a package that was sealed before, for example by a capture page.
    public func addFace(
        package: FacePackage, challenge: String? = nil
    ) async throws(ClientError) -> StepResult<AddFaceResponse> {
        let request = AddFaceRequest(
            enrollmentToken: try token(), faceLivenessData: package, challenge: challenge)
        return try await phone.calls.result(of: .post("/onboarding/enrollment/addFace", json: request))
    }

    /// Sends images of the identity document: the page with the portrait and, where it has one, the other side.
    /// - Parameters:
    ///   - isCropped: whether the images show nothing but the document.
    ///   - rules: can only make the tenant's own stricter.
    public func addDocument(
        images: [AddDocumentRequest.Image], isCropped: Bool = false, rules: AddDocumentRequest.ValidationRules? = nil
    ) async throws(ClientError) -> StepResult<AddDocumentResponse> {
        let request = AddDocumentRequest(
            enrollmentToken: try token(),
            documentsInfo: .init(documentImage: images, alreadyCropped: isCropped),
            processingInstructions: rules.map { .init(documentValidationRules: $0) })
        return try await phone.calls.result(of: .post("/onboarding/enrollment/addDocumentOCR", json: request))
    }

    /// Ends the enrollment without a result.
    public func cancel(reason: String? = nil) async throws(ClientError) -> StepResult<StepResponse> {
        let request = CancelRequest(enrollmentToken: try token(), reason: reason)
        return try await phone.calls.result(of: .post("/onboarding/enrollment/cancel", json: request))
    }

    private func token() throws(ClientError) -> String {
        guard let enrollmentToken else { throw .notEnrolled }
        return enrollmentToken
    }
}
