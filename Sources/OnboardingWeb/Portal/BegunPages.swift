internal import Casework
internal import OnboardingCore
internal import OnboardingHTTP
internal import OnboardingJSON
internal import Tenancy

/// What an operator has begun, as its page follows it.
protocol Begun: Equatable, Sendable {
    /// Of the person: what changes is told by it.
    var enrollmentID: EnrollmentID { get }
    /// Whether the person may have been sent the link.
    var isMailed: Bool { get }
    /// Whether nothing can change any more.
    var isOver: Bool { get }

    func status(in words: Words) -> PortalStatus

    /// - Parameter wasNew: an enrollment was asked for, of somebody who turned out to be registered.
    func page(
        callbackURL: String?, mail: MailState, caseHref: String?, wasNew: Bool, words: Words, at now: Instant
    ) throws -> PortalEnrollmentView
}

/// Where operators find what they have begun.
protocol BegunCases: Sendable {
    associatedtype Entry: Begun

    func entry(of id: String?, by principal: Principal, at now: Instant) async throws -> Entry
    /// Whether there was one of this id in the tenant, of which nothing is left.
    func wasErased(_ id: String?, by principal: Principal) async throws -> Bool
    func callbackURL(of id: String?, by principal: Principal, at now: Instant) async throws -> String?
}

/// How it stands: as it is, or that it was erased, as after the person withdrew.
private enum Followed<Entry: Begun>: Equatable, Sendable {
    case present(Entry)
    case erased

    var isOver: Bool {
        switch self {
        case .present(let entry): entry.isOver
        case .erased: true
        }
    }

    func status(in words: Words) -> PortalStatus {
        switch self {
        case .present(let entry): entry.status(in: words)
        case .erased: .erased(in: words)
        }
    }
}

extension TriggeredEnrollments: BegunCases {}
extension TriggeredVisits: BegunCases {}

/// The page of one case that an operator began, an enrollment or a visit: QR code, steps and how it ended.
struct BegunPages<Source: BegunCases>: Sendable {
    let site: Site
    let portal: PortalUseCases
    /// Of the page, with `{id}`.
    let path: String
    let cases: Source

    /// Value of the query parameter `asked`: an enrollment was asked for, and the person turned out to be registered.
    static var askedAsNew: String { "new" }

    var routes: [Route] {
        let audience = site.signedIn(with: .trigger)
        return [
            Route(.get, path, for: audience, refusals: site.refusals, handle: page),
            Route(.get, path + "/status", for: audience) { request in
                let followed = try await followed(
                    request.parameters["id"], by: try request.authenticated, at: request.now)
                return try .json(followed.status(in: try site.words(for: request)))
            },
            Route(.get, path + "/events", for: audience, handle: events),
        ]
    }

    private func followed(
        _ id: String?, by principal: Principal, at now: Instant
    ) async throws -> Followed<Source.Entry> {
        do {
            return .present(try await cases.entry(of: id, by: principal, at: now))
        } catch let refusal as Refusal where refusal.reason == .enrollmentUnknown {
            guard try await cases.wasErased(id, by: principal) else { throw refusal }
            return .erased
        }
    }

    private func page(_ request: Request) async throws -> Response {
        let words = try site.words(for: request)
        let followed = try await followed(
            request.parameters["id"], by: try request.authenticated, at: request.now)
        let view =
            switch followed {
            case .present(let entry): try await view(of: entry, request, words)
            case .erased: PortalEnrollmentView.erased(in: words)
            }
        return try site.page("portal/enrollment", view, for: request)
    }

    private func view(
        of entry: Source.Entry, _ request: Request, _ words: Words
    ) async throws -> PortalEnrollmentView {
        let (id, principal) = (request.parameters["id"], try request.authenticated)
        let person = entry.enrollmentID.text
        // The newest of a registration's messages is this one's, if any was asked for.
        let mail =
            entry.isMailed ? try await portal.enrollments.mailState(person, by: principal, at: request.now) : .none
        let mayReadCases = principal.operator?.rights.contains(.cases) == true
        return try entry.page(
            callbackURL: try await cases.callbackURL(of: id, by: principal, at: request.now), mail: mail,
            caseHref: mayReadCases ? "\(site.base)/desk/cases/\(person)" : nil,
            wasNew: try request.query["asked"] == Self.askedAsNew, words: words, at: request.now)
    }

    private func events(_ request: Request) async throws -> Response {
        let (id, principal) = (request.parameters["id"], try request.authenticated)
        let words = try site.words(for: request)
        let first = try await cases.entry(of: id, by: principal, at: request.now)
        guard let subscription = portal.enrollmentChanges.subscribe(to: first.enrollmentID) else {
            throw Refusal(shortOf: .streams, retryAfterInSeconds: 5)
        }
        return EventStream<Followed<Source.Entry>>(
            clock: site.clock,
            look: { now in
                // Whoever signed out, or was signed out, is told nothing any more. A page that is open keeps nobody signed
                // in.
                guard let person = principal.operator, try await site.operators.isSignedIn(person, at: now) else {
                    return nil
                }
                return try await followed(id, by: principal, at: now)
            },
            isOver: { $0.isOver },
            message: { followed, _ in
                let status = try sortedKeyJSON(followed.status(in: words))
                return "event: status\ndata: \(String(decoding: status, as: UTF8.self))\n\n"
            }
        ).response(from: .present(first), at: subscription, since: request.now)
    }
}
