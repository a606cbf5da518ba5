internal import Foundation
internal import HTTPTypes
internal import OnboardingCore
internal import OnboardingHTTP
internal import Tenancy

/// Signing in by password and code or by a link, and signing out.
struct SignInPages: Sendable {
    let site: Site

    private var operators: OperatorSignIn { site.operators }

    var routes: [Route] {
        [
            Route(.get, "/", for: .anyone, isBelowPrefixes: false, refusals: site.refusals) { request in
                let session = OperatorCookie.value(in: request.headers)
                let person = try await site.principal(ofSession: session, at: request.now)?.operator
                return site.seeOther(person.map(OperatorFrame.firstPage) ?? "/sign-in")
            },
            Route(.get, "/sign-in", for: .anyone, refusals: site.refusals, handle: form),
            Route(.post, "/sign-in", for: .anyone, refusals: site.refusals, handle: signIn),
            Route(.get, "/sign-in/code", for: .anyone, refusals: site.refusals, handle: code),
            Route(.post, "/sign-in/code", for: .anyone, refusals: site.refusals, handle: showCode),
            Route(.post, "/sign-in/passkey/options", for: .anyone) { request in
                _ = try request.form()
                return try PasskeyOptions.response(to: try site.passkeys.beginAlone(at: request.now))
            },
            Route(.post, "/sign-in/passkey", for: .anyone, refusals: site.refusals, handle: signInByPasskey),
            Route(.post, "/sign-in/code/passkey/options", for: .anyone) { request in
                let session = try Self.session(request)
                _ = try request.form(of: session)
                return try PasskeyOptions.response(
                    to: try await site.passkeys.beginSecondFactor(token: session, at: request.now))
            },
            Route(.post, "/sign-in/code/passkey", for: .anyone, refusals: site.refusals, handle: showPasskey),
            Route(.get, "/sign-in/link", for: .anyone, refusals: site.refusals) { request in
                try site.page("sign-in-link", SignInLinkView(isUnopened: true), for: request)
            },
            Route(.post, "/sign-in/link", for: .anyone, refusals: site.refusals, handle: openLink),
            // Also for who has not shown all yet.
            Route(.post, "/sign-out", for: .anyone, effort: .long, refusals: site.refusals) { request in
                let session = try Self.session(request)
                _ = try request.form(of: session)
                guard try await operators.standing(token: session, at: request.now) != nil else {
                    throw Refusal(.sessionEnded)
                }
                let principal = try await site.principal(ofSession: session, at: request.now)
                try await operators.signOut(token: session, at: request.now)
                return try await site.afterSignOut(of: principal, at: request.now)
            },
            // Any request keeps a session; this one is for who is reading, and is asked for by the script that warns.
            Route(.post, "/account/session", for: site.signedIn) { request in
                _ = try request.form()
                guard let person = try request.authenticated.operator else { throw Refusal(.sessionEnded) }
                return try .json(SessionTime(of: person, at: request.now))
            },
        ]
    }

    private func form(_ request: Request) async throws -> Response {
        let (words, query) = (try site.words(for: request), try request.query)
        let notice = query["notice"].flatMap { ["signedOut", "ended"].contains($0) ? $0 : nil }
        var view = SignInView(
            tenant: query["tenant"] ?? "", next: OwnPath(query["next"]),
            notice: notice.map { words("signIn.\($0)") }, offersPasskey: site.passkeys.areOffered)
        try await view.findProvider(signIn: providers)
        if query["also"] == "provider", view.provider != nil {
            view.providerSignOut = "/sign-out/oidc" + PageQuery(["tenant": view.tenant]).suffix
        }
        // Whoever has asked for their organisation's own way is told that there is none.
        if query["by"] == "provider", view.provider == nil { view.problem = words("signIn.noProvider") }
        return try site.page("sign-in", view, for: request, query: Site.query(of: request))
    }

    private var providers: ProviderSignIn { site.providers }

    private func signIn(_ request: Request) async throws -> Response {
        let fields = try request.form()
        let (tenant, name, next) = (fields["tenant"] ?? "", fields["name"] ?? "", OwnPath(fields["next"]))
        do {
            let result = try await operators.signIn(
                tenantName: tenant, name: name, password: fields["password"] ?? "", from: request.senderBlock,
                at: request.now)
            try await site.endSession(before: request)
            return try await welcome(result, next, request)
        } catch let refusal as Refusal
            where [.signInFailed, .rateLimited, .providerRequired].contains(refusal.reason)
        {
            let path = refusal.reason == .providerRequired ? "refusal.provider.required" : "signIn.failed"
            let problem = refusal.problem(path, in: try site.words(for: request))
            var view = SignInView(
                tenant: tenant, name: name, next: next, problem: problem, offersPasskey: site.passkeys.areOffered)
            try await view.findProvider(signIn: providers)
            return try site.page(
                "sign-in", view, for: request, status: refusal.status,
                query: PageQuery(["tenant": tenant, "next": next?.text ?? ""]),
                extraHeaders: refusal.headers(adding: [:]))
        }
    }

    /// What comes after a password or a link was right.
    private func welcome(_ result: OperatorSignIn.Result, _ next: OwnPath?, _ request: Request) async throws -> Response
    {
        switch result {
        case .signedIn(token: let session):
            let person = try await site.principal(ofSession: session, at: request.now)?.operator
            return try welcome(session, to: next?.text ?? person.map(OperatorFrame.firstPage) ?? "/account")
        case .needsSecondFactor(token: let session):
            return try welcome(session, to: "/sign-in/code" + PageQuery(["next": next?.text ?? ""]).suffix)
        case .mustSetUpSecondFactor(token: let session):
            return try welcome(session, to: "/account")
        }
    }

    private func welcome(_ session: String, to path: String) throws -> Response {
        site.seeOther(path, extraHeaders: [.setCookie: try OperatorCookie.set(session).value])
    }

    /// The page for the second step, at an address of its own, so that it can be opened again: in another language, for one.
    private func code(_ request: Request) async throws -> Response {
        guard let session = OperatorCookie.value(in: request.headers),
            let standing = try await operators.standing(token: session, at: request.now)
        else { throw Refusal(.sessionEnded) }
        let next = OwnPath(try request.query["next"])
        switch standing {
        case .needsSecondFactor: return try await codePage(session, next, nil, request)
        case .signedIn(let principal):
            return site.seeOther(next?.text ?? principal.operator.map(OperatorFrame.firstPage) ?? "/account")
        case .mustSetUpSecondFactor: return site.seeOther("/account")
        }
    }

    private func codePage(
        _ session: String, _ next: OwnPath?, _ problem: String?, _ request: Request, after refusal: Refusal? = nil
    ) async throws -> Response {
        let factors = try await site.passkeys.secondFactors(token: session, at: request.now)
        return try site.page(
            "sign-in-code",
            SignInView(next: next, problem: problem, offersPasskey: factors.passkey, asksForCode: factors.code),
            for: request, status: refusal?.status ?? 200, query: PageQuery(["next": next?.text ?? ""]),
            extraHeaders: refusal?.headers(adding: [:]) ?? [:])
    }

    private static func session(_ request: Request) throws(Refusal) -> String {
        guard let session = OperatorCookie.value(in: request.headers) else { throw Refusal(.sessionEnded) }
        return session
    }

    private func signInByPasskey(_ request: Request) async throws -> Response {
        let fields = try request.form()
        let next = OwnPath(fields["next"])
        do {
            let result = try await site.passkeys.signIn(
                proof: PasskeyProof(fields), cookie: PasskeyCookie.value(in: request.headers),
                from: request.senderBlock, at: request.now)
            try await site.endSession(before: request)
            return try await welcome(result, next, request)
        } catch let refusal as Refusal
            where [.signInFailed, .rateLimited, .providerRequired].contains(refusal.reason)
        {
            let path = refusal.reason == .providerRequired ? "refusal.provider.required" : "signIn.passkeyFailed"
            let problem = refusal.problem(path, in: try site.words(for: request))
            var view = SignInView(next: next, problem: problem, offersPasskey: true)
            try await view.findProvider(signIn: providers)
            return try site.page(
                "sign-in", view, for: request, status: refusal.status,
                query: PageQuery(["next": next?.text ?? ""]), extraHeaders: refusal.headers(adding: [:]))
        }
    }

    private func showPasskey(_ request: Request) async throws -> Response {
        let session = try Self.session(request)
        let fields = try request.form(of: session)
        let next = OwnPath(fields["next"])
        do {
            let result = try await site.passkeys.showSecondFactor(
                token: session, proof: PasskeyProof(fields), cookie: PasskeyCookie.value(in: request.headers),
                at: request.now)
            return try await welcome(result, next, request)
        } catch let refusal as Refusal where refusal.reason == .signInFailed || refusal.reason == .rateLimited {
            let problem = refusal.problem("signIn.passkeyFailed", in: try site.words(for: request))
            return try await codePage(session, next, problem, request, after: refusal)
        }
    }

    private func showCode(_ request: Request) async throws -> Response {
        let fields = try request.form()
        guard let session = OperatorCookie.value(in: request.headers) else { throw Refusal(.sessionEnded) }
        let next = OwnPath(fields["next"])
        do {
            return try await welcome(
                try await operators.showCode(token: session, code: fields["code"] ?? "", at: request.now), next, request
            )
        } catch let refusal as Refusal where refusal.reason == .signInFailed || refusal.reason == .rateLimited {
            let problem = refusal.problem("signIn.codeFailed", in: try site.words(for: request))
            return try await codePage(session, next, problem, request, after: refusal)
        }
    }

    /// Whoever opens a link is asked for a password, and setting it uses the link up: what opens links by itself, such as a scanner
    /// of mails, or a tab that is closed again, uses up none.
    private func openLink(_ request: Request) async throws -> Response {
        let fields = try request.form()
        let token = fields["token"] ?? ""
        let standing = try await operators.linkStanding(token: token, at: request.now)
        guard case .good(let tenantName, let name) = standing else { return try linkOver(standing, request) }
        var view = SignInLinkView(good: SignInLinkView.Good(token: token, tenantName: tenantName, personName: name))
        guard let new = fields["new"] else { return try site.page("sign-in-link", view, for: request) }
        let words = try site.words(for: request)
        do {
            guard new == fields["again"] else {
                view.good?.problem = words("account.unequal")
                return try site.page("sign-in-link", view, for: request, status: 422)
            }
            let result = try await operators.redeemLink(token: token, settingPassword: new, at: request.now)
            try await site.endSession(before: request)
            return try await welcome(result, nil, request)
        } catch let refusal as Refusal where [.passwordLength, .passwordGuessable].contains(refusal.reason) {
            let path = refusal.reason == .passwordLength ? "account.badLength" : "account.guessable"
            view.good?.problem = words(path)
            return try site.page("sign-in-link", view, for: request, status: 422)
        } catch let refusal as Refusal where refusal.reason == .signInFailed {
            return try linkOver(try await operators.linkStanding(token: token, at: request.now), request)
        }
    }

    private func linkOver(_ standing: OperatorSignIn.LinkStanding, _ request: Request) throws -> Response {
        var view = SignInLinkView(isUnknown: true)
        if case .expired(let instant) = standing {
            view = SignInLinkView(expiredAt: ShownTime(instant, try site.words(for: request)))
        }
        return try site.page("sign-in-link", view, for: request, status: Refusal(.signInFailed).status)
    }
}

/// What `sign-in-link.mustache` shows: one of these.
struct SignInLinkView {
    /// A link that is good, with whom it is for.
    struct Good {
        let token: String
        let tenantName: String
        let personName: String
        var problem: String?
    }

    /// Nothing of the link is known: its token stands where no server sees it.
    var isUnopened = false
    var good: Good?
    var expiredAt: ShownTime?
    var isUnknown = false
}

/// What the pages for signing in show.
private struct SignInView {
    var tenant = ""
    var name = ""
    /// Where to go on to; nil for the first page.
    var next: OwnPath?
    var notice: String?
    var problem: String?
    /// The path that leads to the tenant's provider; nil without one.
    var provider: String?
    /// The path that leads to being signed out there; nil where nobody has just been signed out here.
    var providerSignOut: String?
    var asksForPassword = true
    /// Whether there are passkeys: of anybody, or on the second page of whoever is signing in.
    var offersPasskey = false
    var asksForCode = true
    /// Whether it asks for the name of an organisation that has a provider: none that has one is named yet.
    var asksForProvider = false

    /// Looks whether the tenant that is named has a provider.
    mutating func findProvider(signIn: ProviderSignIn) async throws {
        guard !tenant.isEmpty, let known = try await signIn.tenant(called: tenant) else {
            asksForProvider = try await signIn.isOffered()
            return
        }
        provider = "/sign-in/oidc?tenant=\(known.name)" + (next.map { "&next=\($0.escaped)" } ?? "")
        asksForPassword = !known.isRequired
    }
}

extension Refusal {
    /// What somebody is told who tried to show who they are.
    /// - Parameter path: the text for what was not right.
    func problem(_ path: String, in words: Words) -> String {
        reason == .rateLimited
            ? words("signIn.tooMany", ["seconds": String(retryAfterInSeconds ?? 60)]) : words(path)
    }
}
