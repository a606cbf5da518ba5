public import AsyncHTTPClient
public import OnboardingAPI

/// A registered person who comes back, from the side of the phone: proves by device and face who it is, or registers another device.
///
/// The steps come in the order of `requiredChecks`. Every call may be repeated with the same arguments after `connectionFailed`, as
/// those of `EnrollmentClient`.
public actor ReturningClient {
    /// What was begun.
    private enum Flow {
        case authentication(token: String)
        case reEnrollment(token: String)
    }

    private let phone: PhoneConnection
    private var flow: Flow?

    /// The QR flow: with what a QR image handed over.
    /// - Throws: `invalidURL`.
    public init(
        handOff: QRHandOff, sealedBy makeSealer: @escaping MakePackageSealer, httpClient: HTTPClient = .onboarding,
        retry: Retry = Retry()
    ) throws(ClientError) {
        phone = try PhoneConnection(handOff: handOff, sealedBy: makeSealer, httpClient: httpClient, retry: retry)
    }

    /// The flow without a QR image, where the client is the tenant's own and holds its credentials.
    /// - Throws: `invalidURL`.
    public init(
        credentials: TenantCredentials, sealedBy makeSealer: @escaping MakePackageSealer,
        httpClient: HTTPClient = .onboarding, retry: Retry = Retry()
    ) throws(ClientError) {
        phone = try PhoneConnection(
            credentials: credentials, sealedBy: makeSealer, httpClient: httpClient, retry: retry)
    }

    /// Begins the authentication of the session's person.
    /// - Throws: `notEnrolled` where the client was not made from a QR image.
    public func authenticate() async throws(ClientError) -> StepResult<AuthenticateResponse> {
        guard let sessionToken = phone.sessionToken else { throw .notEnrolled }
        return try await authenticate(AuthenticateRequest(sessionToken: sessionToken))
    }

    /// Begins an authentication with any request.
    /// - Parameter idempotencyKey: as of `PortalClient.triggerEnroll`.
    public func authenticate(
        _ request: AuthenticateRequest, idempotencyKey: String? = nil
    ) async throws(ClientError) -> StepResult<AuthenticateResponse> {
        let result: StepResult<AuthenticateResponse> = try await phone.calls.result(
            of: .post("/onboarding/authentication/authenticate", json: request).keyed(idempotencyKey))
        if let answer = result.answer { flow = .authentication(token: answer.authToken) }
        return result
    }

    /// Begins a re-enrollment: `enroll` of somebody who is registered.
    /// - Parameter idempotencyKey: as of `PortalClient.triggerEnroll`.
    public func reEnroll(
        _ request: EnrollRequest, idempotencyKey: String? = nil
    ) async throws(ClientError) -> StepResult<EnrollResponse> {
        let result: StepResult<EnrollResponse> = try await phone.calls.result(
            of: .post("/onboarding/enrollment/enroll", json: request).keyed(idempotencyKey))
        if let token = result.answer?.reEnrollmentToken { flow = .reEnrollment(token: token) }
        return result
    }

    /// Begins the re-enrollment of the session's person.
    /// - Throws: `notEnrolled` where the client was not made from a QR image.
    public func reEnroll() async throws(ClientError) -> StepResult<EnrollResponse> {
        guard let sessionToken = phone.sessionToken else { throw .notEnrolled }
        return try await reEnroll(EnrollRequest(sessionToken: sessionToken))
    }

    /// Shows that this is a registered device.
    /// - Parameter key: that it was registered with; nil for one without, which a tenant may refuse.
    public func verifyDevice(
        identifier: String, key: (any DeviceSigner)?
    ) async throws(ClientError) -> StepResult<VerifyDeviceResponse> {
        guard case .authentication(let token) = flow else { throw .notEnrolled }
        let request = VerifyDeviceRequest(
            authToken: token, deviceId: identifier, signature: try key?.signature(over: token))
        return try await phone.calls.result(of: .post("/onboarding/authentication/verifyDevice", json: request))
    }

    /// What the next capture of the face has to show.
    public func challengeFace() async throws(ClientError) -> StepResult<ChallengeResponse> {
        try await post("challengeFace", NoContent())
    }

    /// Sends a capture of the face, sealed. An accepted answer may say that it is not live, or somebody else: read `matchResult` and
    /// `authStatus`.
    /// - Parameters:
    ///   - frames: as of `EnrollmentClient.addFace`.
    ///   - challenge: the id of the challenge that the frames answer; the workflow is then a foxtrot.
    public func verifyFace(
        frames: [FaceVideo.Frame], workflow: String, rotation: Int = 0, challenge: String? = nil
    ) async throws(ClientError) -> StepResult<VerifyFaceResponse> {
        let content = FacePackageContent(frames: frames, workflow: workflow, rotation: rotation)
        let token = try token()
        switch try await phone.sealed(content, token: token, challenge: challenge) {
        case .refused(let envelope): return .refused(envelope)
        case .accepted(let package):
            return try await post("verifyFace", FaceContent(faceLivenessData: package, challenge: challenge))
        }
    }

    /// Sends images of an identity document of the same person.
    public func verifyDocument(
        images: [AddDocumentRequest.Image]
    ) async throws(ClientError) -> StepResult<VerifyDocumentResponse> {
        try await post("addDocumentOCR", DocumentContent(documentsInfo: .init(documentImage: images)))
    }

    /// Registers the device that a re-enrollment is for.
    /// - Parameter replacesOthers: puts it in the place of all others.
    public func completeReEnroll(
        identifier: String, key: (any DeviceSigner)?, replacesOthers: Bool = false
    ) async throws(ClientError) -> StepResult<CompleteReEnrollResponse> {
        guard case .reEnrollment(let token) = flow else { throw .notEnrolled }
        let request = CompleteReEnrollRequest(
            reEnrollmentToken: token, deviceId: identifier, publicKey: key?.publicKey,
            addOrUpdate: replacesOthers ? 1 : 0)
        return try await phone.calls.result(of: .post("/onboarding/reEnrollment/completeReEnroll", json: request))
    }

    /// Ends what was begun without a result.
    public func cancel(reason: String? = nil) async throws(ClientError) -> StepResult<AuthenticationStepResponse> {
        try await post("cancel", ReasonContent(reason: reason))
    }

    private func token() throws(ClientError) -> String {
        switch flow {
        case .authentication(let token), .reEnrollment(let token): token
        case nil: throw .notEnrolled
        }
    }

    /// A step that both flows have, each under its own token.
    private func post<Content: Codable & Equatable & Sendable, Response: Decodable & Sendable>(
        _ step: String, _ content: Content
    ) async throws(ClientError) -> StepResult<Response> {
        let request: ServerConnection.Request
        switch flow {
        case .authentication(let token):
            request = try .post(
                "/onboarding/authentication/\(step)",
                json: ReturningRequest<AuthTokenMember, Content>(token: token, content))
        case .reEnrollment(let token):
            request = try .post(
                "/onboarding/reEnrollment/\(step)",
                json: ReturningRequest<ReEnrollmentTokenMember, Content>(token: token, content))
        case nil:
            throw .notEnrolled
        }
        return try await phone.calls.result(of: request)
    }
}
