internal import OnboardingAPI

/// A connection whose requests carry the API key and a bearer that is renewed when the server refuses it.
actor AuthorizedConnection {
    private let connection: ServerConnection
    private let apiKey: String
    private let source: BearerSource
    private(set) var bearer: String?

    init(connection: ServerConnection, apiKey: String, source: BearerSource, bearer: String? = nil) {
        self.connection = connection
        self.apiKey = apiKey
        self.source = source
        self.bearer = bearer
    }

    /// Asks for a new bearer and keeps it.
    func renewBearer() async throws(ClientError) -> StepResult<ValidateSessionResponse> {
        let result = try await source.bearer(from: connection, apiKey: apiKey, former: bearer)
        // Another try shows the one that there was.
        if let new = result.answer?.accessToken { bearer = new }
        return result
    }

    /// The result of `request`. A refused bearer (401) is renewed once, then the same bytes are sent again.
    func result<Response: Decodable & Sendable>(
        of request: ServerConnection.Request
    ) async throws(ClientError) -> StepResult<Response> {
        if let bearer {
            let result: StepResult<Response> = try await connection.result(of: authorized(request, bearer: bearer))
            guard result.refusal?.status == 401 else { return result }
        }
        switch try await renewBearer() {
        case .refused(let envelope):
            return .refused(envelope)
        case .accepted(let renewed):
            return try await connection.result(of: authorized(request, bearer: renewed.accessToken))
        }
    }

    private func authorized(_ request: ServerConnection.Request, bearer: String) -> ServerConnection.Request {
        request.adding("Authorization", "Bearer \(bearer)").adding("apikey", apiKey)
    }
}
