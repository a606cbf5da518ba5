internal import Foundation
package import OnboardingCore
internal import OnboardingCrypto
package import OnboardingStorage

/// Signs the operators of tenants in at the web side, and knows them again by their session (decision 0091).
///
/// A session has a token of 256 random bits, of which the database has the digest; it gets another one where a second factor is
/// shown or set up, or the password is changed. It ends after 12 hours, after half an hour
/// without a request, and where the operator is disabled; what it opens is asked of the operator's row at every request.
package struct OperatorSignIn: Sendable {
    /// What somebody has who has shown a password, a link or a code. The token is the session's, for a cookie.
    package enum Result: Equatable, Sendable {
        case signedIn(token: String)
        /// The session opens nothing until `showCode`.
        case needsSecondFactor(token: String)
        /// The tenant asks administrators for a second factor, and this one has none: the session opens nothing until
        /// `confirmSecondFactor`.
        case mustSetUpSecondFactor(token: String)
    }

    /// What a session's token means at a moment.
    package enum Standing: Sendable {
        /// The principal's role is `.operator`.
        case signedIn(Principal)
        case needsSecondFactor(tenant: Tenant, name: String)
        case mustSetUpSecondFactor(tenant: Tenant, name: String)
    }

    /// What the token of a link means at a moment.
    package enum LinkStanding: Equatable, Sendable {
        case good(tenantName: String, name: String)
        case expired(at: Instant)
        /// It was used, another was made in its place, its bearer was disabled, or there never was one.
        case unknown
    }

    /// Why it failed: a word of the audit trail. Outside there is one reason.
    enum Failure: String, Error, Sendable {
        case unknownOperator = "unknown-operator"
        case wrongPassword = "wrong-password"
        case operatorDisabled = "operator-disabled"
        case wrongCode = "wrong-code"
        case tooMany = "too-many"
        case providerRequired = "provider-required"
    }

    let store: any Store
    let keys: any KeyStore
    let tenants: TenantDirectory
    let passwords: WorkerPool
    let failures: FailedSignIns

    package init(
        store: any Store, keys: any KeyStore, tenants: TenantDirectory, passwords: WorkerPool,
        failures: FailedSignIns
    ) {
        (self.store, self.keys, self.tenants, self.passwords) = (store, keys, tenants, passwords)
        self.failures = failures
    }
    let attempts = SignInAttempts()
    /// Of new passwords, and of those of nobody.
    var cost = Scrypt.Cost.standard

    /// Who comes with a password.
    /// - Parameters:
    ///   - tenantName: the tenant's name or realm, as somebody has typed it; so is `name`.
    ///   - address: the block of the sender's.
    /// - Throws: `signInFailed`, whatever is wrong, after the same work; `rateLimited` after too many failures of this name or
    ///   this address; `overloaded`; `providerRequired` where the tenant's provider alone signs in.
    package func signIn(
        tenantName: String, name: String, password: String, from address: String, at now: Instant
    ) async throws -> Result {
        let (tenantName, name) = (Self.typed(tenantName), OperatorName.typed(name))
        let tenant = try await tenant(called: tenantName)
        // No secret: the page for signing in says so as well.
        guard tenant?.settings.provider?.isRequired != true else {
            try await note(.providerRequired, of: nil, tenant: tenant, at: now)
            throw Refusal(.providerRequired)
        }
        var person: OperatorRow?
        if let tenant, OperatorName.isWellFormed(name) {
            person = try await store.operatorRow(tenant: tenant.id, name: name)
        }
        // Where nobody is known, what was typed still names whom it was meant for.
        let key = SignInAttempts.Key(
            name: person?.id.text ?? "\(tenant?.id.text ?? tenantName)\n\(name)", address: address)
        if let seconds = attempts.begin(key, at: now) {
            try await note(.tooMany, of: person, tenant: tenant, at: now)
            throw Refusal(.rateLimited, retryAfterInSeconds: seconds)
        }
        do {
            try await check(password, of: person)
        } catch let failure as Failure {
            try await note(failure, of: person, tenant: tenant, at: now)
            throw Refusal(.signInFailed)
        } catch {
            // Nobody has looked at it.
            attempts.forgive(key, at: now)
            throw error
        }
        attempts.succeed(key, at: now)
        guard let person, let tenant else { throw Refusal(.signInFailed) }
        return try await begin(.password, of: person, tenant, at: now)
    }

    /// What the token of a link means at a moment. Looking uses no link up.
    package func linkStanding(token: String, at now: Instant) async throws -> LinkStanding {
        guard let link = try await link(token) else { return .unknown }
        return now < link.expiresAt
            ? .good(tenantName: link.tenant.name, name: link.person.name) : .expired(at: link.expiresAt)
    }

    /// Who comes with a link, and with the password that they will sign in with. It counts once, and no longer than a day; a
    /// password that is refused uses it up no more than whoever merely opens it. Their sessions end.
    /// - Throws: `signInFailed`; `passwordLength`; `passwordGuessable`; `overloaded`.
    package func redeemLink(token: String, settingPassword new: String, at now: Instant) async throws -> Result {
        guard let link = try await link(token), now < link.expiresAt else { throw Refusal(.signInFailed) }
        try PasswordRule.check(new, of: link.person.name, tenant: link.tenant.name)
        let cost = cost
        let hash = try await passwords.run(.password) { try PasswordHash(of: new, cost: cost).text }
        let used = try await inTheName(of: link.person) {
            try await store.useLink(link.digest, settingPassword: hash, at: now)
        }
        guard let person = used else { throw Refusal(.signInFailed) }
        return try await begin(.link, of: person, link.tenant, at: now)
    }

    private func link(
        _ token: String
    ) async throws -> (digest: [UInt8], person: OperatorRow, expiresAt: Instant, tenant: Tenant)? {
        guard let digest = SessionToken.digest(of: token), let (person, expiresAt) = try await store.linkBearer(digest),
            let tenant = try await tenants.tenant(id: person.tenantID)
        else { return nil }
        return (digest, person, expiresAt, tenant)
    }

    /// Shows the code of an authenticator app in a session that needs one. The session has another token from here on: whoever
    /// has learned the one before, which the password alone had made, has nothing.
    /// - Parameter code: six digits; blanks count for nothing.
    /// - Throws: `sessionEnded`; `signInFailed` for a code that is wrong or was shown before; `rateLimited` after too many.
    package func showCode(token: String, code: String, at now: Instant) async throws -> Result {
        let known = try await known(token, at: now)
        switch known.stage {
        case .signedIn: return .signedIn(token: token)
        case .mustSetUpSecondFactor: return .mustSetUpSecondFactor(token: token)
        case .needsSecondFactor: break
        }
        // Whoever has a passkey alone has no codes.
        guard let sealed = known.person.sealedSecret else { throw Refusal(.signInFailed) }
        let (renewed, digest) = try SessionToken.new()
        try await checking(code, of: known, sealed, at: now) { step in
            try await store.useStep(
                step, in: known.session.digest, renewedAs: digest, openingUntil: known.end,
                signingInWith: known.session.beginning.rawValue + "+code", at: now)
        }
        return .signedIn(token: renewed)
    }

    /// What a session's token means; nil where it means nothing, or nothing any more. A request that comes with it keeps the
    /// session from ending for half an hour.
    package func standing(token: String, at now: Instant) async throws -> Standing? {
        guard let known = try await find(token, at: now) else { return nil }
        try await noteSeen(known, at: now)
        return switch known.stage {
        case .signedIn: .signedIn(known.principal(at: now))
        case .needsSecondFactor: .needsSecondFactor(tenant: known.tenant, name: known.person.name)
        case .mustSetUpSecondFactor: .mustSetUpSecondFactor(tenant: known.tenant, name: known.person.name)
        }
    }

    /// Who is signed in with a session's token; nil where nobody is, or somebody whose session opens nothing yet.
    package func principal(token: String, at now: Instant) async throws -> Principal? {
        if case .signedIn(let principal) = try await standing(token: token, at: now) { principal } else { nil }
    }

    /// Whether the session of somebody who was signed in stands yet, for what goes on longer than a request. It keeps no session
    /// from ending.
    package func isSignedIn(_ person: SignedInOperator, at now: Instant) async throws -> Bool {
        guard let known = try await find(digest: person.sessionDigest, at: now) else { return false }
        return known.stage == .signedIn
    }

    /// Ends a session; nothing where the token means none.
    package func signOut(token: String, at now: Instant) async throws {
        guard let digest = SessionToken.digest(of: token), let found = try await store.operatorSession(digest) else {
            return
        }
        try await inTheName(of: found.person) { try await store.endSession(digest, at: now) }
    }

    /// Ends all sessions of an operator, the one that asks too.
    package func signOutEverywhere(_ person: SignedInOperator, at now: Instant) async throws {
        try await store.endSessions(of: person.id, at: now)
    }

    /// The tenant that somebody has typed the name or realm of.
    func tenant(called typed: String) async throws -> Tenant? {
        try await tenants.tenant(nameOrRealm: Self.typed(typed))
    }

    /// - Parameter means: what the trail says that was shown, where that is more than the beginning.
    func begin(
        _ beginning: OperatorSessionRow.Beginning, of person: OperatorRow, _ tenant: Tenant, means: String? = nil,
        at now: Instant
    ) async throws -> Result {
        let (token, digest) = try SessionToken.new()
        var session = OperatorSessionRow(
            digest: digest, operatorID: person.id, beginning: beginning, createdAt: now, lastSeenAt: now,
            expiresAt: now.adding(seconds: Limit.operatorSession.seconds),
            secondFactorAt: beginning == .passkey ? now : nil)
        let stage = KnownSession.stage(of: session, person, tenant)
        if stage == .needsSecondFactor { session.expiresAt = now.adding(seconds: Limit.secondFactorTime.seconds) }
        let begun = session
        do {
            try await inTheName(of: person) {
                try await store.begin(
                    begun, atMost: Limit.operatorSessions.value,
                    signingInWith: stage == .needsSecondFactor ? nil : means ?? beginning.rawValue)
            }
        } catch StorageError.unknownSubject {
            // Disabled at this moment.
            throw Refusal(.signInFailed)
        }
        return switch stage {
        case .signedIn: .signedIn(token: token)
        case .needsSecondFactor: .needsSecondFactor(token: token)
        case .mustSetUpSecondFactor: .mustSetUpSecondFactor(token: token)
        }
    }

    /// Does the same work for everybody.
    /// - Throws: `Failure`; `Refusal` where there is no room for the work.
    private func check(_ password: String, of person: OperatorRow?) async throws {
        let stored = person?.passwordHash.flatMap { PasswordHash(text: $0) }
        let hash = stored ?? .ofNobody(cost: cost)
        // What no password can be is not worth more work than one that is wrong.
        let text = PasswordRule.isTooLong(password) ? "" : password
        let isRight = try await passwords.run(.password) { try hash.verifies(text) }
        guard let person else { throw Failure.unknownOperator }
        guard stored != nil, isRight else { throw Failure.wrongPassword }
        // Last, so that only who has the password learns nothing from the time either.
        guard person.disabledAt == nil else { throw Failure.operatorDisabled }
    }

    /// Tells the audit trail of a failure. Of a tenant that there is not, nothing is told: it would be in nobody's.
    private func note(
        _ failure: Failure, of person: OperatorRow?, tenant: Tenant?, at now: Instant
    ) async throws {
        guard let tenant else { return }
        try await failures.note(
            operatorName: person?.name, cause: failure.rawValue, tenant: tenant.id, at: now)
    }

    /// What somebody typed, cut to a length that is fit to be a key.
    private static func typed(_ text: String) -> String { String(text.unicodeScalars.prefix(Limit.username.value)) }
}

// MARK: Sessions

extension OperatorSignIn {
    /// How often it is noted that a request came with a session: a write for each would be too many.
    private static let noteSeenAfterSeconds: Int64 = 60

    /// - Throws: `sessionEnded` where the token means no session.
    func known(_ token: String, at now: Instant) async throws -> KnownSession {
        guard let known = try await find(token, at: now) else { throw Refusal(.sessionEnded) }
        return known
    }

    /// - Throws: `sessionEnded` also where the session opens nothing yet.
    func signedIn(_ token: String, at now: Instant) async throws -> KnownSession {
        let known = try await known(token, at: now)
        guard known.stage == .signedIn else { throw Refusal(.sessionEnded) }
        return known
    }

    private func find(_ token: String, at now: Instant) async throws -> KnownSession? {
        guard let digest = SessionToken.digest(of: token) else { return nil }
        return try await find(digest: digest, at: now)
    }

    private func find(digest: [UInt8], at now: Instant) async throws -> KnownSession? {
        guard let (session, person) = try await store.operatorSession(digest), person.disabledAt == nil,
            now < session.expiresAt, now < session.lastSeenAt.adding(seconds: Limit.operatorSilence.seconds),
            let tenant = try await tenants.tenant(id: person.tenantID)
        else { return nil }
        return KnownSession(session: session, person: person, tenant: tenant)
    }

    private func noteSeen(_ known: KnownSession, at now: Instant) async throws {
        guard now >= known.session.lastSeenAt.adding(seconds: Self.noteSeenAfterSeconds) else { return }
        do {
            try await store.noteSeen(known.session.digest, at: now)
        } catch  where StorageError.meansUnavailable(error) {
            // What can be read is shown on a full disk as well.
        }
    }

    /// Writes entries of the trail in the name of somebody who has just shown who they are.
    func inTheName<Value>(of person: OperatorRow, _ body: () async throws -> Value) async rethrows -> Value {
        try await AuditActor.$current.withValue(
            AuditActor.current.shown(to: .operator(name: person.name)), operation: body)
    }

    /// Holds a code against the second factor that `sealed` has, and uses its step up. Codes are guessed by nobody who has not
    /// shown the password or a link, so that they are counted by operator alone.
    func checking(
        _ code: String, of known: KnownSession, _ sealed: [UInt8], at now: Instant,
        use: (_ step: Int64) async throws -> Bool
    ) async throws {
        let new = known.person.sealedSecret == nil ? sealed : nil
        if let seconds = attempts.beginCode(of: known.person.id, settingUp: new, at: now) {
            try await note(.tooMany, of: known.person, tenant: known.tenant, at: now)
            throw Refusal(.rateLimited, retryAfterInSeconds: seconds)
        }
        let step = try secondFactor(sealed, of: known.person)
            .step(of: code.filter { $0 != " " }, at: now.secondsSince1970)
        guard let step, try await inTheName(of: known.person, { try await use(step) }) else {
            try await note(.wrongCode, of: known.person, tenant: known.tenant, at: now)
            throw Refusal(.signInFailed)
        }
        attempts.forgiveCode(of: known.person.id, settingUp: new, at: now)
    }

    func secondFactor(_ sealed: [UInt8], of person: OperatorRow) throws -> TimeBasedCode {
        let key = try keys.tenantKey(of: person.tenantID)
        return try TimeBasedCode(secret: key.open(sealed, associated: Self.label(of: person)))
    }

    package static func label(of person: OperatorRow) -> [UInt8] {
        [UInt8]("operator:\(person.id.text):second-factor".utf8)
    }
}
