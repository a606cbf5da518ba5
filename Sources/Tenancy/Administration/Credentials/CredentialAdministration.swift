internal import OnboardingCore

extension TenantAdministration {
    /// The tenant's credentials, oldest first, with the keys that are good.
    package func credentials(tenant name: String) async throws -> [ClientCredentials.Summary] {
        try await clientCredentials.list(of: try await data.tenant(name: name).id, at: Instant.now())
    }

    /// As `ClientCredentials.add`.
    /// - Returns: the client id, and the secret where it has one: it is stored nowhere.
    public func addCredential(
        tenant name: String, client: String, scopes: [String], days: Int?, publicKeyPEM: String?
    ) async throws -> (clientID: String, secret: String?) {
        let tenant = try await data.tenant(name: name)
        let made = try await inWords(tenant: name) {
            try await clientCredentials.add(
                client, to: (tenant.id, tenant.name), scopes: scopes, days: days, publicKeyPEM: publicKeyPEM,
                at: Instant.now())
        }
        return (made.clientID, made.secret)
    }

    /// As `ClientCredentials.replaceKey`.
    /// - Parameter clientID: nil for the client that the tenant was made with.
    /// - Returns: the secret, where it is one.
    public func replaceKey(
        tenant name: String, clientID: String?, publicKeyPEM: String?, overlapInHours hours: Int
    ) async throws -> String? {
        let tenant = try await data.tenant(name: name)
        return try await inWords(tenant: name) {
            try await clientCredentials.replaceKey(
                of: clientID ?? Tenant.firstClientID(of: tenant.name), of: tenant.id, publicKeyPEM: publicKeyPEM,
                overlapInHours: hours, at: Instant.now())
        }.secret
    }

    /// As `ClientCredentials.end`.
    public func endCredential(tenant name: String, clientID: String) async throws {
        let tenant = try await data.tenant(name: name)
        try await inWords(tenant: name) {
            try await clientCredentials.end(clientID, of: tenant.id, at: Instant.now())
        }
    }

    private var clientCredentials: ClientCredentials { ClientCredentials(data: data) }

    private func inWords<Value>(tenant: String, _ body: () async throws -> Value) async throws -> Value {
        do {
            return try await body()
        } catch let failure as ClientCredentials.Failure {
            throw ConfigurationError(description: failure.sentence(tenant: tenant), kind: failure.kind)
        }
    }
}

extension ClientCredentials.Failure {
    fileprivate var kind: ConfigurationError.Kind {
        switch self {
        case .clientUnknown: .notFound
        case .nameTaken, .clientEnded: .refused
        case .nameMalformed, .scopeUnknown, .scopeMissing, .daysOutOfRange, .overlapOutOfRange, .publicKeyInvalid:
            .misused
        }
    }

    fileprivate func sentence(tenant: String) -> String {
        switch self {
        case .nameMalformed:
            "A client's name is 1 to \(Limit.clientName.value) characters of a-z, 0-9 and -, and begins with a letter or digit."
        case .nameTaken: "There is a client of this name already."
        case .scopeUnknown:
            "There is no scope of this name. There are " + Scope.allCases.map(\.rawValue).joined(separator: ", ") + "."
        case .scopeMissing: "A credential without a scope opens nothing: name one."
        case .daysOutOfRange:
            "--days is \(ClientCredentials.days.lowerBound) to \(ClientCredentials.days.upperBound)."
        case .overlapOutOfRange: "--overlap is 0 to \(ClientCredentials.overlapInHours.upperBound) hours."
        case .publicKeyInvalid:
            "The public key is not PEM (BEGIN PUBLIC KEY) of P-256, or of RSA with 2048 to 4096 bits."
        case .clientUnknown: "The tenant \(tenant) has no such client."
        case .clientEnded: "The client has ended: make another one."
        }
    }
}
