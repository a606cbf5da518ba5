internal import HTTPTypes
internal import Onboarding
internal import OnboardingCore
internal import OnboardingHTTP
internal import Tenancy

/// What somebody who signs in changes of their own: second factor, password, sessions.
///
/// It is open as well to who has to set up a second factor before anything else opens, and so is not behind `signedIn`.
struct AccountPages: Sendable {
    let site: Site

    private var operators: OperatorSignIn { site.operators }

    /// Who asks, with a session that opens everything or only this page.
    private struct Visitor {
        let session: String
        /// Nil for who has to set up a second factor first.
        let person: SignedInOperator?
    }

    var routes: [Route] {
        [
            route(.get, "/account") { request, visitor in
                let done = ["password": "changed", "passkey": "passkeyAdded", "passkeyRemoved": "passkeyRemoved"]
                return try await page(
                    request, visitor, done: try request.query["done"].flatMap { done[$0] }.map { "account.\($0)" })
            },
            route(.post, "/account/second-factor") { request, visitor in
                _ = try request.form(of: visitor.session)
                return try await setUp(request, visitor)
            },
            route(.post, "/account/second-factor/confirm", handle: confirm),
            route(.post, "/account/password", handle: setPassword),
            route(.post, "/account/passkeys/options") { request, visitor in
                _ = try request.form(of: visitor.session)
                return try PasskeyOptions.response(
                    to: try await site.passkeys.beginAdding(token: visitor.session, at: request.now))
            },
            route(.post, "/account/passkeys", handle: addPasskey),
            route(.post, "/account/passkeys/remove") { request, visitor in
                let fields = try request.form(of: visitor.session)
                try await site.passkeys.remove(
                    token: visitor.session, id: fields["id"] ?? "", at: request.now)
                return site.seeOther("/account?done=passkeyRemoved")
            },
            route(.post, "/account/sign-out-everywhere") { request, visitor in
                _ = try request.form(of: visitor.session)
                guard let person = visitor.person else { throw Refusal(.sessionEnded) }
                try await operators.signOutEverywhere(person, at: request.now)
                return try await site.afterSignOut(of: try request.authenticated, at: request.now)
            },
        ]
    }

    private func route(
        _ method: HTTPTypes.HTTPRequest.Method, _ template: String,
        handle: @escaping @Sendable (Request, Visitor) async throws -> Response
    ) -> Route {
        // Nobody's page, until the session was looked at: a principal would open more than this.
        Route(method, template, for: site.signedInIfAnybody, refusals: site.refusals) { request in
            guard let session = OperatorCookie.value(in: request.headers),
                let standing = try await operators.standing(token: session, at: request.now)
            else { throw Refusal(.sessionEnded) }
            switch standing {
            case .signedIn(let principal):
                return try await handle(request, Visitor(session: session, person: principal.operator))
            case .mustSetUpSecondFactor: return try await handle(request, Visitor(session: session, person: nil))
            case .needsSecondFactor: throw Refusal(.sessionEnded)
            }
        }
    }

    private func page(
        _ request: Request, _ visitor: Visitor, done: String? = nil, secret: SecretView? = nil,
        passwordProblem: String? = nil, passkeyProblem: String? = nil, status: Int = 200, headers: HTTPFields = [:]
    ) async throws -> Response {
        let words = try site.words(for: request)
        let person = visitor.person
        let passkeys = try await site.passkeys.list(token: visitor.session, at: request.now)
        return try site.page(
            "account",
            AccountView(
                done: done.map { words($0) }, mustSetUp: person == nil, secret: secret,
                hasSecondFactor: person?.hasSecondFactor ?? false,
                hasPassword: person.map { !$0.maySetPasswordAnew } ?? false, passwordProblem: passwordProblem,
                isOfProvider: person?.isOfProvider ?? false, passkeys: passkeys.map { PasskeyView($0, words: words) },
                showsPasskeys: site.passkeys.areOffered || !passkeys.isEmpty,
                mayAddPasskey: site.passkeys.areOffered && passkeys.count < Limit.operatorPasskeys.value,
                passkeyProblem: passkeyProblem,
                rights: OperatorRight.allCases.filter { person?.rights.contains($0) ?? false }
                    .map { words("account.right.\($0.rawValue)") }),
            for: request, status: status, extraHeaders: headers)
    }

    private func setUp(
        _ request: Request, _ visitor: Visitor, problem: String? = nil, after refusal: Refusal? = nil
    ) async throws -> Response {
        let new = try await operators.beginSecondFactor(token: visitor.session, at: request.now)
        let symbol = try QRSymbol(text: new.uri)
        return try await page(
            request, visitor,
            secret: SecretView(side: symbol.side, path: symbol.path, text: new.secret, problem: problem),
            status: refusal?.status ?? 200, headers: refusal?.headers(adding: [:]) ?? [:])
    }

    private func confirm(_ request: Request, _ visitor: Visitor) async throws -> Response {
        let fields = try request.form(of: visitor.session)
        do {
            let session = try await operators.confirmSecondFactor(
                token: visitor.session, code: fields["code"] ?? "", at: request.now)
            return site.seeOther("/account", extraHeaders: [.setCookie: try OperatorCookie.set(session).value])
        } catch let refusal as Refusal where refusal.reason == .signInFailed || refusal.reason == .rateLimited {
            let problem = refusal.problem("signIn.codeFailed", in: try site.words(for: request))
            return try await setUp(request, visitor, problem: problem, after: refusal)
        }
    }

    private func setPassword(_ request: Request, _ visitor: Visitor) async throws -> Response {
        let fields = try request.form(of: visitor.session)
        let words = try site.words(for: request)
        guard let new = fields["new"], new == fields["again"] else {
            return try await page(request, visitor, passwordProblem: words("account.unequal"), status: 422)
        }
        do {
            let session = try await operators.setPassword(
                token: visitor.session, old: fields["old"], new: new, from: request.senderBlock, at: request.now)
            return site.seeOther(
                "/account?done=password", extraHeaders: [.setCookie: try OperatorCookie.set(session).value])
        } catch let refusal as Refusal where refusal.reason == .passwordLength {
            return try await page(request, visitor, passwordProblem: words("account.badLength"), status: 422)
        } catch let refusal as Refusal where refusal.reason == .passwordGuessable {
            return try await page(request, visitor, passwordProblem: words("account.guessable"), status: 422)
        } catch let refusal as Refusal where refusal.reason == .signInFailed || refusal.reason == .rateLimited {
            let problem = refusal.problem("account.wrong", in: words)
            return try await page(
                request, visitor, passwordProblem: problem, status: refusal.status,
                headers: refusal.headers(adding: [:]))
        }
    }

    private func addPasskey(_ request: Request, _ visitor: Visitor) async throws -> Response {
        let fields = try request.form(of: visitor.session)
        do {
            let session = try await site.passkeys.add(
                token: visitor.session, name: fields["name"] ?? "", proof: PasskeyProof(fields),
                cookie: PasskeyCookie.value(in: request.headers), at: request.now)
            return site.seeOther(
                "/account?done=passkey", extraHeaders: [.setCookie: try OperatorCookie.set(session).value])
        } catch let refusal as Refusal where [.signInFailed, .stepAlreadyDone].contains(refusal.reason) {
            return try await page(
                request, visitor, passkeyProblem: try site.words(for: request)("account.passkeyFailed"),
                status: refusal.status)
        }
    }
}

/// What `account.mustache` shows.
struct AccountView {
    let done: String?
    let mustSetUp: Bool
    /// Of a second factor that is being set up.
    let secret: SecretView?
    let hasSecondFactor: Bool
    let hasPassword: Bool
    let passwordProblem: String?
    /// Password and second factor are the provider's business.
    let isOfProvider: Bool
    let passkeys: [PasskeyView]
    /// Whether there are any, or could be.
    let showsPasskeys: Bool
    let mayAddPasskey: Bool
    let passkeyProblem: String?
    let rights: [String]
}

struct PasskeyView {
    let id: String
    let passkeyName: String
    let createdAt: ShownTime
    let lastUsedAt: ShownTime?

    init(_ passkey: OperatorPasskeys.Summary, words: Words) {
        (id, passkeyName) = (passkey.id, passkey.name)
        createdAt = ShownTime(passkey.createdAt, words)
        lastUsedAt = passkey.lastUsedAt.map { ShownTime($0, words) }
    }
}

struct SecretView {
    let side: Int
    let path: String
    let text: String
    let problem: String?
}
