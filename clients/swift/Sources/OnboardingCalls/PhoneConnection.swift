internal import AsyncHTTPClient
internal import OnboardingAPI

/// What the flows of a phone have in common: the way to the server, the session, and the sealing of captures.
struct PhoneConnection {
    let calls: AuthorizedConnection
    /// Nil where the client is the tenant's own.
    let sessionToken: String?
    private let packageKeys: PackageKeys

    init(
        handOff: QRHandOff, bearer: String? = nil, sealedBy makeSealer: @escaping MakePackageSealer,
        httpClient: HTTPClient, retry: Retry
    ) throws(ClientError) {
        calls = AuthorizedConnection(
            connection: try ServerConnection(baseURL: handOff.baseURL, httpClient: httpClient, retry: retry),
            apiKey: handOff.apiKey,
            source: .session(token: handOff.sessionToken), bearer: bearer)
        sessionToken = handOff.sessionToken
        packageKeys = PackageKeys(of: calls, sealedBy: makeSealer)
    }

    init(
        credentials: TenantCredentials, sealedBy makeSealer: @escaping MakePackageSealer, httpClient: HTTPClient,
        retry: Retry
    ) throws(ClientError) {
        calls = AuthorizedConnection(
            connection: try ServerConnection(baseURL: credentials.publicURL, httpClient: httpClient, retry: retry),
            apiKey: credentials.apiKey, source: .credentials(credentials))
        sessionToken = nil
        packageKeys = PackageKeys(of: calls, sealedBy: makeSealer)
    }

    func sealed(
        _ content: FacePackageContent, token: String, challenge: String?
    ) async throws(ClientError) -> StepResult<FacePackage> {
        switch try await packageKeys.sealer() {
        case .refused(let envelope): .refused(envelope)
        case .accepted(let sealer): .accepted(try sealer.seal(content, token: token, challenge: challenge))
        }
    }
}

extension FacePackageContent {
    init(frames: [FaceVideo.Frame], workflow: String, rotation: Int) {
        self.init(
            video: FaceVideo(
                workflowData: FaceVideo.WorkflowData(
                    workflow: workflow, rotation: rotation, timestamp: frames.first?.timestamp, frames: frames)))
    }
}
