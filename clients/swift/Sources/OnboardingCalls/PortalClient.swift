public import AsyncHTTPClient
internal import Foundation
public import OnboardingAPI

/// What a portal (a shop's or a bank's own server) asks of the onboarding server: begin an enrollment, learn how it ended.
public actor PortalClient {
    private let connection: AuthorizedConnection
    private let server: ServerConnection
    /// The path of the tenant's realm.
    private let realm: String

    /// - Parameters:
    ///   - httpClient: the caller's own where it needs other trust roots or limits.
    ///   - retry: what is tried again.
    /// - Throws: `invalidURL`.
    public init(credentials: TenantCredentials, httpClient: HTTPClient = .onboarding, retry: Retry = Retry())
        throws(ClientError)
    {
        server = try ServerConnection(baseURL: credentials.publicURL, httpClient: httpClient, retry: retry)
        realm = "/auth/realms/\(BearerSource.formEncoded(credentials.realm))"
        connection = AuthorizedConnection(
            connection: server, apiKey: credentials.apiKey, source: .credentials(credentials))
    }

    /// Asks for a bearer. Done by the first call anyway; useful to find out early whether the credentials are right.
    public func token() async throws(ClientError) -> StepResult<ValidateSessionResponse> {
        try await connection.renewBearer()
    }

    /// A session that waits for a phone.
    public struct TriggeredSession: Equatable, Sendable {
        /// What the QR image says; to be sent to the person or shown as a link.
        public let callbackURL: String
        /// The QR image, PNG.
        public let qrImage: [UInt8]
        public let sessionToken: String
        /// Whether the server sends the person the link as well.
        public let emailIsQueued: Bool
    }

    public enum TriggerResult: Equatable, Sendable {
        case triggered(TriggeredSession)
        /// The server took the request and says that no enrollment can begin with it (HTTP 200, status FAILURE).
        case declined(summary: String)
        case refused(ErrorEnvelope)
    }

    /// Begins an enrollment by QR image; of somebody who is registered whatever the tenant has for them.
    /// - Parameter idempotencyKey: the same key with the same person gives the same session for 24 hours; one is made up where it
    ///   is nil.
    public func triggerEnroll(
        _ request: TriggerRequest, idempotencyKey: String? = nil
    ) async throws(ClientError) -> TriggerResult {
        try await triggered(by: .post("/onboarding/b2c/triggerEnroll", json: request).keyed(idempotencyKey))
    }

    /// Asks a registered person back by QR image.
    /// - Parameter idempotencyKey: as of `triggerEnroll`.
    public func triggerAuthenticate(
        _ request: TriggerAuthenticateRequest, idempotencyKey: String? = nil
    ) async throws(ClientError) -> TriggerResult {
        try await triggered(by: .post("/onboarding/b2c/triggerAuthenticate", json: request).keyed(idempotencyKey))
    }

    private func triggered(by request: ServerConnection.Request) async throws(ClientError) -> TriggerResult {
        let result: StepResult<TriggerResponse> = try await connection.result(of: request)
        switch result {
        case .refused(let envelope):
            return .refused(envelope)
        case .accepted(let answer):
            switch answer.status {
            case .failure:
                return .declined(summary: answer.errorSummary ?? "")
            case .success:
                guard let callbackURL = answer.sessionCallbackURL, let sessionToken = answer.sessionToken,
                    let image = answer.qrcodeImage.flatMap(Base64Bytes.decode)
                else { throw .unexpectedAnswer(status: 200) }
                return .triggered(
                    TriggeredSession(
                        callbackURL: callbackURL, qrImage: image, sessionToken: sessionToken,
                        emailIsQueued: answer.emailQueued ?? false))
            }
        }
    }

    /// Where the enrollment or authentication of a session stands.
    public func operationStatus(
        of sessionToken: String
    ) async throws(ClientError) -> StepResult<CompletionStatus> {
        let result: StepResult<OperationStatusResponse> = try await connection.result(
            of: ServerConnection.Request(
                method: .GET, path: "/onboarding/b2c/operationStatus/\(BearerSource.formEncoded(sessionToken))"))
        return result.map(\.completionStatus)
    }

    /// Asks for the status again and again until it is no longer pending, a refusal comes, or `patience` is over; then the
    /// answer is still `pending`.
    public func completion(
        of sessionToken: String, askingEvery interval: Duration = .seconds(2), patience: Duration
    ) async throws(ClientError) -> StepResult<CompletionStatus> {
        let clock = ContinuousClock()
        let end = clock.now.advanced(by: patience)
        while true {
            let result = try await operationStatus(of: sessionToken)
            guard result == .accepted(.pending), clock.now.advanced(by: interval) < end else { return result }
            do {
                try await clock.sleep(for: interval)
            } catch {
                // Cancelled: what is known so far is the answer.
                return result
            }
        }
    }

    /// A registration with its devices, how the person came back, and until when it is locked. For a client with the scope
    /// `person:read`.
    public func registration(_ code: String) async throws(ClientError) -> StepResult<RegistrationDetail> {
        try await connection.result(
            of: ServerConnection.Request(
                method: .GET, path: "/onboarding/admin/registration/\(BearerSource.formEncoded(code))"))
    }

    /// What has happened since, oldest first: who came back, which registration is locked, who enrolls twice. For a client with the
    /// scope `enrollments:read`.
    /// - Parameter number: `next` of the answer before; nil for the beginning.
    public func events(
        since number: Int? = nil, limit: Int? = nil
    ) async throws(ClientError) -> StepResult<EventFeedResponse> {
        let query = [number.map { "since=\($0)" }, limit.map { "limit=\($0)" }].compactMap { $0 }
        let path = "/onboarding/admin/events" + (query.isEmpty ? "" : "?" + query.joined(separator: "&"))
        return try await connection.result(of: ServerConnection.Request(method: .GET, path: path))
    }

    /// The times that registered persons came back, the newest first, without scores. For a client with the scope
    /// `enrollments:read`, as the next.
    public func authentications(
        _ search: AuthenticationSearchRequest
    ) async throws(ClientError) -> StepResult<AuthenticationSearchResponse> {
        try await connection.result(of: .post("/onboarding/admin/authentications/search", json: search))
    }

    /// One of them, with its scores for the scope `person:read`.
    /// - Parameter enrollment: the id of the registration.
    public func authentication(
        _ id: String, of enrollment: String
    ) async throws(ClientError) -> StepResult<AuthenticationDetail> {
        let ids = (BearerSource.formEncoded(enrollment), BearerSource.formEncoded(id))
        return try await connection.result(
            of: ServerConnection.Request(
                method: .GET, path: "/onboarding/admin/enrollment/\(ids.0)/authentication/\(ids.1)"))
    }

    /// A signed statement of how an enrollment ended: `Receipt` of the product `OnboardingClient` verifies it.
    public func receipt(of enrollment: String) async throws(ClientError) -> StepResult<ReceiptResponse> {
        try await get("enrollment/\(BearerSource.formEncoded(enrollment))/receipt")
    }

    /// The same of one time that a registered person came back: `AuthenticationReceipt`.
    public func receipt(
        ofAuthentication id: String, of enrollment: String
    ) async throws(ClientError) -> StepResult<ReceiptResponse> {
        let ids = (BearerSource.formEncoded(enrollment), BearerSource.formEncoded(id))
        return try await get("enrollment/\(ids.0)/authentication/\(ids.1)/receipt")
    }

    /// The certificate of an erasure once more: `ErasureCertificate`. For a client with the scope `erase`.
    public func erasureCertificate(of enrollment: String) async throws(ClientError) -> StepResult<ErasureResponse> {
        try await get("enrollment/\(BearerSource.formEncoded(enrollment))/erasureCertificate")
    }

    private func get<Response: Decodable & Sendable>(
        _ path: String
    ) async throws(ClientError) -> StepResult<Response> {
        try await connection.result(
            of: ServerConnection.Request(method: .GET, path: "/onboarding/admin/" + path))
    }

    /// The realm's public keys, by which receipts and certificates are verified.
    public func realmKeys() async throws(ClientError) -> RealmKeys {
        let path = realm + "/protocol/openid-connect/certs"
        let response = try await server.response(to: ServerConnection.Request(method: .GET, path: path))
        guard response.status == 200 else { throw .unexpectedAnswer(status: response.status) }
        return RealmKeys(issuer: server.baseURL + realm, keySet: [UInt8](response.body))
    }

    /// What one image shows of a face, as far as the tenant has switched it on. For a client with the scope `attributes`.
    /// - Parameter image: JPEG, PNG, WebP, HEIC or AVIF.
    public func faceAttributes(
        of image: [UInt8]
    ) async throws(ClientError) -> StepResult<FaceAttributesResponse> {
        try await faceAttributes(FaceAttributesRequest(image: image))
    }

    /// The same, also for a face package, sealed for the text `stateless`.
    public func faceAttributes(
        _ request: FaceAttributesRequest
    ) async throws(ClientError) -> StepResult<FaceAttributesResponse> {
        try await connection.result(of: .post("/face/attributes", json: request))
    }

    /// The tenant's public keys for face packages.
    public func packageKeys() async throws(ClientError) -> StepResult<PublicKeysResponse> {
        try await connection.result(of: .packageKeys)
    }
}

extension ServerConnection.Request {
    /// getPublicKey in its JSON form.
    static let packageKeys = ServerConnection.Request(
        method: .GET, path: "/onboarding/admin/getPublicKey", headers: [("Accept", "application/json")])
}
