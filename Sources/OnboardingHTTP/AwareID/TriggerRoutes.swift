internal import Onboarding
internal import OnboardingAPI

/// What a portal asks to hand an enrollment over to a phone, and what the phone asks first.
enum TriggerRoutes {
    static func all(_ useCases: UseCases) -> [Route] {
        let trigger: @Sendable (Request) async throws -> Response = { request in
            let result = try await useCases.triggerEnroll.perform(
                try request.read(TriggerRequest.self).request, bodyDigest: request.bodyDigest,
                key: try request.idempotencyKey, by: try request.authenticated, at: request.now)
            return try .json(TriggerResponse(result))
        }
        let validate: @Sendable (Request) async throws -> Response = { request in
            try await validateSession(request, by: try request.authenticated, useCases)
        }
        return [
            Route(.post, "/onboarding/b2c/triggerEnroll", for: .client(.enroll), handle: trigger),
            Route(.post, "/b2c/proxy/triggerEnroll", for: .client(.enroll, needsAPIKey: false), handle: trigger),
            Route(.post, "/tokenVerify/validateSession", for: .apiKeyHolder, handle: validate),
            Route(.post, "/b2c/proxy/validateSession", for: .apiKeyOrBearer, handle: validate),
            Route(
                .get, "/onboarding/b2c/operationStatus/{sessionToken}", for: .clientOrPhone(.enroll, .readEnrollments)
            ) {
                request in
                let (token, principal) = (request.parameters["sessionToken"], try request.authenticated)
                let standing = try await useCases.sessionStatus.perform(
                    sessionToken: token, by: principal, at: request.now)
                guard principal.has(.readEnrollments) else { return try .json(OperationStatusResponse(standing)) }
                let detail = try await useCases.enrollments.detail(session: token, by: principal, at: request.now)
                return try .json(OperationStatusResponse(standing, detail))
            },
        ]
    }

    static func validateSession(
        _ request: Request, by principal: Principal, _ useCases: UseCases
    ) async throws -> Response {
        let bearer = try await useCases.validateSession.perform(
            sessionToken: try request.read(ValidateSessionRequest.self).sessionToken, by: principal,
            at: request.now)
        return try .json(ValidateSessionResponse(bearer: bearer))
    }
}
