internal import Onboarding
internal import OnboardingAPI
internal import OnboardingCore

/// The steps of an enrollment, on both prefixes and in both spellings that clients in the field use.
enum EnrollmentRoutes {
    private static let audience = Audience.clientOrPhone(.enroll)

    static func all(_ useCases: UseCases) -> [Route] {
        ["/onboarding/enrollment", "/b2c/onboarding/enrollment"].flatMap { prefix in
            checks(prefix, useCases) + others(prefix, useCases)
        } + [
            Route(.get, "/b2c/sdk/getSessionId", for: audience) { request in
                let id = try useCases.beginCapture.perform(by: try request.authenticated, at: request.now)
                return try .json(CaptureSessionResponse(sessionID: id.text))
            }
        ]
    }

    /// enroll and the checks that it may ask for.
    private static func checks(_ prefix: String, _ useCases: UseCases) -> [Route] {
        [
            Route(.post, prefix + "/enroll", for: audience) { request in
                try await enroll(request, by: try request.authenticated, useCases)
            },
            Route(.post, prefix + "/addDevice", for: audience) { request in
                try await addDevice(request, by: try request.authenticated, useCases)
            },
            Route(.post, prefix + "/challengeFace", for: audience) { request in
                let challenge = try await useCases.challengeFace.perform(
                    enrollmentToken: try request.read(ChallengeFaceRequest.self).enrollmentToken,
                    by: try request.authenticated, at: request.now)
                return try .json(ChallengeResponse(challenge, at: request.now))
            },
            Route(.post, prefix + "/addFace", for: audience, bodyLimit: .faceBody, effort: .pooled) { request in
                let result = try await useCases.addFace.perform(
                    request.incoming(AddFaceRequest.self) { $0.request }, by: try request.authenticated,
                    at: request.now)
                return try .json(AddFaceResponse(result))
            },
            document(prefix + "/addDocumentOCR", useCases),
            // The guide's own misspelling, which real clients send.
            document(prefix + "/addDcoumentOCR", useCases),
        ]
    }

    /// What a person or client says beside the checks.
    private static func others(_ prefix: String, _ useCases: UseCases) -> [Route] {
        [
            Route(.post, prefix + "/consent", for: audience) { request in
                let standing = try await useCases.giveConsent.perform(
                    request.incoming(ConsentRequest.self) { $0.request }, by: try request.authenticated,
                    at: request.now)
                return try .json(StepResponse(standing))
            },
            Route(.post, prefix + "/withdrawConsent", for: audience) { request in
                let standing = try await useCases.withdrawConsent.perform(
                    enrollmentToken: try request.read(CancelRequest.self).enrollmentToken,
                    by: try request.authenticated, at: request.now)
                return try .json(StepResponse(standing))
            },
            Route(.post, prefix + "/requestReview", for: audience) { request in
                let standing = try await useCases.requestReview.perform(
                    request.incoming(CancelRequest.self) { $0.enrollmentToken }, by: try request.authenticated,
                    at: request.now)
                return try .json(StepResponse(standing))
            },
            Route(.post, prefix + "/cancel", for: audience) { request in
                let standing = try await useCases.cancel.perform(
                    request.incoming(CancelRequest.self) { $0.enrollmentToken }, by: try request.authenticated,
                    at: request.now)
                return try .json(StepResponse(standing))
            },
        ]
    }

    private static func document(_ template: String, _ useCases: UseCases) -> Route {
        Route(.post, template, for: audience, bodyLimit: .documentBody, refusals: .awareIDDocument) { request in
            let result = try await useCases.addDocument.perform(
                request.incoming(AddDocumentRequest.self) { $0.request }, by: try request.authenticated,
                at: request.now)
            return try .json(AddDocumentResponse(result))
        }
    }

    static func enroll(_ request: Request, by principal: Principal, _ useCases: UseCases) async throws -> Response {
        let result = try await useCases.enroll.perform(
            try request.read(EnrollRequest.self).request, bodyDigest: request.bodyDigest,
            key: try request.idempotencyKey, by: principal, at: request.now)
        return try .json(EnrollResponse(result))
    }

    static func addDevice(_ request: Request, by principal: Principal, _ useCases: UseCases) async throws -> Response {
        let standing = try await useCases.addDevice.perform(
            request.incoming(AddDeviceRequest.self) { try $0.request }, by: principal, at: request.now)
        return try .json(StepResponse(standing))
    }
}
