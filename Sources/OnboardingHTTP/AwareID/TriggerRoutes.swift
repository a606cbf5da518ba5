internal import Casework
internal import Onboarding
internal import OnboardingAPI
internal import OnboardingCore
internal import Tenancy

/// What a portal asks to hand an enrollment over to a phone, and what the phone asks first.
enum TriggerRoutes {
    static func all(_ portal: PortalUseCases, _ person: PersonUseCases) -> [Route] {
        let trigger: @Sendable (Request) async throws -> Response = { request in
            let result = try await portal.triggerEnroll.perform(
                try request.read(TriggerRequest.self).request(mayNotify: true), bodyDigest: request.bodyDigest,
                key: try request.idempotencyKey, by: try request.authenticated, at: request.now)
            return try .json(TriggerResponse(result))
        }
        let validate: @Sendable (Request) async throws -> Response = { request in
            try await validateSession(request, by: try request.authenticated, person)
        }
        return [
            Route(.post, "/onboarding/b2c/triggerEnroll", for: .client(.enroll), handle: trigger),
            Route(.post, "/b2c/proxy/triggerEnroll", for: .client(.enroll, needsAPIKey: false), handle: trigger),
            Route(.post, "/tokenVerify/validateSession", for: .apiKeyHolder, handle: validate),
            Route(.post, "/b2c/proxy/validateSession", for: .apiKeyOrBearer, handle: validate),
            Route(
                .get, "/onboarding/b2c/operationStatus/{sessionToken}",
                for: .clientOrWatchingPhone(.enroll, .readEnrollments)
            ) {
                request in
                let (token, principal) = (request.parameters["sessionToken"], try request.authenticated)
                let standing = try await person.sessionStatus.perform(
                    sessionToken: token, by: principal, at: request.now)
                return try .json(
                    try await status(standing, of: token, by: principal, portal, at: request.now))
            },
        ]
    }

    /// What whoever asks may be told of a session.
    static func status(
        _ standing: SessionStatus.Standing, of token: String?, by principal: Principal, _ portal: PortalUseCases,
        at now: Instant
    ) async throws -> OperationStatusResponse {
        guard principal.has(.readEnrollments) else { return OperationStatusResponse(standing) }
        if standing.purpose != nil {
            return OperationStatusResponse(
                standing,
                authentication: try await portal.authentications.detail(session: token, by: principal, at: now))
        }
        return OperationStatusResponse(
            standing, mayKnowOfReview: principal.has(.review),
            try await portal.enrollments.detail(session: token, by: principal, at: now))
    }

    static func validateSession(
        _ request: Request, by principal: Principal, _ person: PersonUseCases
    ) async throws -> Response {
        let asked = try request.read(ValidateSessionRequest.self)
        // Behind a proxy the header is the proxy's.
        let phone = ValidateSession.Phone(
            bearer: asked.jwt ?? request.headers.bearer, keyThumbprint: request.keyThumbprint)
        let result = try await person.validateSession.perform(
            sessionToken: asked.sessionToken, from: phone, by: principal, at: request.now)
        return try .json(ValidateSessionResponse(result))
    }
}
