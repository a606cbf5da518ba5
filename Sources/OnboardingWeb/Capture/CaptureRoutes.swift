internal import Casework
internal import HTTPTypes
internal import Onboarding
internal import OnboardingAPI
internal import OnboardingCore
internal import OnboardingCrypto
internal import OnboardingHTTP
internal import Tenancy

/// The page that a phone's browser shows at the address of a QR code, and what it asks below `/capture`.
///
/// That is no interface: it changes with the page, of which `docs/openapi.yaml` has the address alone. The steps are the
/// interface's own. The right to go on is a cookie that no script sees; what the cookie opens is what a phone's bearer opens,
/// one enrollment or authentication.
struct CaptureRoutes: Sendable {
    private static let prefix = "/capture"

    let site: Site
    let person: PersonUseCases
    /// Whoever began an enrollment follows it.
    let portal: PortalUseCases
    private let consents: ConsentTexts
    /// QR data that open nothing, by address: each try is held against the keys of all tenants.
    private let openings = AttemptThrottle(limit: Limit.failedOpenings.value)
    /// Previews, by device: nothing else counts them.
    private let previews = AttemptThrottle(
        limit: Limit.previews.value, windowInSeconds: Limit.previewWindow.seconds,
        maximumKeys: Limit.previewingPhones.value)

    init(_ site: Site, _ person: PersonUseCases, _ portal: PortalUseCases) throws {
        self.site = site
        self.person = person
        self.portal = portal
        consents = try ConsentTexts(site)
    }

    /// Each answer has the nonce of the next proof, so that a browser seldom asks twice.
    var all: [Route] {
        [page]
            + ([open, state, code, asked, answer, decline] + steps + returning).map {
                $0.around { request, handle in
                    var response = try await handle(request)
                    response.extraHeaders[.proofNonce] = request.proofNonce()
                    return response
                }
            }
    }

    /// Opens nothing: its script takes `data` out of the address, and asks `open`. Here the address only says whose page it is.
    private var page: Route {
        Route(.get, "/onboarding", for: .anyone, refusals: site.refusals) { request in
            let tenant = await tenant(of: request)
            let view = CapturePageView(
                tenant, site.language(of: request), words: try site.words(for: request), nonce: request.proofNonce())
            var page = try site.page(
                "capture", view, for: request, usesCamera: true, brand: tenant.map(BrandFrame.init))
            // What the link carries is not in it, and nothing else that is the person's.
            page.codings = .made
            return page
        }
    }

    /// Nil where nobody knows it, and where to find out is too much at the moment: the page then looks as it does for everybody.
    private func tenant(of request: Request) async -> Tenant? {
        let (address, now) = (request.senderBlock, request.now)
        let cookie = CaptureCookie(in: request.headers)
        guard let data = try? request.query["data"] else {
            guard let withdrawn = cookie.tenantOfWithdrawn else {
                return try? await person.captureRights.tenant(holding: cookie.secret, at: now)
            }
            return try? await site.tenants.tenant(nameOrRealm: withdrawn)
        }
        guard openings.wait(address, at: now) == nil else { return nil }
        do {
            if let tenant = try await person.openCapture.tenant(of: data) { return tenant }
            openings.countFailure(address, at: now)
        } catch {
            // The script finds out what is wrong with them, and says so.
        }
        return nil
    }

    private struct Opening: Codable {
        let data: String
        let takeOver: Bool?
    }

    private var open: Route {
        Route(.post, Self.prefix + "/open", for: .capturePage, refusals: .awareID) { request in
            let (address, now) = (request.senderBlock, request.now)
            if let wait = openings.wait(address, at: now) { throw Refusal(.rateLimited, retryAfterInSeconds: wait) }
            let asked = try request.read(Opening.self)
            let held = CaptureCookie(in: request.headers).secret
            // Whoever has seen the link, or reads the cookie, has not the key.
            guard let key = request.keyThumbprint else { throw Refusal(.proofInvalid) }
            let opened: OpenCapture.Opened
            do {
                opened = try await person.openCapture.perform(
                    data: asked.data, takesOver: asked.takeOver ?? false, holding: held, key: key, at: now)
            } catch let refusal as Refusal where refusal.reason == .tokenUnknown {
                openings.countFailure(address, at: now)
                throw refusal
            }
            var response =
                if let code = opened.asksUnder {
                    try Response.json(TakeOverAsked(code: Nullable(code)))
                } else {
                    try await state(of: opened.secret ?? held, for: request, isOpening: true)
                }
            if let secret = opened.secret {
                response.extraHeaders.append(
                    try CaptureCookie.set(secret: secret, lifetimeInSeconds: opened.lifetimeInSeconds))
            }
            return response
        }
    }

    private var state: Route {
        Route(.get, Self.prefix + "/state", for: .captureReader(person.captureRights), refusals: .awareID) {
            request in
            let cookie = CaptureCookie(in: request.headers)
            guard let name = cookie.tenantOfWithdrawn else { return try await state(of: cookie.secret, for: request) }
            guard let tenant = try await site.tenants.tenant(nameOrRealm: name) else {
                throw Refusal(.tokenMissing)
            }
            return try .json(CaptureState.withdrawn(from: tenant, site.language(of: request)))
        }
    }

    private struct TakeOverAsked: Encodable {
        let code: Nullable<String>

        private enum CodingKeys: String, CodingKey {
            case code = "takeOverCode"
        }
    }

    /// Whether another device asks to go on in the place of this one.
    private var asked: Route {
        Route(.get, Self.prefix + "/takeOver", for: .captureReader(person.captureRights), refusals: .awareID) {
            request in
            let code = try await person.takeOver.asked(
                holding: CaptureCookie(in: request.headers).secret, key: request.keyThumbprint, at: request.now)
            return try .json(TakeOverAsked(code: Nullable(code)))
        }
    }

    private struct TakeOverDecision: Codable {
        let takeOverCode: String
        let allow: Bool
    }

    private var answer: Route {
        Route(.post, Self.prefix + "/takeOver", for: .capture(person.captureRights), refusals: .awareID) { request in
            let answer = try request.read(TakeOverDecision.self)
            try await person.takeOver.answer(
                answer.takeOverCode, allows: answer.allow, holding: CaptureCookie(in: request.headers).secret,
                key: request.keyThumbprint, at: request.now)
            return try .json(TakeOverAsked(code: Nullable(nil)))
        }
    }

    /// The link once more, for another phone: drawn here, so that it stands in no address and no log.
    private var code: Route {
        Route(.get, Self.prefix + "/code", for: .captureReader(person.captureRights), refusals: .awareID) { request in
            let symbol = try await person.captureLink.symbol(
                holding: CaptureCookie(in: request.headers).secret, key: request.keyThumbprint, at: request.now)
            let side = symbol.side
            let drawing =
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 \(side) \(side)\">"
                + "<rect width=\"\(side)\" height=\"\(side)\" fill=\"#fff\"/><path d=\"\(symbol.path)\"/></svg>"
            return Response(
                body: .bytes([UInt8](drawing.utf8)), contentType: "image/svg+xml",
                extraHeaders: [
                    .cacheControl: "no-store", .crossOriginResourcePolicy: "same-origin",
                    .contentSecurityPolicy: "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox",
                ])
        }
    }

    /// The person declines the text: whoever asked them is told. They may still agree.
    private var decline: Route {
        Route(.post, Self.prefix + "/decline", for: .capture(person.captureRights), refusals: .awareID) { request in
            let standing = try await person.captureStandings.standing(
                holding: CaptureCookie(in: request.headers).secret, key: request.keyThumbprint, at: request.now)
            if standing.step == .consent { portal.declinedConsents.note(standing.enrollmentID, at: request.now) }
            return try .json(Declined(isNoted: standing.step == .consent))
        }
    }

    private struct Declined: Encodable {
        let isNoted: Bool
    }

    private func state(
        of secret: String?, for request: Request, isOpening: Bool = false
    ) async throws -> Response {
        let standing = try await person.captureStandings.standing(
            holding: secret, key: request.keyThumbprint, at: request.now)
        if isOpening { portal.enrollmentChanges.signal(standing.enrollmentID) }
        let language = site.language(of: request)
        return try .json(
            CaptureState(
                standing, consents.text(of: standing.tenant, in: language),
                keys: try site.tenants.keys(of: standing.tenant), language))
    }

    private var steps: [Route] {
        let audience = Audience.capture(person.captureRights)
        let steps = EnrollmentSteps(Self.prefix, for: audience, person)
        return [
            steps.enroll.around { request, handle in
                try check(try request.read(EnrollRequest.self).consent, by: try request.authenticated)
                // The portal sees the phone come when the person agrees, as it sees an app.
                try await person.validateSession.noteArrival(of: try request.authenticated, at: request.now)
                return try await handle(request)
            },
            steps.consent.around { request, handle in
                try check(try request.read(ConsentRequest.self).consent, by: try request.authenticated)
                return try await handle(request)
            },
            steps.withdrawConsent.around { request, handle in
                let tenant = try request.authenticated.tenant
                var response = try await handle(request)
                response.extraHeaders.append(
                    try CaptureCookie.setWithdrawn(
                        tenant: tenant.name, lifetimeInSeconds: Limit.captureRightLife.seconds))
                return response
            },
            StatelessRoutes.preview(Self.prefix + "/preview", for: audience, person).around { request, handle in
                let device = Self.device(try request.authenticated)
                request.quotas.note(.previews, previews, device, at: request.now)
                if let wait = previews.wait(device, at: request.now) {
                    throw Refusal(.rateLimited, retryAfterInSeconds: wait)
                }
                previews.countFailure(device, at: request.now)
                return try await handle(request)
            },
            steps.addDevice, steps.challengeFace, steps.addFace, steps.addDocument(), steps.requestReview, steps.cancel,
        ]
    }

    /// The steps of somebody who comes back, and for those of them who have another device what begins a re-enrollment.
    private var returning: [Route] {
        let audience = Audience.capture(person.captureRights)
        let authentication = AuthenticationSteps(Self.prefix + "/authentication", for: audience, person)
        let prefix = Self.prefix + "/reEnrollment"
        let reEnrollment = AuthenticationSteps(prefix, for: audience, person)
        let beginning = [authentication.authenticate, EnrollmentSteps(prefix, for: audience, person).enroll].map {
            $0.around { request, handle in
                try await person.validateSession.noteArrival(of: try request.authenticated, at: request.now)
                return try await handle(request)
            }
        }
        return beginning + authentication.ofAuthentication + reEnrollment.ofReEnrollment + [
            authentication.verifyDevice, reEnrollment.completeReEnroll,
        ]
    }

    /// One enrollment goes on on one device at a time.
    private static func device(_ principal: Principal) -> String {
        principal.sessionDigest.map(Hexadecimal.encode) ?? ""
    }

    /// Whoever goes on here has seen a text of ours, and agreed to it or not.
    private func check(_ consent: OnboardingAPI.Consent?, by principal: Principal) throws(Refusal) {
        guard let consent else { throw Refusal(.consentRequired, member: "consent") }
        try OnboardingCore.Consent(consent).check(isTo: consents.all(of: principal.tenant))
    }
}
