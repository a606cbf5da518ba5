internal import Casework
internal import OnboardingAPI
internal import OnboardingCore
internal import OnboardingHTTP
internal import Tenancy

/// What the tenant's programs show to get tokens: listed, made, given other keys, ended. A secret is shown once.
struct CredentialsPage: Sendable {
    let site: Site
    let clientCredentials: ClientCredentials
    let proposals: Proposals

    private static let edit = AdminTab.credentials.path + "/edit"

    var routes: [Route] {
        [
            site.adminRoute(.get, AdminTab.credentials.path, of: .credentials) { request in
                let isEnded = try request.query["done"] == "ended"
                return try await list(request, isEnded: isEnded)
            },
            site.adminRoute(.post, AdminTab.credentials.path, of: .credentials, handle: add),
            site.adminRoute(.get, Self.edit, of: .credentials) { request in
                let clientID = try request.query["client"] ?? ""
                return try await client(request, clientID)
            },
            site.adminRoute(.post, Self.edit + "/key", of: .credentials, handle: replaceKey),
            site.adminRoute(.post, Self.edit + "/end", of: .credentials, handle: end),
        ]
    }

    private func credentials(_ request: Request) throws -> ClientCredentials {
        try clientCredentials.by(try request.authenticated)
    }

    private func list(
        _ request: Request, _ form: NewClientForm = NewClientForm(), isEnded: Bool = false, status: Int = 200
    ) async throws -> Response {
        let principal = try request.authenticated
        let clients = try await credentials(request).list(of: principal.tenant.id, at: request.now)
        return try site.page(
            "admin/credentials",
            CredentialsView(
                principal, clients, form, isEnded: isEnded, words: try site.words(for: request)),
            for: request, status: status)
    }

    private func client(
        _ request: Request, _ clientID: String, _ form: NewKeyForm = NewKeyForm(), status: Int = 200
    ) async throws -> Response {
        let principal = try request.authenticated
        let clients = try await credentials(request).list(of: principal.tenant.id, at: request.now)
        // Another tenant's is as unknown as nobody's.
        guard let client = clients.first(where: { $0.clientID == clientID }) else { throw Refusal(.routeUnknown) }
        return try site.page(
            "admin/credential",
            CredentialView(principal, client, form, words: try site.words(for: request)), for: request, status: status)
    }

    private func add(_ request: Request) async throws -> Response {
        let (fields, tenant) = (try request.form(), try request.authenticated.tenant)
        let words = try site.words(for: request)
        var form = NewClientForm(fields)
        do {
            guard let days = form.daysUntilEnd else { throw ClientCredentials.Failure.daysOutOfRange }
            let publicKey = form.publicKey.isEmpty ? nil : form.publicKey
            return try await made(
                request,
                orPropose: .addClient(name: form.name, scopes: form.scopes, days: days.value, publicKey: publicKey)
            ) { credentials in
                try await credentials.add(
                    form.name, to: (tenant.id, tenant.name), scopes: form.scopes, days: days.value,
                    publicKeyPEM: publicKey, at: request.now)
            }
        } catch let failure as ClientCredentials.Failure {
            form.problem = failure.sentence(in: words)
        } catch let refusal as Refusal where refusal.reason == .scopeMissing {
            form.problem = words(
                "admin.credentials.problem.lacking", ["scopes": refusal.details.allowed.joined(separator: ", ")])
        }
        return try await list(request, form, status: 422)
    }

    private func replaceKey(_ request: Request) async throws -> Response {
        let (fields, tenant) = (try request.form(), try request.authenticated.tenant)
        let (words, clientID) = (try site.words(for: request), fields["client"] ?? "")
        var form = NewKeyForm(fields)
        do {
            guard let hours = form.hours else { throw ClientCredentials.Failure.overlapOutOfRange }
            if form.isPublicKey, form.publicKey.isEmpty { throw ClientCredentials.Failure.publicKeyInvalid }
            let publicKey = form.isPublicKey ? form.publicKey : nil
            return try await made(
                request, orPropose: .replaceKey(client: clientID, publicKey: publicKey, overlapInHours: hours)
            ) { credentials in
                try await credentials.replaceKey(
                    of: clientID, of: tenant.id, publicKeyPEM: publicKey, overlapInHours: hours, at: request.now)
            }
        } catch let failure as ClientCredentials.Failure {
            guard failure != .clientUnknown else { throw Refusal(.routeUnknown) }
            form.problem = failure.sentence(in: words)
        } catch let refusal as Refusal where refusal.reason == .scopeMissing {
            form.problem = words(
                "admin.credentials.problem.lacking", ["scopes": refusal.details.allowed.joined(separator: ", ")])
        }
        return try await client(request, clientID, form, status: 422)
    }

    private func end(_ request: Request) async throws -> Response {
        let (fields, tenant) = (try request.form(), try request.authenticated.tenant)
        do {
            try await credentials(request).end(fields["client"] ?? "", of: tenant.id, at: request.now)
        } catch ClientCredentials.Failure.clientUnknown {
            throw Refusal(.routeUnknown)
        }
        return site.seeOther("\(AdminTab.credentials.path)?done=ended")
    }

    private func made(
        _ request: Request, orPropose proposed: ProposedAction,
        _ make: (ClientCredentials) async throws -> ClientCredentials.Made
    ) async throws -> Response {
        do {
            return try madePage(request, try await make(try credentials(request)))
        } catch let refusal as Refusal where refusal.reason == .secondOperatorRequired {
            return site.seeProposal(
                try await proposals.propose(proposed, by: try request.authenticated, at: request.now))
        }
    }

    /// The one time that a secret is shown.
    private func madePage(_ request: Request, _ made: ClientCredentials.Made) throws -> Response {
        try site.page(
            "admin/secret",
            SecretShownView(
                tabs: AdminTabView.all(
                    for: try request.authenticated, at: .credentials, words: try site.words(for: request)),
                clientID: made.clientID, secret: made.secret),
            for: request)
    }
}

/// What somebody has filled in to make a client.
struct NewClientForm: Sendable {
    var name = ""
    var scopes: [String] = []
    var days = ""
    var publicKey = ""
    var problem: String?

    init() {}

    init(_ fields: FormFields) {
        name = fields["name"] ?? ""
        scopes = Scope.allCases.map(\.rawValue).filter { fields["scope:\($0)"] != nil }
        days = (fields["days"] ?? "").filter { !$0.isWhitespace }
        publicKey = fields["publicKey"] ?? ""
    }

    /// Nil where it is no number; its value is nil where nothing was filled in, which is no end.
    var daysUntilEnd: (value: Int?, Void)? {
        if days.isEmpty { return (nil, ()) }
        return Int(days).map { ($0, ()) }
    }
}

/// What somebody has filled in to give a client another key.
struct NewKeyForm: Sendable {
    var isPublicKey = false
    var overlap = "24"
    var publicKey = ""
    var problem: String?

    init() {}

    init(_ fields: FormFields) {
        isPublicKey = fields["kind"] == "public-key"
        overlap = (fields["overlap"] ?? "").filter { !$0.isWhitespace }
        publicKey = fields["publicKey"] ?? ""
    }

    var hours: Int? { Int(overlap) }
}

extension ClientCredentials.Failure {
    fileprivate func sentence(in words: Words) -> String {
        switch self {
        case .nameMalformed: words("admin.credentials.problem.name", ["greatest": "\(Limit.clientName.value)"])
        case .nameTaken: words("admin.credentials.problem.nameTaken")
        case .scopeMissing: words("admin.credentials.problem.scope")
        case .scopeUnknown: words("refusal.input")
        case .daysOutOfRange:
            words("admin.credentials.problem.days", ["greatest": "\(ClientCredentials.days.upperBound)"])
        case .overlapOutOfRange:
            words("admin.credentials.problem.overlap", ["greatest": "\(ClientCredentials.overlapInHours.upperBound)"])
        case .publicKeyInvalid: words("admin.credentials.problem.publicKey")
        case .clientUnknown: words("refusal.unknown")
        case .clientEnded: words("admin.credentials.problem.ended")
        }
    }
}
