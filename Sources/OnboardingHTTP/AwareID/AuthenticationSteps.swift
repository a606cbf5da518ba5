package import Onboarding
internal import OnboardingAPI
internal import OnboardingCore
internal import Tenancy

/// The steps of somebody who comes back below one prefix, for one audience: those of the interface, and those of our own capture
/// page.
package struct AuthenticationSteps: Sendable {
    let prefix: String
    let audience: Audience
    let person: PersonUseCases

    package init(_ prefix: String, for audience: Audience, _ person: PersonUseCases) {
        self.prefix = prefix
        self.audience = audience
        self.person = person
    }

    package var authenticate: Route {
        light("authenticate") { request in
            try await Self.authenticate(request, by: try request.authenticated, person)
        }
    }

    package var verifyDevice: Route {
        light("verifyDevice") { request in
            let result = try await person.verifyDevice.perform(
                request.incoming(VerifyDeviceRequest.self) { try $0.request }, by: try request.authenticated,
                at: request.now)
            return try .json(VerifyDeviceResponse(result))
        }
    }

    package var completeReEnroll: Route {
        light("completeReEnroll") { request in
            let standing = try await person.completeReEnroll.perform(
                request.incoming(CompleteReEnrollRequest.self) { try $0.request }, by: try request.authenticated,
                at: request.now)
            return try .json(CompleteReEnrollResponse(standing))
        }
    }

    /// What an authentication and a re-enrollment have alike.
    package var ofAuthentication: [Route] { shared(AuthTokenMember.self, person.authentication) }

    /// The same under the token of a re-enrollment.
    package var ofReEnrollment: [Route] { shared(ReEnrollmentTokenMember.self, person.reEnrollment) }

    static func authenticate(
        _ request: Request, by principal: Principal, _ person: PersonUseCases
    ) async throws -> Response {
        let result = try await person.authenticate.perform(
            try request.read(AuthenticateRequest.self).request, bodyDigest: request.bodyDigest,
            key: try request.idempotencyKey, from: request.senderBlock, by: principal, at: request.now)
        return try .json(AuthenticateResponse(result))
    }

    private func shared<Member: TokenMember>(_: Member.Type, _ steps: ReturningSteps) -> [Route] {
        [
            light("challengeFace") { request in
                let asked = try request.read(ReturningRequest<Member, NoContent>.self)
                let challenge = try await steps.challengeFace.perform(
                    token: asked.token, by: try request.authenticated, at: request.now)
                return try .json(ChallengeResponse(challenge, at: request.now))
            },
            Route(.post, prefix + "/verifyFace", for: audience, bodyLimit: .faceBody, effort: .pooled) { request in
                let principal = try request.authenticated
                let result = try await steps.verifyFace.perform(
                    request.incoming(ReturningRequest<Member, FaceContent>.self) {
                        VerifyFace.Request($0.token, $0.content)
                    }, by: principal, at: request.now)
                return try .json(VerifyFaceResponse(result).shown(to: principal))
            },
            Route(
                .post, prefix + "/addDocumentOCR", for: audience, bodyLimit: .documentBody,
                refusals: .awareIDDocument
            ) { request in
                let principal = try request.authenticated
                let result = try await steps.verifyDocument.perform(
                    request.incoming(ReturningRequest<Member, DocumentContent>.self) {
                        AddDocumentRequest(enrollmentToken: $0.token, documentsInfo: $0.content.documentsInfo).request
                    }, by: principal, at: request.now)
                return try .json(VerifyDocumentResponse(result).shown(to: principal))
            },
            light("cancel") { request in
                let standing = try await steps.cancel.perform(
                    request.incoming(ReturningRequest<Member, ReasonContent>.self) {
                        _ = try $0.content.reason.checkedIfPresent(.reviewReason, as: "reason")
                        return $0.token
                    },
                    by: try request.authenticated, at: request.now)
                return try .json(AuthenticationStepResponse(standing))
            },
        ]
    }

    private func light(_ name: String, _ handle: @escaping @Sendable (Request) async throws -> Response) -> Route {
        Route(.post, "\(prefix)/\(name)", for: audience, refusals: .awareID, handle: handle)
    }
}
