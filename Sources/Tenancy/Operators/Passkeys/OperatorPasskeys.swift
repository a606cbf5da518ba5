package import OnboardingCore
internal import OnboardingCrypto
internal import OnboardingStorage

/// Adds passkeys to operators and signs them in with them: beside a password or a link as the second factor, or alone, where the
/// authenticator has verified the person (WebAuthn Level 2; decision 0125).
package struct OperatorPasskeys: Sendable {
    /// A passkey as its bearer sees it.
    package struct Summary: Equatable, Sendable {
        /// base64url.
        package let id: String
        package let name: String
        package let createdAt: Instant
        package let lastUsedAt: Instant?
    }

    /// What a browser is asked, and what it keeps until it comes back.
    package struct Beginning: Equatable, Sendable {
        /// base64url, of 32 random bytes.
        package let challenge: String
        /// The host.
        package let site: String
        /// Whose passkey is added; nil where one is used.
        package let person: Person?
        /// base64url: which are there already, or which may be used; none where any may.
        package let credentials: [String]
        package let needsVerified: Bool
        /// For a cookie, as long as `Limit.passkeyTime`.
        package let cookie: String

        package struct Person: Equatable, Sendable {
            /// base64url.
            package let handle: String
            package let name: String
            package let tenantName: String
        }
    }

    private let operators: OperatorSignIn
    private let publicURL: PublicURL
    private let used = UsedOnce(
        lifeInSeconds: Limit.passkeyTime.seconds, atMost: Limit.usedPasskeyChallenges.value)

    package init(operators: OperatorSignIn, publicURL: PublicURL) {
        (self.operators, self.publicURL) = (operators, publicURL)
    }

    /// Whether browsers make and use passkeys here: the server has a name, and https or this machine's.
    package var areOffered: Bool { site != nil }

    private var site: RelyingParty? { (try? publicURL.value).flatMap(RelyingParty.init(publicURL:)) }

    private func requiredSite() throws(Refusal) -> RelyingParty {
        guard let site else { throw Refusal(.routeUnknown) }
        return site
    }

    /// What somebody has who has come with a session's token, in whatever stage.
    /// - Throws: `sessionEnded`.
    package func list(token: String, at now: Instant) async throws -> [Summary] {
        let known = try await operators.known(token, at: now)
        return try await operators.store.passkeys(of: known.person.id).map {
            Summary(
                id: Base64URL.encode($0.credentialID), name: $0.name, createdAt: $0.createdAt,
                lastUsedAt: $0.lastUsedAt)
        }
    }

    /// What a session needs that needs a second factor: which of the two its bearer has.
    /// - Throws: `sessionEnded`.
    package func secondFactors(token: String, at now: Instant) async throws -> (code: Bool, passkey: Bool) {
        let person = try await operators.known(token, at: now).person
        return (person.sealedSecret != nil, person.passkeyCount > 0 && areOffered)
    }
}

// MARK: Adding and removing

extension OperatorPasskeys {
    /// - Throws: `sessionEnded`; `providerRequired`; `stepAlreadyDone` where there are as many as there may be; `routeUnknown` where
    ///   none are offered.
    package func beginAdding(token: String, at now: Instant) async throws -> Beginning {
        let (site, known) = (try requiredSite(), try await mayAdd(token, at: now))
        let own = try await operators.store.passkeys(of: known.person.id)
        guard own.count < Limit.operatorPasskeys.value else { throw Refusal(.stepAlreadyDone) }
        let person = Beginning.Person(
            handle: Base64URL.encode([UInt8](known.person.id.text.utf8)), name: known.person.name,
            tenantName: known.tenant.name)
        return try beginning(
            .adding, session: known.session.digest, site, person: person, own.map(\.credentialID), at: now)
    }

    /// Adds the passkey that a browser has made. From here on every sign-in needs a second factor.
    /// - Parameter name: what its bearer calls it.
    /// - Returns: the session's new token; the one before means nothing any more.
    /// - Throws: as `beginAdding`; `signInFailed` where it is not what was asked for.
    package func add(
        token: String, name: String, proof: PasskeyProof?, cookie: String?, at now: Instant
    ) async throws -> String {
        let (site, known) = (try requiredSite(), try await mayAdd(token, at: now))
        let name = Self.name(name)
        let (renewed, digest) = try SessionToken.new()
        do {
            let challenge = try use(cookie, .adding, session: known.session.digest, at: now)
            guard let proof else { throw PasskeyFailure.unreadable }
            let (credential, counter) = try proof.newCredential(challenge: challenge.challenge, at: site)
            let row = PasskeyRow(
                credentialID: credential.id, operatorID: known.person.id,
                algorithm: Int(credential.publicKey.algorithm.rawValue), publicKey: credential.publicKey.bytes,
                counter: Int64(counter), name: name, createdAt: now)
            let isAdded = try await operators.inTheName(of: known.person) {
                try await operators.store.add(
                    row, atMost: Limit.operatorPasskeys.value, inSession: known.session.digest, renewedAs: digest,
                    openingUntil: known.end)
            }
            guard isAdded else { throw Refusal(.stepAlreadyDone) }
        } catch let failure as PasskeyFailure {
            try await note(failure, of: known.person, known.tenant.id, at: now)
            throw Refusal(.signInFailed)
        }
        return renewed
    }

    /// - Parameter id: base64url.
    /// - Throws: `sessionEnded`.
    package func remove(token: String, id: String, at now: Instant) async throws {
        let known = try await operators.signedIn(token, at: now)
        guard let credentialID = Base64URL.decode(id) else { return }
        _ = try await operators.inTheName(of: known.person) {
            try await operators.store.removePasskey(credentialID, of: known.person.id, at: now)
        }
    }

    private func mayAdd(_ token: String, at now: Instant) async throws -> KnownSession {
        let known = try await operators.known(token, at: now)
        guard !known.isOfProvider else { throw Refusal(.providerRequired) }
        // Who has shown the password alone may not make the factor that is asked for.
        guard known.stage != .needsSecondFactor else { throw Refusal(.sessionEnded) }
        return known
    }

    /// Without what is not seen; a word of ours where nothing is left.
    private static func name(_ typed: String) -> String {
        let seen = typed.unicodeScalars.filter { $0.value >= 0x20 && !$0.properties.isDefaultIgnorableCodePoint }
        let words = String(String.UnicodeScalarView(seen)).split(separator: " ").joined(separator: " ")
        let name = String(String.UnicodeScalarView(words.unicodeScalars.prefix(Limit.passkeyName.value)))
        return name.isEmpty ? "passkey" : name
    }
}

// MARK: Signing in

extension OperatorPasskeys {
    /// For a session that needs a second factor.
    /// - Throws: `sessionEnded`; `routeUnknown`.
    package func beginSecondFactor(token: String, at now: Instant) async throws -> Beginning {
        let (site, known) = (try requiredSite(), try await needsSecondFactor(token, at: now))
        let own = try await operators.store.passkeys(of: known.person.id)
        return try beginning(.secondFactor, session: known.session.digest, site, own.map(\.credentialID), at: now)
    }

    /// Shows a passkey in a session that needs a second factor.
    /// - Returns: signed in, with a new token.
    /// - Throws: `sessionEnded`; `signInFailed` for one that is wrong; `rateLimited` after too many, codes too.
    package func showSecondFactor(
        token: String, proof: PasskeyProof?, cookie: String?, at now: Instant
    ) async throws -> OperatorSignIn.Result {
        let (site, known) = (try requiredSite(), try await needsSecondFactor(token, at: now))
        let person = known.person
        if let seconds = operators.attempts.beginCode(of: person.id, at: now) {
            try await note(.tooMany, of: person, known.tenant.id, at: now)
            throw Refusal(.rateLimited, retryAfterInSeconds: seconds)
        }
        let (renewed, digest) = try SessionToken.new()
        do {
            let challenge = try use(cookie, .secondFactor, session: known.session.digest, at: now)
            guard let proof else { throw PasskeyFailure.unreadable }
            guard let found = try await operators.store.passkey(proof.credentialID), found.person.id == person.id else {
                throw PasskeyFailure.unknown
            }
            try await take(found.passkey, proof, challenge, site, needsVerified: false, at: now)
            let isOpen = try await operators.inTheName(of: person) {
                try await operators.store.openSession(
                    known.session.digest, renewedAs: digest, until: known.end,
                    signingInWith: known.session.beginning.rawValue + "+passkey", at: now)
            }
            guard isOpen else { throw Refusal(.sessionEnded) }
        } catch let failure as PasskeyFailure {
            try await note(failure, of: person, known.tenant.id, at: now)
            throw Refusal(.signInFailed)
        }
        operators.attempts.forgiveCode(of: person.id, at: now)
        return .signedIn(token: renewed)
    }

    /// For whoever comes with nothing but a passkey.
    /// - Throws: `routeUnknown`.
    package func beginAlone(at now: Instant) throws -> Beginning {
        try beginning(.alone, session: nil, try requiredSite(), [], needsVerified: true, at: now)
    }

    /// Signs in whoever shows a passkey whose authenticator has verified them.
    /// - Parameter address: the block of the sender's.
    /// - Throws: `signInFailed`, whatever is wrong; `rateLimited` after too many failures from this address; `providerRequired` where the
    ///   tenant's provider alone signs in.
    package func signIn(
        proof: PasskeyProof?, cookie: String?, from address: String, at now: Instant
    ) async throws -> OperatorSignIn.Result {
        let site = try requiredSite()
        if let seconds = operators.attempts.begin(address: address, at: now) {
            throw Refusal(.rateLimited, retryAfterInSeconds: seconds)
        }
        // Whose it is, as soon as that is known.
        var person: OperatorRow?
        do {
            let challenge = try use(cookie, .alone, session: nil, at: now)
            guard let proof else { throw PasskeyFailure.unreadable }
            guard let found = try await operators.store.passkey(proof.credentialID), proof.userHandle != nil,
                let tenant = try await operators.tenants.tenant(id: found.person.tenantID)
            else { throw PasskeyFailure.unknown }
            person = found.person
            guard tenant.settings.provider?.isRequired != true else { throw PasskeyFailure.providerRequired }
            try await take(found.passkey, proof, challenge, site, needsVerified: true, at: now)
            // Last, so that only who has the passkey learns of it.
            guard found.person.disabledAt == nil else { throw PasskeyFailure.operatorDisabled }
            let result = try await operators.begin(.passkey, of: found.person, tenant, at: now)
            operators.attempts.forgive(address: address, at: now)
            return result
        } catch let failure as PasskeyFailure {
            if let person { try await note(failure, of: person, person.tenantID, at: now) }
            throw Refusal(failure == .providerRequired ? .providerRequired : .signInFailed)
        }
    }

    private func needsSecondFactor(_ token: String, at now: Instant) async throws -> KnownSession {
        let known = try await operators.known(token, at: now)
        guard known.stage == .needsSecondFactor else { throw Refusal(.sessionEnded) }
        return known
    }

    private func take(
        _ passkey: PasskeyRow, _ proof: PasskeyProof, _ challenge: PasskeyChallenge, _ site: RelyingParty,
        needsVerified: Bool, at now: Instant
    ) async throws {
        let counter = try proof.counter(
            of: passkey, challenge: challenge.challenge, at: site, needsVerified: needsVerified)
        // Of two at once that have signed as often, one is let in.
        guard try await operators.store.usePasskey(passkey.credentialID, counter: Int64(counter), at: now) else {
            throw PasskeyFailure.counterBack
        }
    }
}

// MARK: Challenges

extension OperatorPasskeys {
    private func beginning(
        _ purpose: PasskeyChallenge.Purpose, session: [UInt8]?, _ site: RelyingParty,
        person: Beginning.Person? = nil, _ credentials: [[UInt8]], needsVerified: Bool = false, at now: Instant
    ) throws -> Beginning {
        let challenge = try PasskeyChallenge(purpose, session: session, at: now)
        return Beginning(
            challenge: challenge.challenge, site: site.id, person: person,
            credentials: credentials.map(Base64URL.encode), needsVerified: needsVerified,
            cookie: try challenge.sealed(under: operators.keys.serverKey))
    }

    /// Uses a challenge up, whatever comes of it.
    private func use(
        _ cookie: String?, _ purpose: PasskeyChallenge.Purpose, session: [UInt8]?, at now: Instant
    ) throws(PasskeyFailure) -> PasskeyChallenge {
        let challenge = cookie.flatMap { PasskeyChallenge(sealed: $0, under: operators.keys.serverKey) }
        guard let challenge, challenge.purpose == purpose, challenge.session == session.map(Hexadecimal.encode),
            !challenge.isOver(at: now)
        else { throw .notBegun }
        guard used.use(challenge.challenge, at: now) else { throw .usedBefore }
        return challenge
    }

    private func note(
        _ failure: PasskeyFailure, of person: OperatorRow, _ tenant: TenantID, at now: Instant
    ) async throws {
        try await operators.failures.note(
            operatorName: person.name, cause: failure.rawValue, tenant: tenant, at: now)
    }
}
