internal import Foundation
package import OnboardingCore
package import OnboardingCrypto
package import OnboardingStorage

/// An operator as whoever administers them sees one: nothing that opens anything.
package struct OperatorSummary: Equatable, Sendable {
    package let name: String
    /// A word of `OperatorRole`.
    package let role: String
    /// Words of `OperatorRight`, in their order.
    package let rights: [String]
    package let hasPassword: Bool
    package let hasSecondFactor: Bool
    /// Whether a provider of the tenant's has made them, and signs them in.
    package var isOfProvider = false
    package let createdAt: Instant
    package let disabledAt: Instant?
    /// When the last request came with a session of theirs, or they signed in, whichever is known yet.
    package let lastSeenAt: Instant?
}

/// Why an operator was not made or changed.
package enum OperatorAdministrationError: Error, Equatable, Sendable, CustomStringConvertible {
    case unknownTenant, unknownOperator, nameMalformed, nameTaken, unknownRole, unknownRight, passwordLength
    case passwordGuessable, operatorDisabled
    /// Whoever administers operators may not keep themselves from doing so: somebody else can.
    case ownRight

    package var description: String {
        switch self {
        case .unknownTenant: "There is no tenant of this name."
        case .unknownOperator: "The tenant has no operator of this name."
        case .nameMalformed:
            "An operator's name is 1 to \(Limit.operatorName.value) characters of a-z, 0-9 and -._@+."
        case .nameTaken: "The tenant has an operator of this name already."
        case .unknownRole:
            "A role is " + OperatorRole.allCases.map(\.rawValue).joined(separator: ", ") + "."
        case .unknownRight:
            "A right is one of " + OperatorRight.allCases.map(\.rawValue).joined(separator: ", ") + "."
        case .passwordLength:
            "A password has \(Limit.leastPassword.value) to \(Limit.password.value) characters."
        case .passwordGuessable:
            "The password is a common one, or has the name of the operator, the tenant or this product in it."
        case .ownRight: "Nobody takes the right people from themselves, nor disables themselves."
        case .operatorDisabled: "The operator is disabled; `operator enable` restores them."
        }
    }
}

/// Makes, changes and ends the operators of tenants: from the command line, beside a running server, and by operators with the
/// right `people` (`by`). A running server knows of a change at the next request.
package struct OperatorAdministration: Sendable {
    private let store: any Store
    /// The operator in whose name it is done; nil for whoever has the master key, who may do everything.
    private var administrator: Principal?
    private var isTrial = false

    package init(store: any Store) {
        self.store = store
    }

    package init(dataFolder: String, masterKeyFile: String) throws {
        store = try DataDirectory(dataFolder: dataFolder, masterKeyFile: masterKeyFile, makesMissing: false).store
    }

    /// The same for an operator of the tenant. They give nobody a right that they do not have themselves, and touch nobody who
    /// has one: a link for somebody is as good as being them.
    /// - Throws: `roleMissing`, `scopeMissing`.
    package func by(_ principal: Principal) throws(Refusal) -> OperatorAdministration {
        try principal.require(right: .people)
        var bounded = self
        bounded.administrator = principal
        return bounded
    }

    /// The same, which refuses what cannot be done and does nothing.
    package var trial: OperatorAdministration {
        var trial = self
        trial.isTrial = true
        return trial
    }

    /// The path and fragment of the page that takes the token of a link: behind the server's URL it is the link.
    package static func linkPath(token: String) -> String { "/sign-in/link#" + token }

    /// What is stored of a password that an operator is made with. Takes half a second: not for an event loop.
    /// - Throws: `OperatorAdministrationError`: `passwordLength`, `passwordGuessable`.
    package static func hash(
        ofPassword password: String, of name: String, tenant: String
    ) throws -> PasswordHash {
        do {
            try PasswordRule.check(password, of: OperatorName.typed(name), tenant: tenant)
        } catch {
            throw error.reason == .passwordGuessable
                ? OperatorAdministrationError.passwordGuessable : OperatorAdministrationError.passwordLength
        }
        return try PasswordHash(of: password)
    }

    /// The tenant's operators by name.
    package func list(tenant: String) async throws -> [OperatorSummary] {
        let id = try await tenantID(tenant)
        let (requests, signedIn) = (
            try await store.lastRequests(ofOperatorsOf: id), try await lastSignIns(tenant: id)
        )
        let ofProvider = Set(try await store.operatorIdentities(tenant: id).map(\.operatorID))
        return try await store.operators(tenant: id).map { row in
            OperatorSummary(
                name: row.name, role: row.role,
                rights: OperatorRight.allCases.filter(OperatorRight.all(in: row.rights).contains).map(\.rawValue),
                hasPassword: row.passwordHash != nil, hasSecondFactor: row.hasSecondFactor,
                isOfProvider: ofProvider.contains(row.id), createdAt: row.createdAt, disabledAt: row.disabledAt,
                lastSeenAt: [requests[row.id], signedIn[row.name]].compactMap(\.self).max())
        }
    }

    /// When operators signed in last, by name, as far as the newest entries of the trail tell.
    private func lastSignIns(tenant: TenantID) async throws -> [String: Instant] {
        let entries = try await store.auditEntries(
            tenant: tenant, kind: AuditEvent.Kind.operatorSignedIn.rawValue, before: nil, limit: 500)
        return Dictionary(
            entries.compactMap { entry in entry.detail["operator"].map { ($0, entry.at) } },
            uniquingKeysWith: { first, _ in first })
    }

    /// Makes an operator.
    /// - Parameters:
    ///   - role: a word of `OperatorRole`.
    ///   - rights: words of `OperatorRight`, beside those of the role.
    ///   - password: nil for a link.
    /// - Returns: the link's token, where there is no password: it is stored nowhere, sets a password once and is good for a day.
    /// - Throws: `OperatorAdministrationError`; `Refusal` with `scopeMissing` where the administrator lacks one of the rights.
    package func create(
        _ name: String, role: String, rights: [String] = [], tenant: String, password: PasswordHash? = nil,
        at now: Instant
    ) async throws -> String? {
        let (name, tenantID) = (OperatorName.typed(name), try await tenantID(tenant))
        guard OperatorName.isWellFormed(name) else { throw OperatorAdministrationError.nameMalformed }
        let (role, rights) = try Self.granted(role, rights)
        try check(mayGive: rights)
        guard try await store.operatorRow(tenant: tenantID, name: name) == nil else {
            throw OperatorAdministrationError.nameTaken
        }
        guard try mayWrite() else { return nil }
        let id = try OperatorID.random()
        let row = OperatorRow(
            id: id, tenantID: tenantID, name: name, role: role.rawValue, rights: OperatorRight.text(rights),
            passwordHash: password?.text, createdAt: now)
        let link = try password == nil ? Self.newLink(for: id, at: now) : nil
        do {
            try await store.add(row, link: link?.row)
        } catch StorageError.nameTaken {
            throw OperatorAdministrationError.nameTaken
        }
        return link?.token
    }

    /// Gives an operator another role, and in the place of all rights those of the role and further ones.
    /// - Throws: as `create`; `ownRight`.
    package func change(
        _ name: String, role: String, rights: [String] = [], tenant: String, at now: Instant
    ) async throws {
        let row = try await row(name, tenant)
        let (role, rights) = try Self.granted(role, rights)
        try check(mayGive: rights)
        guard rights.contains(.people) || !isAdministrator(row) else { throw OperatorAdministrationError.ownRight }
        guard try mayWrite() else { return }
        try await store.change(row.id, role: role.rawValue, rights: OperatorRight.text(rights), at: now)
    }

    /// Disables an operator: sessions and links end, and nothing signs them in. The name stays theirs.
    /// - Throws: `ownRight`.
    package func disable(_ name: String, tenant: String, at now: Instant) async throws {
        let row = try await row(name, tenant)
        guard !isAdministrator(row) else { throw OperatorAdministrationError.ownRight }
        try await store.setDisabled(true, row.id, at: now)
    }

    /// Restores a disabled operator, with the password and second factor from before.
    package func enable(_ name: String, tenant: String, at now: Instant) async throws {
        let row = try await row(name, tenant)
        guard try mayWrite() else { return }
        try await store.setDisabled(false, row.id, at: now)
    }

    /// Makes a link with which an operator sets a password without the one before, once, within a day, and is signed in; in the
    /// place of those before. The second factor is asked for as ever.
    /// - Returns: its token; nothing of a trial.
    package func link(_ name: String, tenant: String, at now: Instant) async throws -> String {
        let row = try await row(name, tenant)
        guard row.disabledAt == nil else { throw OperatorAdministrationError.operatorDisabled }
        guard try mayWrite() else { return "" }
        let link = try Self.newLink(for: row.id, at: now)
        try await store.add(link.row, at: now)
        return link.token
    }

    /// Ends an operator's sessions.
    /// - Returns: how many there were.
    package func signOut(_ name: String, tenant: String, at now: Instant) async throws -> Int {
        try await store.endSessions(of: try await row(name, tenant).id, at: now)
    }

    /// Takes an operator's second factor away, passkeys too, for whoever has lost the phone, and ends their sessions.
    package func resetSecondFactor(_ name: String, tenant: String, at now: Instant) async throws {
        let row = try await row(name, tenant)
        guard try mayWrite() else { return }
        try await store.resetSecondFactor(of: row.id, at: now)
    }

    /// False of a trial. Ending what opens something takes one operator, whatever the tenant's `fourEyes` says, and is not asked for.
    /// - Throws: `secondOperatorRequired`.
    private func mayWrite() throws(Refusal) -> Bool {
        if isTrial { return false }
        try administrator?.requireColleague(for: .people)
        return true
    }

    private func tenantID(_ name: String) async throws -> TenantID {
        guard let tenant = try await store.tenant(name: name),
            administrator == nil || administrator?.tenant.id == tenant.id
        else { throw OperatorAdministrationError.unknownTenant }
        return tenant.id
    }

    /// An operator who may be touched.
    private func row(_ name: String, _ tenant: String) async throws -> OperatorRow {
        let id = try await tenantID(tenant)
        guard let row = try await store.operatorRow(tenant: id, name: OperatorName.typed(name)) else {
            throw OperatorAdministrationError.unknownOperator
        }
        try check(mayGive: OperatorRight.all(in: row.rights))
        return row
    }

    private func isAdministrator(_ row: OperatorRow) -> Bool { administrator?.operator?.id == row.id }

    private func check(mayGive rights: Set<OperatorRight>) throws(Refusal) {
        guard let own = administrator?.operator?.rights else { return }
        let lacking = OperatorRight.allCases.filter { rights.contains($0) && !own.contains($0) }
        guard lacking.isEmpty else {
            throw Refusal(.scopeMissing, details: RefusalDetails(allowed: lacking.map(\.rawValue)))
        }
    }

    /// What the words say.
    private static func granted(
        _ roleWord: String, _ rightWords: [String]
    ) throws(OperatorAdministrationError) -> (role: OperatorRole, rights: Set<OperatorRight>) {
        guard let role = OperatorRole(rawValue: roleWord) else { throw .unknownRole }
        var rights = role.rights
        for word in rightWords {
            guard let right = OperatorRight(rawValue: word) else { throw .unknownRight }
            rights.insert(right)
        }
        return (role, rights)
    }

    private static func newLink(
        for id: OperatorID, at now: Instant
    ) throws -> (token: String, row: SignInLinkRow) {
        let (token, digest) = try SessionToken.new()
        return (
            token,
            SignInLinkRow(
                digest: digest, operatorID: id, expiresAt: now.adding(seconds: Limit.signInLinkLife.seconds))
        )
    }
}
