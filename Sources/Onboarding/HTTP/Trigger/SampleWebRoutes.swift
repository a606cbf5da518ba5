internal import HTTPTypes
internal import OnboardingAPI
internal import OnboardingCore
internal import OnboardingStorage

/// The sample-web family: called by browsers from a shop's pages, the bearer in the body as `jwt`. Whoever knows the
/// address can start enrollments, so it answers only for tenants that switched it on, to the origins they name, at a
/// bounded rate.
struct SampleWebRoutes: Sendable {
    let flow: Flow
    let authentication: Authentication
    /// Calls that start something, by tenant and address.
    let throttle = AttemptThrottle(limit: 30, windowInSeconds: 60)

    var all: [Route] {
        let base = "/{realm}/b2c-sample-web/proxy"
        return [
            Route(.post, base + "/triggerEnroll", for: .anyone) { call in
                try await permitted(call) { try await trigger(call, $0) }
            },
            Route(.post, base + "/validateSession", for: .anyone) { call in
                try await withBearer(call) { try .json(try await flow.validateSession(call, caller: $0)) }
            },
            Route(.post, base + "/doEnroll", for: .anyone) { call in
                try await withBearer(call) { try await flow.enroll(call, caller: $0) }
            },
            Route(.post, base + "/addDevice", for: .anyone) { call in
                try await withBearer(call) { try await flow.addDevice(call, caller: $0) }
            },
        ]
    }

    /// A session and, for the calls that follow, a bearer that opens it and nothing else.
    private func trigger(_ call: Call, _ tenant: Tenant) async throws -> Answer {
        let key = "\(tenant.id.text)\n\(call.remoteAddress)"
        if throttle.isExhausted(key, at: call.now) { throw Refusal(.rateLimited, retryAfterInSeconds: 60) }
        throttle.countFailure(key, at: call.now)
        let triggered = try await flow.triggerEnroll(call, caller: Caller(tenant: tenant, role: .portal))
        guard let sessionToken = triggered.sessionToken, let callbackURL = triggered.sessionCallbackURL,
            let image = triggered.qrcodeImage
        else { return try .json(triggered) }
        let tokens = try await flow.deployment.tenants.tokens()
        let publicURL = try flow.deployment.publicURL.value
        let bearer = try await flow.deployment.signaturePool.run(.signature) {
            try tokens.accessToken(
                for: tenant, sessionDigest: Flow.sessionDigest(sessionToken), publicURL: publicURL, at: call.now)
        }
        return try .json(
            TriggerResponse(
                sessionCallbackURL: callbackURL, qrcodeImage: image, sessionToken: sessionToken, jwtToken: bearer))
    }

    private struct Bearer: Decodable {
        let jwt: String
    }

    private func withBearer(_ call: Call, _ answer: (Caller) async throws -> Answer) async throws -> Answer {
        try await permitted(call) { tenant in
            let bearer = try readJSON(Bearer.self, from: call.body).jwt
            let caller = try await authentication.caller(ofBearer: bearer, at: call.now)
            guard caller.tenant.id == tenant.id else { throw Refusal(.tokenInvalid) }
            return try await answer(caller)
        }
    }

    /// For the tenant of the path, if it serves this family to this page. Otherwise the route is as if it were not there.
    private func permitted(_ call: Call, _ answer: (Tenant) async throws -> Answer) async throws -> Answer {
        guard let name = call.parameters["realm"],
            let tenant = try await flow.deployment.tenants.tenant(nameOrRealm: name), tenant.settings.sampleWebIsEnabled
        else { throw Refusal(.routeUnknown) }
        guard CrossOrigin.isAllowed(call.headers[.origin], by: tenant) else { throw Refusal(.originNotAllowed) }
        return try await answer(tenant)
    }
}
