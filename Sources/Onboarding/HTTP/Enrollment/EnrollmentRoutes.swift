internal import OnboardingAPI

/// The steps of an enrollment, on both prefixes and in both spellings that clients in the field use.
enum EnrollmentRoutes {
    /// Decisions 19.
    private static let faceBodyLimit = 8 << 20
    private static let documentBodyLimit = 24 << 20

    static func all(_ flow: Flow) -> [Route] {
        ["/onboarding/enrollment", "/b2c/onboarding/enrollment"].flatMap { prefix in
            [
                Route(.post, prefix + "/enroll", for: .portalOrPhone(needsAPIKey: true)) { call in
                    try .json(try await flow.enroll(call, caller: try call.authenticated))
                },
                Route(.post, prefix + "/addDevice", for: .portalOrPhone(needsAPIKey: true)) { call in
                    try await flow.addDevice(call, caller: try call.authenticated)
                },
                Route(.post, prefix + "/addFace", for: .portalOrPhone(needsAPIKey: true), bodyLimit: faceBodyLimit) {
                    call in
                    try await flow.addFace(call, caller: try call.authenticated)
                },
                document(prefix + "/addDocumentOCR", flow),
                // The guide's own misspelling, which real clients send.
                document(prefix + "/addDcoumentOCR", flow),
                Route(.post, prefix + "/consent", for: .portalOrPhone(needsAPIKey: true)) { call in
                    try await flow.giveConsent(call, caller: try call.authenticated)
                },
                Route(.post, prefix + "/cancel", for: .portalOrPhone(needsAPIKey: true)) { call in
                    try await flow.cancel(call, caller: try call.authenticated)
                },
            ]
        }
    }

    private static func document(_ template: String, _ flow: Flow) -> Route {
        Route(
            .post, template, for: .portalOrPhone(needsAPIKey: true), bodyLimit: documentBodyLimit, isDocumentCall: true
        ) { call in
            try await flow.addDocument(call, caller: try call.authenticated)
        }
    }
}
