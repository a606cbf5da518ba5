internal import HTTPTypes
internal import OnboardingAPI
internal import OnboardingCore
internal import OnboardingHTTP
internal import Tenancy

extension Site {
    /// How the routes of pages refuse: whoever is not signed in is sent to sign in, everybody else is told in words.
    var refusals: RefusalForm { refusals(adding: [:]) }

    /// - Parameter sentence: the name of what a page says where nothing is called so.
    func refusals(ofUnknown sentence: String) -> RefusalForm { refusals(adding: [:], ofUnknown: sentence) }

    /// - Parameters:
    ///   - extraHeaders: of every response that refuses.
    ///   - sentence: the name of what a page says where nothing is called so.
    func refusals(adding extraHeaders: HTTPFields, ofUnknown sentence: String = "refusal.unknown") -> RefusalForm {
        RefusalForm(recognizing: { headers, now in
            try? await principal(ofSession: OperatorCookie.value(in: headers), at: now)
        }) { refusal, asked, now, headers in
            var headers = headers
            headers.append(contentsOf: extraHeaders)
            let target = asked?.target ?? ""
            if refusal.reason.meansNotSignedIn, asked != nil {
                let next = OwnPath(target.hasPrefix(base) ? String(target.dropFirst(base.count)) : target)
                return seeOther("/sign-in" + (next.map { "?next=\($0.escaped)" } ?? ""))
            }
            let chosen = FormFields([UInt8](target.drop { $0 != "?" }.dropFirst().utf8), atMost: Limit.formFields.value)
            let language =
                chosen?["lang"].flatMap(Language.init(rawValue:)) ?? asked.map { Language(of: $0.headers) } ?? .english
            do {
                let words = try words(in: language)
                let principal = asked?.principal
                let frame = PageFrame(
                    words: words, language: language, base: base, staticVersion: staticFiles.version,
                    path: String(target.prefix { $0 != "?" }), principal: principal,
                    session: principal.flatMap { _ in asked.flatMap { OperatorCookie.value(in: $0.headers) } },
                    content: RefusalView(refusal, to: principal, ofUnknown: sentence, words: words, at: now))
                return try page(
                    "refusal", frame, status: refusal.status, extraHeaders: refusal.headers(adding: headers))
            } catch {
                return Response(
                    status: 500, body: .bytes([UInt8]("Internal error\n".utf8)),
                    contentType: "text/plain; charset=utf-8")
            }
        }
    }
}

/// What `refusal.mustache` shows: what happened and what to do next, in words; the code stands below, for whoever is asked for help.
struct RefusalView {
    let heading: String
    let sentence: String
    let next: String
    let reason: String
    let at: ShownTime
    /// Where whoever is signed in begins; nil for everybody else.
    let firstPage: String?

    init(
        _ refusal: Refusal, to principal: Principal? = nil, ofUnknown unknown: String = "refusal.unknown", words: Words,
        at now: Instant
    ) {
        heading = words("refusal.heading.\(refusal.kind)")
        sentence = refusal.sentence(in: words, ofUnknown: unknown)
        next = words("refusal.next.\(refusal.kind)")
        reason = refusal.reason.rawValue
        at = ShownTime(now, words)
        firstPage = principal?.operator.map(OperatorFrame.firstPage)
    }
}

extension RefusalReason {
    /// Whether signing in is what helps.
    var meansNotSignedIn: Bool { self == .sessionEnded }
}

extension Refusal {
    /// In `refusal.heading` and `refusal.next`.
    fileprivate var kind: String {
        switch (reason, status) {
        case (.originNotAllowed, _): "form"
        case (.secondOperatorRequired, _), (.ownProposal, _): "proposal"
        case (.providerUnknown, _), (.providerUnavailable, _), (.providerSignInFailed, _), (.providerNotAdmitted, _),
            (.providerRequired, _):
            "signIn"
        case (_, 404), (_, 405): "unknown"
        case (_, 401), (_, 403): "forbidden"
        case (_, 429), (_, 503): "busy"
        case (_, 500...): "server"
        case (_, 409): "changed"
        default: "input"
        }
    }

    /// For the person in front of the page.
    /// - Parameter unknown: the name of what is said where nothing is called so.
    func sentence(in words: Words, ofUnknown unknown: String = "refusal.unknown") -> String {
        let seconds = ["seconds": String(retryAfterInSeconds ?? 5)]
        return switch (reason, status) {
        case (.originNotAllowed, _): words("refusal.origin")
        case (.secondOperatorRequired, _): words("refusal.proposal.required")
        case (.ownProposal, _): words("refusal.proposal.own")
        case (.proposalEnded, _): words("refusal.proposal.ended")
        case (.proposalVoid, _): words("refusal.proposal.void")
        case (.proposalOutdated, _): words("refusal.proposal.outdated")
        case (.erasureBlocked, _): words("case.erase.held")
        case (.rateLimited, _): words("refusal.tooMany", seconds)
        case (.providerUnknown, _): words("refusal.provider.unknown")
        case (.providerUnavailable, _): words("refusal.provider.unavailable")
        case (.providerSignInFailed, _): words("refusal.provider.failed")
        case (.providerNotAdmitted, _): words("refusal.provider.notAdmitted")
        case (.providerRequired, _): words("refusal.provider.required")
        case (.enrollmentUnknown, 404): words(unknown)
        case (_, 404), (_, 405): words("refusal.unknown")
        case (_, 401), (_, 403): words("refusal.forbidden")
        case (_, 429), (_, 503): words("refusal.busy", seconds)
        case (_, 500...): words("refusal.server")
        default: words("refusal.input")
        }
    }
}
