internal import HTTPTypes
internal import Onboarding
internal import OnboardingAPI
internal import OnboardingCore
internal import OnboardingJSON

/// Registrations and configuration, for the tenant's own client; never for a phone's bearer.
enum AdminRoutes {
    static func all(_ useCases: UseCases) -> [Route] {
        let admin = "/onboarding/admin"
        let detail = admin + "/registration/{registrationCode}"
        let audience = Audience.portal(needsAPIKey: true)
        let (registrations, configuration) = (useCases.registrations, useCases.configuration)
        return [
            Route(.post, admin + "/registration", for: audience, effort: .long) { request in
                let asked = try readJSON(RegistrationListRequest.self, from: request.body)
                let page = try await registrations.page(
                    asked.pageNumber, size: asked.pageSize, by: try request.authenticated)
                return try .json(RegistrationListResponse(page, of: asked))
            },
            Route(.get, detail, for: audience, effort: .long) { request in
                let detail = try await registrations.detail(
                    registrationCode: request.parameters["registrationCode"], by: try request.authenticated)
                return try .json(RegistrationDetail(detail))
            },
            Route(.delete, detail, for: audience) { request in
                try await registrations.delete(
                    registrationCode: request.parameters["registrationCode"], by: try request.authenticated,
                    at: request.now)
                return Response(status: 204, body: .bytes([]), contentType: Response.jsonType)
            },
            Route(.get, admin + "/customerConfig", for: audience, effort: .long) { request in
                try .json(try await configuration.read(by: try request.authenticated))
            },
            // Whatever is kept can be posted back (`ConfigurationChange`).
            Route(.post, admin + "/customerConfig", for: audience, bodyLimit: .configurationBody, effort: .long) {
                request in
                let posted = try readJSON(JSONValue.self, from: request.body)
                return try .json(
                    try await configuration.change(posted, by: try request.authenticated, at: request.now))
            },
        ]
    }
}
