internal import HTTPTypes
package import Onboarding
internal import OnboardingAPI
internal import OnboardingCore
internal import Tenancy

/// The steps of an enrollment below one prefix, for one audience: those of the interface, and those of our own capture page.
package struct EnrollmentSteps: Sendable {
    let prefix: String
    let audience: Audience
    let person: PersonUseCases

    package init(_ prefix: String, for audience: Audience, _ person: PersonUseCases) {
        self.prefix = prefix
        self.audience = audience
        self.person = person
    }

    package var enroll: Route {
        light("enroll") { request in
            try await Self.enroll(request, by: try request.authenticated, person)
        }
    }

    package var addDevice: Route {
        light("addDevice") { request in
            try await Self.addDevice(request, by: try request.authenticated, person)
        }
    }

    package var challengeFace: Route {
        light("challengeFace") { request in
            let challenge = try await person.challengeFace.perform(
                enrollmentToken: try request.read(ChallengeFaceRequest.self).enrollmentToken,
                by: try request.authenticated, at: request.now)
            return try .json(ChallengeResponse(challenge, at: request.now))
        }
    }

    package var addFace: Route {
        Route(
            .post, prefix + "/addFace", for: audience, bodyLimit: .faceBody, effort: .pooled,
            admit: { [person] principal, now in if let principal { try await person.addFace.admit(principal, at: now) }
            }
        ) { request in
            let principal = try request.authenticated
            let result = try await person.addFace.perform(
                request.incoming(AddFaceRequest.self) { $0.request }, by: principal, at: request.now)
            return try .json(AddFaceResponse(result).shown(to: principal))
        }
    }

    /// - Parameter name: of the call, which has two spellings.
    package func addDocument(_ name: String = "addDocumentOCR") -> Route {
        Route(
            .post, "\(prefix)/\(name)", for: audience, bodyLimit: .documentBody, refusals: .awareIDDocument,
            admit: { [person] principal, now in
                if let principal { try await person.addDocument.admit(principal, at: now) }
            }
        ) { request in
            let principal = try request.authenticated
            let result = try await person.addDocument.perform(
                request.incoming(AddDocumentRequest.self) { $0.request }, by: principal, at: request.now)
            return try .json(AddDocumentResponse(result).shown(to: principal))
        }
    }

    package var consent: Route {
        light("consent") { request in
            let standing = try await person.giveConsent.perform(
                request.incoming(ConsentRequest.self) { $0.request }, by: try request.authenticated, at: request.now)
            return try .json(StepResponse(standing))
        }
    }

    package var withdrawConsent: Route {
        light("withdrawConsent") { request in
            let standing = try await person.withdrawConsent.perform(
                try request.read(WithdrawConsentRequest.self).request, by: try request.authenticated, at: request.now)
            return try .json(StepResponse(standing))
        }
    }

    package var requestReview: Route {
        light("requestReview") { request in
            let result = try await person.requestReview.perform(
                request.incoming(CancelRequest.self) { try $0.token }, by: try request.authenticated,
                at: request.now)
            return try .json(ReviewRequestedResponse(result))
        }
    }

    package var cancel: Route {
        light("cancel") { request in
            let standing = try await person.cancel.perform(
                request.incoming(CancelRequest.self) { try $0.token }, by: try request.authenticated,
                at: request.now)
            return try .json(StepResponse(standing))
        }
    }

    private func light(_ name: String, _ handle: @escaping @Sendable (Request) async throws -> Response) -> Route {
        Route(.post, "\(prefix)/\(name)", for: audience, refusals: .awareID, handle: handle)
    }

    static func enroll(_ request: Request, by principal: Principal, _ person: PersonUseCases) async throws -> Response {
        let result = try await person.enroll.perform(
            try request.read(EnrollRequest.self).request, bodyDigest: request.bodyDigest,
            key: try request.idempotencyKey, from: request.senderBlock, by: principal, at: request.now)
        return try .json(EnrollResponse(result))
    }

    static func addDevice(_ request: Request, by principal: Principal, _ person: PersonUseCases) async throws
        -> Response
    {
        let standing = try await person.addDevice.perform(
            request.incoming(AddDeviceRequest.self) { try $0.request }, by: principal, at: request.now)
        return try .json(StepResponse(standing))
    }
}
