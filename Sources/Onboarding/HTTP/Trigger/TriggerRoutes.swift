internal import OnboardingAPI
internal import OnboardingCore

/// What a portal calls to hand an enrollment over to a phone, and what the phone calls first.
enum TriggerRoutes {
    static func all(_ flow: Flow) -> [Route] {
        let trigger: @Sendable (Call) async throws -> Answer = { call in
            try .json(try await flow.triggerEnroll(call, caller: try call.authenticated))
        }
        let validate: @Sendable (Call) async throws -> Answer = { call in
            try .json(try await flow.validateSession(call, caller: try call.authenticated))
        }
        return [
            Route(.post, "/onboarding/b2c/triggerEnroll", for: .portal(needsAPIKey: true), handle: trigger),
            Route(.post, "/b2c/proxy/triggerEnroll", for: .portal(needsAPIKey: false), handle: trigger),
            Route(.post, "/tokenVerify/validateSession", for: .apiKeyHolder, handle: validate),
            Route(.post, "/b2c/proxy/validateSession", for: .apiKeyOrBearer, handle: validate),
            Route(.get, "/onboarding/b2c/operationStatus/{sessionToken}", for: .portalOrPhone(needsAPIKey: true)) {
                call in
                try .json(try await flow.operationStatus(call, caller: try call.authenticated))
            },
        ]
    }
}

extension Call {
    /// The caller of a route that has one. A route's audience and its handler are written side by side, so that a
    /// handler that asks for a caller on an open route is found by its first test.
    var authenticated: Caller {
        get throws(Refusal) {
            guard let caller else { throw Refusal(.tokenMissing) }
            return caller
        }
    }
}
