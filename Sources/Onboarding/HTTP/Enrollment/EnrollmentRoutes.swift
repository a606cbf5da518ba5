internal import OnboardingAPI

/// The steps of an enrollment, on both prefixes and in both spellings that clients in the field use.
enum EnrollmentRoutes {
    /// Decisions 19.
    private static let faceBodyLimit = 8 << 20
    private static let documentBodyLimit = 24 << 20
    private static let audience = Audience.portalOrPhone(needsAPIKey: true)

    static func all(_ flow: Flow) -> [Route] {
        ["/onboarding/enrollment", "/b2c/onboarding/enrollment"].flatMap { prefix in
            checks(prefix, flow) + wishes(prefix, flow)
        } + [
            Route(.get, "/b2c/sdk/getSessionId", for: audience) { call in
                try .json(try flow.captureSession(call, caller: try call.authenticated))
            }
        ]
    }

    /// enroll and the checks that it may ask for.
    private static func checks(_ prefix: String, _ flow: Flow) -> [Route] {
        [
            Route(.post, prefix + "/enroll", for: audience) { call in
                try await flow.enroll(call, caller: try call.authenticated)
            },
            Route(.post, prefix + "/addDevice", for: audience) { call in
                try await flow.addDevice(call, caller: try call.authenticated)
            },
            Route(.post, prefix + "/addFace", for: audience, bodyLimit: faceBodyLimit, effort: .pooled) { call in
                try await flow.addFace(call, caller: try call.authenticated)
            },
            document(prefix + "/addDocumentOCR", flow),
            // The guide's own misspelling, which real clients send.
            document(prefix + "/addDcoumentOCR", flow),
        ]
    }

    /// What the person says besides.
    private static func wishes(_ prefix: String, _ flow: Flow) -> [Route] {
        [
            Route(.post, prefix + "/consent", for: audience) { call in
                try await flow.giveConsent(call, caller: try call.authenticated)
            },
            Route(.post, prefix + "/withdrawConsent", for: audience) { call in
                try .json(try await flow.withdrawConsent(call, caller: try call.authenticated))
            },
            Route(.post, prefix + "/cancel", for: audience) { call in
                try await flow.cancel(call, caller: try call.authenticated)
            },
        ]
    }

    private static func document(_ template: String, _ flow: Flow) -> Route {
        Route(.post, template, for: audience, bodyLimit: documentBodyLimit, isDocumentCall: true) { call in
            try await flow.addDocument(call, caller: try call.authenticated)
        }
    }
}
