package import OnboardingCore
internal import OnboardingCrypto
internal import OnboardingStorage

/// What an operator sets up of their own: the second factor, the password.
extension OperatorSignIn {
    /// A second factor that is being set up.
    package struct NewSecondFactor: Equatable, Sendable {
        /// For a QR image.
        package let uri: String
        /// The same for who types: 32 letters and digits.
        package let secret: String
    }

    /// Makes a second factor for whoever has none, in a session that is signed in or must set one up. Asked again in the same
    /// session it is the same one, so that a page may be shown again. It counts from `confirmSecondFactor` on.
    /// - Throws: `sessionEnded`; `stepAlreadyDone` where the operator has one: `reset-second-factor` takes it away;
    ///   `providerRequired` where a provider has signed in.
    package func beginSecondFactor(token: String, at now: Instant) async throws -> NewSecondFactor {
        let known = try await known(token, at: now)
        guard !known.isOfProvider else { throw Refusal(.providerRequired) }
        guard known.person.sealedSecret == nil else { throw Refusal(.stepAlreadyDone) }
        try Self.check(maySetUp: known)
        let sealed = try keys.tenantKey(of: known.tenant.id)
            .seal(try TimeBasedCode.generate().secret, associated: Self.label(of: known.person))
        guard let kept = try await store.keepNewSecret(sealed, in: known.session.digest) else {
            throw Refusal(.sessionEnded)
        }
        let code = try secondFactor(kept, of: known.person)
        return NewSecondFactor(
            uri: code.uri(issuer: known.tenant.name, account: known.person.name), secret: code.secretText)
    }

    /// Shows the first code of the second factor that was set up in the session; from here on every sign-in needs one.
    /// - Returns: the session's new token; the one before means nothing any more.
    /// - Throws: `sessionEnded`; `stepOutOfOrder` where none was begun; `stepAlreadyDone`; `signInFailed` for a wrong code;
    ///   `rateLimited`.
    package func confirmSecondFactor(token: String, code: String, at now: Instant) async throws -> String {
        let known = try await known(token, at: now)
        guard known.person.sealedSecret == nil else { throw Refusal(.stepAlreadyDone) }
        try Self.check(maySetUp: known)
        guard let sealed = known.session.sealedSecret else { throw Refusal(.stepOutOfOrder) }
        let (renewed, digest) = try SessionToken.new()
        try await checking(code, of: known, sealed, at: now) { step in
            try await store.setSecondFactor(
                ofSession: known.session.digest, renewedAs: digest, step: step, openingUntil: known.end, at: now)
        }
        return renewed
    }

    /// Who has shown the password alone, and has a passkey, may not make a factor in its place.
    private static func check(maySetUp known: KnownSession) throws(Refusal) {
        guard known.stage != .needsSecondFactor else { throw Refusal(.sessionEnded) }
    }

    /// Sets a password. The operator's other sessions end, and links that were not used.
    /// - Parameter old: nil where `SignedInOperator.maySetPasswordAnew`.
    /// - Returns: the session's new token; the one before means nothing any more.
    /// - Throws: `sessionEnded`; `passwordLength`; `passwordGuessable`; `signInFailed` where `old` is not the one before;
    ///   `rateLimited`; `overloaded`; `providerRequired` where a provider has signed in.
    package func setPassword(
        token: String, old: String?, new: String, from address: String, at now: Instant
    ) async throws -> String {
        let known = try await signedIn(token, at: now)
        guard !known.isOfProvider else { throw Refusal(.providerRequired) }
        try PasswordRule.check(new, of: known.person.name, tenant: known.tenant.name)
        if !known.maySetPasswordAnew { try await check(old: old ?? "", of: known, from: address, at: now) }
        let cost = cost
        let hash = try await passwords.run(.password) { try PasswordHash(of: new, cost: cost).text }
        let (renewed, digest) = try SessionToken.new()
        try await inTheName(of: known.person) {
            try await store.setPassword(
                hash, of: known.person.id, keeping: known.session.digest, renewedAs: digest, at: now)
        }
        return renewed
    }

    private func check(old: String, of known: KnownSession, from address: String, at now: Instant) async throws {
        let key = SignInAttempts.Key(name: known.person.id.text, address: address)
        if let seconds = attempts.begin(key, at: now) {
            throw Refusal(.rateLimited, retryAfterInSeconds: seconds)
        }
        guard !PasswordRule.isTooLong(old), let stored = known.person.passwordHash,
            let hash = PasswordHash(text: stored)
        else { throw Refusal(.signInFailed) }
        do {
            guard try await passwords.run(.password, { try hash.verifies(old) }) else {
                throw Refusal(.signInFailed)
            }
        } catch let refusal as Refusal where refusal.reason == .signInFailed {
            throw refusal
        } catch {
            attempts.forgive(key, at: now)
            throw error
        }
        attempts.forgive(key, at: now)
    }
}
