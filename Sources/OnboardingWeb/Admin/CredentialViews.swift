internal import OnboardingCore
internal import Tenancy

/// What `admin/credentials.mustache` shows.
struct CredentialsView {
    let tabs: [AdminTabView]
    let clients: [ClientRowView]
    let isEnded: Bool
    let newName: String
    let newPrefix: String
    let newDays: String
    let newPublicKey: String
    let newProblem: String?
    let scopes: [ScopeView]
    let longestDays: Int

    init(
        _ principal: Principal, _ clients: [ClientCredentials.Summary], _ form: NewClientForm, isEnded: Bool,
        words: Words
    ) {
        tabs = AdminTabView.all(for: principal, at: .credentials, words: words)
        self.clients = clients.map { ClientRowView($0, words: words) }
        self.isEnded = isEnded
        newName = form.name
        newPrefix = principal.tenant.name + "-"
        newDays = form.days
        newPublicKey = form.publicKey
        newProblem = form.problem
        scopes = Scope.allCases.map { scope in
            ScopeView(
                word: scope.rawValue, scopeName: words("admin.scope.\(scope.textName)"),
                isChosen: form.scopes.contains(scope.rawValue),
                isLacking: !principal.has(scope))
        }
        longestDays = ClientCredentials.days.upperBound
    }
}

struct ScopeView {
    let word: String
    let scopeName: String
    let isChosen: Bool
    /// Whoever gives it lacks the right that it stands for.
    let isLacking: Bool
}

struct ClientRowView {
    struct KeyView {
        let keyKind: String
        let keyID: String
        let keyMade: ShownTime
        let keyEnd: ShownTime?
    }

    let clientID: String
    let scopeList: String
    let keys: [KeyView]
    let made: ShownTime
    let clientEnd: ShownTime?
    let isGood: Bool

    init(_ client: ClientCredentials.Summary, words: Words) {
        clientID = client.clientID
        scopeList = client.scopes.split(separator: " ").joined(separator: ", ")
        keys = client.keys.map { key in
            KeyView(
                keyKind: words(key.kind == "secret" ? "admin.keyKind.secret" : "admin.keyKind.publicKey"),
                keyID: key.id,
                keyMade: ShownTime(key.createdAt, words), keyEnd: key.endsAt.map { ShownTime($0, words) })
        }
        made = ShownTime(client.createdAt, words)
        clientEnd = client.endsAt.map { ShownTime($0, words) }
        isGood = client.isGood
    }
}

/// What `admin/credential.mustache` shows.
struct CredentialView {
    let tabs: [AdminTabView]
    let client: ClientRowView
    let isPublicKey: Bool
    let overlap: String
    let publicKey: String
    let problem: String?
    let longestOverlap: Int

    init(_ principal: Principal, _ client: ClientCredentials.Summary, _ form: NewKeyForm, words: Words) {
        tabs = AdminTabView.all(for: principal, at: .credentials, words: words)
        self.client = ClientRowView(client, words: words)
        isPublicKey = form.isPublicKey
        overlap = form.overlap
        publicKey = form.publicKey
        problem = form.problem
        longestOverlap = ClientCredentials.overlapInHours.upperBound
    }
}

/// What `admin/secret.mustache` shows.
struct SecretShownView {
    let tabs: [AdminTabView]
    let clientID: String
    /// Nil for a client with a public key.
    let secret: String?
}

extension Scope {
    /// Names of texts have no colon.
    fileprivate var textName: String {
        switch self {
        case .enroll: "enroll"
        case .readEnrollments: "readEnrollments"
        case .readPersons: "readPersons"
        case .erase: "erase"
        case .configuration: "configuration"
        case .metrics: "metrics"
        case .review: "review"
        case .attributes: "attributes"
        case .users: "users"
        case .administerUsers: "administerUsers"
        }
    }
}
