internal import OnboardingAPI

/// A connection whose requests carry the API key and a bearer that is renewed when the server refuses it.
actor AuthorizedConnection {
    private let connection: ServerConnection
    private let apiKey: String
    private let source: BearerSource
    private var bearer: String?

    init(connection: ServerConnection, apiKey: String, source: BearerSource) {
        self.connection = connection
        self.apiKey = apiKey
        self.source = source
    }

    /// Asks for a new bearer and keeps it.
    func renewBearer() async throws(ClientError) -> StepOutcome<ValidateSessionResponse> {
        let outcome = try await source.bearer(from: connection, apiKey: apiKey)
        bearer = outcome.answer?.accessToken
        return outcome
    }

    /// The outcome of `request`. A refused bearer (401) is renewed once, then the same bytes are sent again.
    func outcome<Answer: Decodable & Sendable>(
        of request: ServerConnection.Request
    ) async throws(ClientError) -> StepOutcome<Answer> {
        if let bearer {
            let outcome: StepOutcome<Answer> = try await connection.outcome(of: authorized(request, bearer: bearer))
            guard outcome.refusal?.status == 401 else { return outcome }
        }
        switch try await renewBearer() {
        case .refused(let envelope):
            return .refused(envelope)
        case .accepted(let renewed):
            return try await connection.outcome(of: authorized(request, bearer: renewed.accessToken))
        }
    }

    private func authorized(_ request: ServerConnection.Request, bearer: String) -> ServerConnection.Request {
        request.adding("Authorization", "Bearer \(bearer)").adding("apikey", apiKey)
    }
}
