internal import HTTPTypes
internal import OnboardingAPI

/// Registrations and configuration, for the tenant's own client; never for a phone's bearer.
enum AdminRoutes {
    static func all(_ flow: Flow) -> [Route] {
        let admin = "/onboarding/admin"
        let detail = admin + "/registration/{registrationCode}"
        let audience = Audience.portal(needsAPIKey: true)
        return [
            Route(.post, admin + "/registration", for: audience, effort: .long) { call in
                try .json(try await flow.registrationList(call, caller: try call.authenticated))
            },
            Route(.get, detail, for: audience, effort: .long) { call in
                try .json(try await flow.registrationDetail(call, caller: try call.authenticated))
            },
            Route(.delete, detail, for: audience) { call in
                try await flow.deleteRegistration(call, caller: try call.authenticated)
                return Answer(status: 204, body: [], contentType: "application/json; charset=utf-8")
            },
            Route(.get, admin + "/customerConfig", for: audience, effort: .long) { call in
                try .json(try await flow.configuration(try call.authenticated))
            },
            // Whatever is kept can be posted back (`ConfigurationChange`).
            Route(.post, admin + "/customerConfig", for: audience, bodyLimit: 256 << 10, effort: .long) { call in
                try .json(try await flow.changeConfiguration(call, caller: try call.authenticated))
            },
        ]
    }
}
