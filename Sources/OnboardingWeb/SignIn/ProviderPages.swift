internal import HTTPTypes
internal import OnboardingCore
internal import OnboardingHTTP
internal import Tenancy

/// Signing in through the OpenID Connect provider of a tenant: to it and back.
struct ProviderPages: Sendable {
    let site: Site

    private var signIn: ProviderSignIn { site.providers }

    var routes: [Route] {
        [
            // Links lead to it and no form does: browsers hold the redirect behind a form against `form-action` as well.
            Route(.get, "/sign-in/oidc", for: .anyone, effort: .long, refusals: site.refusals, handle: begin),
            Route(
                .get, ProviderSignIn.callbackPath, for: .anyone, effort: .long, refusals: returned, handle: end),
            Route(.get, "/sign-out/oidc", for: .anyone, effort: .long, refusals: site.refusals) { request in
                let location = try await signIn.signOutLocation(
                    tenantName: try request.query["tenant"] ?? "", at: request.now)
                guard let location else { return site.seeOther("/sign-in?notice=signedOut") }
                return Response(
                    status: 303, body: .bytes([]), contentType: nil,
                    extraHeaders: [.location: location, .referrerPolicy: "no-referrer"])
            },
        ]
    }

    /// What came back is used up, whatever became of it.
    private var returned: RefusalForm {
        site.refusals(adding: (try? ProviderCookie.removal()).map { [$0.name: $0.value] } ?? [:])
    }

    private func begin(_ request: Request) async throws -> Response {
        let query = try request.query
        // Another site's link signs nobody in whom the provider knows: it leads to the page that asks.
        guard [nil, "same-origin", "none"].contains(request.headers[.secFetchSite]) else {
            let fields = PageQuery(["tenant": query["tenant"] ?? "", "next": OwnPath(query["next"])?.text ?? ""])
            return site.seeOther("/sign-in" + fields.suffix)
        }
        let beginning = try await refusing {
            try await signIn.begin(
                tenantName: query["tenant"] ?? "", next: OwnPath(query["next"])?.text, at: request.now)
        }
        return Response(
            status: 303, body: .bytes([]), contentType: nil,
            extraHeaders: [
                .location: beginning.location, .setCookie: try ProviderCookie.set(beginning.cookie).value,
                .referrerPolicy: "no-referrer",
            ])
    }

    private func end(_ request: Request) async throws -> Response {
        let query = try request.query
        let end = try await refusing {
            try await signIn.end(
                cookie: ProviderCookie.value(in: request.headers), query: query.values, from: request.senderBlock,
                at: request.now)
        }
        guard case .signedIn(token: let session) = end.result else { throw Refusal(.providerSignInFailed) }
        try await site.endSession(before: request)
        let person = try await site.principal(ofSession: session, at: request.now)?.operator
        var cookies: HTTPFields = [.referrerPolicy: "no-referrer"]
        cookies.append(try OperatorCookie.set(session))
        cookies.append(try ProviderCookie.removal())
        return site.seeOther(
            OwnPath(end.next)?.text ?? person.map(OperatorFrame.firstPage) ?? "/account", extraHeaders: cookies)
    }

    /// Tells the log why, and the person what to do.
    private func refusing<Value>(_ body: () async throws -> Value) async throws -> Value {
        do {
            return try await body()
        } catch let refused as ProviderSignIn.Refused {
            // Of no tenant it is whoever found the address.
            site.logger.log(
                level: refused.tenantName == nil ? .info : .warning, "nobody signed in at the provider",
                metadata: ["tenant": "\(refused.tenantName ?? "unknown")", "cause": "\(refused.failure.rawValue)"])
            throw refused.refusal
        }
    }
}
