internal import Foundation
internal import HTTPTypes
internal import Onboarding
internal import OnboardingCore
internal import OnboardingHTTP

/// Signing in by password and code or by a link, and signing out.
struct SignInPages: Sendable {
    let site: Site

    private var operators: OperatorSignIn { site.material.useCases.operators }

    var routes: [Route] {
        [
            Route(.get, "/", for: .anyone, isBelowPrefixes: false, refusals: site.refusals) { request in
                let session = OperatorCookie.value(in: request.headers)
                let person = try await site.principal(ofSession: session, at: request.now)?.operator
                return site.seeOther(person.map(OperatorFrame.firstPage) ?? "/sign-in")
            },
            Route(.get, "/sign-in", for: .anyone, refusals: site.refusals, handle: form),
            Route(.post, "/sign-in", for: .anyone, refusals: site.refusals, handle: signIn),
            Route(.post, "/sign-in/code", for: .anyone, refusals: site.refusals, handle: showCode),
            Route(.get, "/sign-in/link", for: .anyone, refusals: site.refusals) { request in
                try site.page("sign-in-link", SignInView(), for: request)
            },
            Route(.post, "/sign-in/link", for: .anyone, refusals: site.refusals, handle: redeemLink),
            Route(.post, "/sign-out", for: site.signedIn, refusals: site.refusals) { request in
                _ = try request.form()
                if let session = OperatorCookie.value(in: request.headers) {
                    try await operators.signOut(token: session, at: request.now)
                }
                return site.seeOther(
                    "/sign-in?notice=signedOut", extraHeaders: [.setCookie: try OperatorCookie.removal().value])
            },
        ]
    }

    private func form(_ request: Request) async throws -> Response {
        let (words, query) = (try site.words(for: request), try request.query)
        let notice = query["notice"].flatMap { ["signedOut", "ended"].contains($0) ? $0 : nil }
        var view = SignInView(
            tenant: query["tenant"] ?? "", next: Self.ownPath(query["next"]) ?? "",
            notice: notice.map { words("signIn.\($0)") })
        try await view.findProvider(signIn: providers)
        // Whoever has asked for their organisation's own way is told that there is none.
        if query["by"] == "provider", view.provider == nil { view.problem = words("signIn.noProvider") }
        return try site.page("sign-in", view, for: request)
    }

    private var providers: ProviderSignIn { site.material.useCases.providerSignIn }

    private func signIn(_ request: Request) async throws -> Response {
        let fields = try request.form()
        let (tenant, name, next) = (fields["tenant"] ?? "", fields["name"] ?? "", Self.ownPath(fields["next"]))
        do {
            let result = try await operators.signIn(
                tenantName: tenant, name: name, password: fields["password"] ?? "", from: request.remoteAddress,
                at: request.now)
            return try await welcome(result, next, request)
        } catch let refusal as Refusal
            where [.signInFailed, .rateLimited, .providerRequired].contains(refusal.reason)
        {
            let path = refusal.reason == .providerRequired ? "refusal.provider.required" : "signIn.failed"
            let problem = refusal.problem(path, in: try site.words(for: request))
            var view = SignInView(tenant: tenant, name: name, next: next ?? "", problem: problem)
            try await view.findProvider(signIn: providers)
            return try site.page(
                "sign-in", view, for: request, status: refusal.status, extraHeaders: refusal.headers(adding: [:]))
        }
    }

    /// What comes after a password or a link was right.
    private func welcome(_ result: OperatorSignIn.Result, _ next: String?, _ request: Request) async throws -> Response
    {
        switch result {
        case .signedIn(token: let session):
            let person = try await site.principal(ofSession: session, at: request.now)?.operator
            return try welcome(session, to: next ?? person.map(OperatorFrame.firstPage) ?? "/account")
        case .needsSecondFactor(token: let session):
            return try codePage(session, next, nil, request)
        case .mustSetUpSecondFactor(token: let session):
            return try welcome(session, to: "/account")
        }
    }

    private func welcome(_ session: String, to path: String) throws -> Response {
        site.seeOther(path, extraHeaders: [.setCookie: try OperatorCookie.set(session).value])
    }

    private func codePage(
        _ session: String, _ next: String?, _ problem: String?, _ request: Request, status: Int = 200
    ) throws -> Response {
        try site.page(
            "sign-in-code", SignInView(next: next ?? "", problem: problem), for: request, status: status,
            extraHeaders: [.setCookie: try OperatorCookie.set(session).value])
    }

    private func showCode(_ request: Request) async throws -> Response {
        let fields = try request.form()
        guard let session = OperatorCookie.value(in: request.headers) else { throw Refusal(.sessionEnded) }
        let next = Self.ownPath(fields["next"])
        do {
            return try await welcome(
                try await operators.showCode(token: session, code: fields["code"] ?? "", at: request.now), next, request
            )
        } catch let refusal as Refusal where refusal.reason == .signInFailed || refusal.reason == .rateLimited {
            let problem = refusal.problem("signIn.codeFailed", in: try site.words(for: request))
            return try codePage(session, next, problem, request, status: refusal.status)
        }
    }

    private func redeemLink(_ request: Request) async throws -> Response {
        let fields = try request.form()
        do {
            return try await welcome(
                try await operators.redeemLink(token: fields["token"] ?? "", at: request.now), nil, request)
        } catch let refusal as Refusal where refusal.reason == .signInFailed {
            let words = try site.words(for: request)
            return try site.page(
                "sign-in-link", SignInView(problem: words("signIn.linkFailed")), for: request, status: refusal.status)
        }
    }

    /// A path of ours that a page sends on to: never another site, which a link could name.
    static func ownPath(_ text: String?) -> String? {
        guard let text, text.wholeMatch(of: /\/[A-Za-z0-9._~\-]+(?:\/[A-Za-z0-9._~\-]+)*/) != nil else { return nil }
        return text
    }
}

/// What the pages for signing in show.
private struct SignInView {
    var tenant = ""
    var name = ""
    /// Where to go on to; empty for the first page.
    var next = ""
    var notice: String?
    var problem: String?
    /// The path that leads to the tenant's provider; nil without one.
    var provider: String?
    var asksForPassword = true

    /// Looks whether the tenant that is named has a provider.
    mutating func findProvider(signIn: ProviderSignIn) async throws {
        guard !tenant.isEmpty, let known = try await signIn.tenant(called: tenant) else { return }
        provider = "/sign-in/oidc?tenant=\(known.name)" + (next.isEmpty ? "" : "&next=\(next)")
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
