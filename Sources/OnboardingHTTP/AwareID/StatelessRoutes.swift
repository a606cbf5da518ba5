package import Casework
package import Onboarding
internal import OnboardingAPI
internal import OnboardingCore
internal import OnboardingCrypto
internal import Tenancy

/// Calls that belong to no enrollment: the vendor's liveness server, and what its web pages ask before they capture.
///
/// Only a tenant's own client judges packages here. A phone's bearer would let whoever holds a session try attacks without
/// end; it may ask about its preview, which decides nothing.
package struct StatelessRoutes: Sendable {
    let portal: PortalUseCases
    let person: PersonUseCases
    /// Packages that did not open, by tenant and address: no enrollment counts them.
    let throttle = PackageThrottle()
    /// Previews, by session, or by tenant and where they come from: nothing else counts them.
    private let previews = AttemptThrottle(
        limit: Limit.previews.value, windowInSeconds: Limit.previewWindow.seconds,
        maximumKeys: Limit.previewingPhones.value)

    package init(portal: PortalUseCases, person: PersonUseCases) {
        self.portal = portal
        self.person = person
    }

    /// In the vendor's form, which its clients look for, and what this is.
    static let version = "Onboarding, in place of Aware FaceLiveness Library, version 1.0.0"

    var all: [Route] {
        // At the root as on the vendor's stand-alone server, below its gateway, and as its web client calls.
        ["", "/faceliveness", "/b2c/sdk/faceliveness"].flatMap(liveness)
            + ["/preface", "/b2c/sdk/preface"].flatMap(preface)
    }

    private func liveness(below prefix: String) -> [Route] {
        [version(prefix), challenge(prefix + "/challenge")]
            + bothNames(prefix + "/checkLiveness") { CheckLivenessResponse(livenessResult: .init($0)) }
            + [
                judging(
                    prefix + "/checkActiveLivenessEncrypted",
                    { (package: ActiveFacePackage) in
                        try package.package.checkSealed()
                        return package.request
                    }, answer: { CheckLivenessResponse(livenessResult: .init($0)) })
            ]
            + bothNames(prefix + "/analyze") {
                AnalyzeResponse(livenessResult: .init($0), autocaptureResult: .init($0), version: Self.version)
            }
    }

    /// A call, and that for sealed packages alone.
    private func bothNames(
        _ template: String, answer: @escaping @Sendable (CheckLiveness.Result) -> some Encodable & Sendable
    ) -> [Route] {
        [
            judging(template, { (package: FacePackage) in package.request }, answer: answer),
            judging(
                template + "Encrypted",
                { (package: FacePackage) in
                    try package.checkSealed()
                    return package.request
                }, answer: answer),
        ]
    }

    private func preface(below prefix: String) -> [Route] {
        let audience = Audience.clientOrPhone(.enroll)
        return [
            version(prefix),
            Route(.post, prefix + "/calculateROI", for: audience) { request in
                try .json(try request.read(CalculateROIRequest.self).region)
            },
            Route(
                .post, prefix + "/autocaptureVideo", for: audience, bodyLimit: .faceBody, effort: .pooled
            ) { request in
                try await guide(request, request.incoming(AutocaptureRequest.self) { .plain($0.preview) })
            },
            Route(
                .post, prefix + "/autocaptureVideoEncrypted", for: audience, bodyLimit: .faceBody, effort: .pooled
            ) { request in
                try await guide(
                    request,
                    request.incoming(FacePackage.self) { package in
                        try package.checkSealed()
                        return package.previewRequest
                    })
            },
        ]
    }

    private func version(_ prefix: String) -> Route {
        Route(.get, prefix + "/version", for: .anyone) { _ in .text(Self.version + "\n") }
    }

    /// What a package for `checkActiveLivenessEncrypted` has to show.
    private func challenge(_ template: String) -> Route {
        Route(.post, template, for: .client(.enroll)) { request in
            let challenge = try portal.challengeCapture.perform(by: try request.authenticated, at: request.now)
            return try .json(ChallengeResponse(challenge, at: request.now))
        }
    }

    private func judging<Message: LargeRequest & Sendable>(
        _ template: String, _ read: @escaping @Sendable (Message) throws -> CheckLiveness.Request,
        answer: @escaping @Sendable (CheckLiveness.Result) -> some Encodable & Sendable
    ) -> Route {
        Route(
            .post, template, for: .client(.enroll), bodyLimit: .faceBody, effort: .pooled
        ) { request in
            let result = try await throttle.around(request) { principal in
                try await portal.checkLiveness.perform(
                    request.incoming(Message.self) { try read($0) }, by: principal, at: request.now)
            }
            return try .json(answer(result))
        }
    }

    /// autocaptureVideo for a page of ours, which is told the turn of the head too. What throttles it is the page's: nothing here can fail to open.
    package static func preview(_ template: String, for audience: Audience, _ person: PersonUseCases) -> Route {
        Route(
            .post, template, for: audience, bodyLimit: .faceBody, effort: .pooled, refusals: .awareID
        ) { request in
            let result = try await person.guideCapture.perform(
                request.incoming(AutocaptureRequest.self) { .ofOwnPage($0.preview) }, by: try request.authenticated,
                at: request.now)
            return try .json(PagePreviewResponse(result))
        }
    }

    private func guide(_ request: Request, _ incoming: Incoming<GuideCapture.Request>) async throws -> Response {
        let principal = try request.authenticated
        let sender = principal.sessionDigest.map(Digest.hex) ?? request.senderBlock
        let key = "\(principal.tenant.id.text)\n\(sender)"
        request.quotas.note(.previews, previews, key, at: request.now)
        if let wait = previews.wait(key, at: request.now) {
            throw Refusal(.rateLimited, retryAfterInSeconds: wait)
        }
        // What is no request costs no engine.
        let incoming = Incoming(bodyDigest: incoming.bodyDigest) { [previews] in
            let asked = try incoming.decode()
            previews.countFailure(key, at: request.now)
            return asked
        }
        let result = try await throttle.around(request) { principal in
            try await person.guideCapture.perform(incoming, by: principal, at: request.now)
        }
        return try .json(AutocaptureResponse(result))
    }
}
