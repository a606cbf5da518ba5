internal import Casework
internal import OnboardingAPI
internal import OnboardingCore
internal import OnboardingHTTP
internal import Tenancy

/// Who works for the tenant at the web side: listed, added, changed, disabled, signed out. Nobody gives what they do not have, and
/// nobody locks themselves out.
struct PeoplePage: Sendable {
    let site: Site
    let operatorAdministration: OperatorAdministration
    let proposals: Proposals

    private static let edit = AdminTab.people.path + "/edit"

    /// What was done, as the query of the page behind it says.
    private enum Done: String {
        case changed, disabled, enabled, signedOut, secondFactorReset
    }

    var routes: [Route] {
        [
            site.adminRoute(.get, AdminTab.people.path, of: .people) { try await list($0) },
            site.adminRoute(.post, AdminTab.people.path, of: .people, handle: add),
            site.adminRoute(.get, Self.edit, of: .people) { request in
                let query = try request.query
                return try await person(
                    request, named: query["name"] ?? "", done: query["done"].flatMap(Done.init(rawValue:)))
            },
            site.adminRoute(.post, Self.edit, of: .people) { request in
                try await change(
                    request, .changed,
                    orPropose: { fields in
                        let (role, rights) = Self.granted(in: fields)
                        return .changeOperator(name: fields["name"] ?? "", role: role, rights: rights)
                    }
                ) { people, tenant, fields in
                    let (role, rights) = Self.granted(in: fields)
                    try await people.change(
                        fields["name"] ?? "", role: role, rights: rights, tenant: tenant, at: request.now)
                }
            },
            site.adminRoute(.post, Self.edit + "/link", of: .people, handle: makeLink),
            site.adminRoute(.post, Self.edit + "/disable", of: .people) { request in
                try await change(request, .disabled) { people, tenant, fields in
                    try await people.disable(fields["name"] ?? "", tenant: tenant, at: request.now)
                }
            },
            site.adminRoute(.post, Self.edit + "/enable", of: .people) { request in
                try await change(
                    request, .enabled, orPropose: { .enableOperator(name: $0["name"] ?? "") }
                ) { people, tenant, fields in
                    try await people.enable(fields["name"] ?? "", tenant: tenant, at: request.now)
                }
            },
            site.adminRoute(.post, Self.edit + "/sign-out", of: .people) { request in
                try await change(request, .signedOut) { people, tenant, fields in
                    _ = try await people.signOut(fields["name"] ?? "", tenant: tenant, at: request.now)
                }
            },
            site.adminRoute(.post, Self.edit + "/second-factor", of: .people) { request in
                try await change(
                    request, .secondFactorReset, orPropose: { .resetSecondFactor(name: $0["name"] ?? "") }
                ) { people, tenant, fields in
                    try await people.resetSecondFactor(fields["name"] ?? "", tenant: tenant, at: request.now)
                }
            },
        ]
    }

    private func administration(_ request: Request) throws -> (people: OperatorAdministration, tenant: String) {
        let principal = try request.authenticated
        return (try operatorAdministration.by(principal), principal.tenant.name)
    }

    private func list(_ request: Request, _ form: NewPersonForm = NewPersonForm(), status: Int = 200) async throws
        -> Response
    {
        let (people, tenant) = try administration(request)
        return try site.page(
            "admin/people",
            PeopleView(
                try request.authenticated, try await people.list(tenant: tenant), form,
                words: try site.words(for: request)),
            for: request, status: status)
    }

    private func person(
        _ request: Request, named name: String, done: Done? = nil, problem: String? = nil, status: Int = 200
    ) async throws -> Response {
        let (people, tenant) = try administration(request)
        // Another tenant's is as unknown as nobody's.
        guard let person = try await people.list(tenant: tenant).first(where: { $0.name == name }) else {
            throw Refusal(.routeUnknown)
        }
        let words = try site.words(for: request)
        return try site.page(
            "admin/person",
            PersonView(
                try request.authenticated, person, done: done.map { words("admin.people.done.\($0.rawValue)") },
                problem: problem, words: words),
            for: request, status: status)
    }

    private func add(_ request: Request) async throws -> Response {
        let (people, tenant) = try administration(request)
        let fields = try request.form()
        var form = NewPersonForm(fields)
        let proposed = ProposedAction.addOperator(name: form.name, role: form.role, rights: form.rights)
        do {
            let token = try await people.create(
                form.name, role: form.role, rights: form.rights, tenant: tenant, at: request.now)
            return try linkPage(request, name: form.name, token: token ?? "")
        } catch let refusal as Refusal where refusal.reason == .secondOperatorRequired {
            return try await propose(proposed, request)
        } catch let error as OperatorAdministrationError {
            form.problem = error.sentence(in: try site.words(for: request))
        } catch let refusal as Refusal where refusal.reason == .scopeMissing {
            form.problem = refusal.lackingSentence(in: try site.words(for: request))
        }
        return try await list(request, form, status: 422)
    }

    private func makeLink(_ request: Request) async throws -> Response {
        let fields = try request.form()
        return try await changing(
            request, fields, orPropose: { .makeLink(name: $0["name"] ?? "") }
        ) { people, tenant in
            let name = fields["name"] ?? ""
            return try linkPage(
                request, name: name, token: try await people.link(name, tenant: tenant, at: request.now))
        }
    }

    /// The one time that a link is shown.
    private func linkPage(_ request: Request, name: String, token: String) throws -> Response {
        let url = try site.publicURL.value + OperatorAdministration.linkPath(token: token)
        return try site.page(
            "admin/link",
            LinkView(
                tabs: AdminTabView.all(
                    for: try request.authenticated, at: .people, words: try site.words(for: request)),
                personName: name, linkURL: url),
            for: request)
    }

    private func change(
        _ request: Request, _ done: Done, orPropose proposed: ((FormFields) -> ProposedAction)? = nil,
        _ body: (OperatorAdministration, _ tenant: String, FormFields) async throws -> Void
    ) async throws -> Response {
        let fields = try request.form()
        return try await changing(request, fields, orPropose: proposed) { people, tenant in
            try await body(people, tenant, fields)
            // A name has no character that means something in a query, but one.
            let name = (fields["name"] ?? "").replacing("+", with: "%2B")
            return site.seeOther("\(Self.edit)?name=\(name)&done=\(done.rawValue)")
        }
    }

    private func propose(_ proposed: ProposedAction, _ request: Request) async throws -> Response {
        site.seeProposal(try await proposals.propose(proposed, by: try request.authenticated, at: request.now))
    }

    /// Does something to the operator that a form names, or says on their page why not.
    /// - Parameter proposed: what takes two where the tenant says so; nil where one is enough.
    private func changing(
        _ request: Request, _ fields: FormFields, orPropose proposed: ((FormFields) -> ProposedAction)? = nil,
        _ body: (OperatorAdministration, _ tenant: String) async throws -> Response
    ) async throws -> Response {
        let (people, tenant) = try administration(request)
        let words = try site.words(for: request)
        let problem: String
        do {
            return try await body(people, tenant)
        } catch let refusal as Refusal where refusal.reason == .secondOperatorRequired {
            guard let proposed else { throw refusal }
            return try await propose(proposed(fields), request)
        } catch let error as OperatorAdministrationError {
            guard error != .unknownOperator else { throw Refusal(.routeUnknown) }
            problem = error.sentence(in: words)
        } catch let refusal as Refusal where refusal.reason == .scopeMissing {
            problem = refusal.lackingSentence(in: words)
        }
        return try await person(request, named: fields["name"] ?? "", problem: problem, status: 422)
    }

    static func granted(in fields: FormFields) -> (role: String, rights: [String]) {
        (
            fields["role"] ?? "",
            OperatorRight.allCases.map(\.rawValue).filter { fields["right:\($0)"] != nil }
        )
    }
}

/// What somebody has filled in to add a person.
struct NewPersonForm: Sendable {
    var name = ""
    var role = OperatorRole.operator.rawValue
    var rights: [String] = []
    var problem: String?

    init() {}

    init(_ fields: FormFields) {
        name = fields["name"] ?? ""
        (role, rights) = PeoplePage.granted(in: fields)
    }
}

extension OperatorAdministrationError {
    fileprivate func sentence(in words: Words) -> String {
        switch self {
        case .unknownTenant, .unknownOperator: words("refusal.unknown")
        case .nameMalformed: words("admin.people.problem.name", ["greatest": "\(Limit.operatorName.value)"])
        case .nameTaken: words("admin.people.problem.nameTaken")
        case .unknownRole, .unknownRight: words("refusal.input")
        case .passwordLength: words("account.badLength")
        case .passwordGuessable: words("account.guessable")
        case .operatorDisabled: words("admin.people.problem.disabled")
        case .ownRight: words("admin.people.problem.ownRight")
        }
    }
}

extension Refusal {
    /// Which rights an administrator would have to have.
    fileprivate func lackingSentence(in words: Words) -> String {
        words("admin.people.problem.lacking", ["rights": details.allowed.joined(separator: ", ")])
    }
}
