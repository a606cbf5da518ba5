internal import Casework
internal import HTTPTypes
internal import Onboarding
internal import OnboardingAPI
internal import OnboardingCore
internal import Tenancy

/// The sample-web family: called by browsers from a shop's pages, the bearer in the body as `jwt`. Whoever knows the
/// address can start enrollments, so it answers only for tenants that switched it on, to the origins they name, at a
/// bounded rate; the same whomever they name, and without an end to what others have begun (decision 0117).
struct SampleWebRoutes: Sendable {
    let portal: PortalUseCases
    let person: PersonUseCases
    let tenants: TenantDirectory
    let authentication: Authentication
    /// In whose name a page begins an enrollment: it shows no credential.
    private static let clientID = "b2c-sample-web"
    /// Requests that start something, by tenant and address.
    let throttle = AttemptThrottle(limit: Limit.startedSessions.value)

    var all: [Route] {
        let base = "/{realm}/b2c-sample-web/proxy"
        return [
            Route(.post, base + "/triggerEnroll", for: .anyone) { request in
                try await permitted(request) { try await trigger(request, $0) }
            },
            Route(.post, base + "/validateSession", for: .anyone) { request in
                try await withBearer(request) {
                    try await TriggerRoutes.validateSession(request, by: $0, person)
                }
            },
            Route(.post, base + "/doEnroll", for: .anyone) { request in
                try await withBearer(request) { try await EnrollmentSteps.enroll(request, by: $0, person) }
            },
            Route(.post, base + "/triggerAuth", for: .anyone) { request in
                try await permitted(request) { try await triggerAuthenticate(request, $0) }
            },
            Route(.post, base + "/doAuth", for: .anyone) { request in
                try await withBearer(request) {
                    try await AuthenticationSteps.authenticate(request, by: $0, person)
                }
            },
            Route(.post, base + "/addDevice", for: .anyone) { request in
                try await withBearer(request) { try await EnrollmentSteps.addDevice(request, by: $0, person) }
            },
        ]
    }

    /// A session and, for the requests that follow, a bearer that opens it and nothing else.
    private func trigger(_ request: Request, _ tenant: Tenant) async throws -> Response {
        // Whoever shows no credential has no mail sent to strangers.
        let asked = try request.read(TriggerRequest.self).request(mayNotify: false)
        try countStart(request, tenant)
        let result = try await portal.triggerEnroll.perform(
            asked, bodyDigest: request.bodyDigest, from: .page, by: Self.page(of: tenant), at: request.now)
        guard case .triggered(let session) = result else { return try .json(TriggerResponse(result)) }
        let bearer = try await person.validateSession.phoneBearer(
            sessionDigest: Cases.sessionDigest(session.token), tenant: tenant, at: request.now)
        return try .json(TriggerResponse(result, bearer: bearer))
    }

    /// The same for somebody who comes back, if there is such a person.
    private func triggerAuthenticate(_ request: Request, _ tenant: Tenant) async throws -> Response {
        let asked = try request.read(TriggerAuthenticateRequest.self).request(mayNotify: false)
        try countStart(request, tenant)
        let session = try await portal.triggerAuthenticate.performForPage(asked, in: tenant, at: request.now)
        let bearer = try await person.validateSession.phoneBearer(
            sessionDigest: Cases.sessionDigest(session.token), tenant: tenant, at: request.now)
        return try .json(TriggerResponse(session, bearer: bearer))
    }

    private static func page(of tenant: Tenant) -> Principal {
        Principal(tenant: tenant, role: .client(id: clientID, scopes: [.enroll]))
    }

    private func countStart(_ request: Request, _ tenant: Tenant) throws(Refusal) {
        let key = "\(tenant.id.text)\n\(request.senderBlock)"
        request.quotas.note(.sessionStarts, throttle, key, at: request.now)
        if let wait = throttle.wait(key, at: request.now) {
            throw Refusal(.rateLimited, retryAfterInSeconds: wait)
        }
        throttle.countFailure(key, at: request.now)
    }

    private struct Bearer: Decodable {
        let jwt: String
    }

    private func withBearer(
        _ request: Request, _ respond: (Principal) async throws -> Response
    ) async throws -> Response {
        try await permitted(request) { tenant in
            let bearer = try readJSON(Bearer.self, from: request.body).jwt
            let principal = try await authentication.principal(ofBearer: bearer, at: request.now)
            guard principal.tenant.id == tenant.id else { throw Refusal(.tokenInvalid) }
            try principal.requireOfClient(anyOf: [.enroll])
            return try await respond(principal)
        }
    }

    /// For the tenant of the path, if it serves this family to this page. Otherwise the route is as if it were not there.
    private func permitted(
        _ request: Request, _ respond: (Tenant) async throws -> Response
    ) async throws -> Response {
        guard let name = request.parameters["realm"], let tenant = try await tenants.tenant(nameOrRealm: name),
            tenant.settings.sampleWebIsEnabled
        else { throw Refusal(.routeUnknown) }
        guard CrossOrigin.isAllowed(request.headers[.origin], by: tenant) else { throw Refusal(.originNotAllowed) }
        return try await respond(tenant)
    }
}
