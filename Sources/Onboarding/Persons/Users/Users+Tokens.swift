internal import Mail
package import OnboardingCore
internal import OnboardingCrypto
internal import OnboardingStorage
internal import Tenancy

extension Users {
    /// A one-time password for a user, told to the tenant's administrator, and to the user by mail where the server sends mail and
    /// knows an address.
    package func oneTimePassword(
        for userID: String?, by requester: UserRequester, at now: Instant
    ) async throws -> String {
        try requester.requireAdministrator()
        let tenant = requester.tenant
        let stored = try await registration(of: userID, tenant)
        let password = try Self.randomDigits()
        let end = now.adding(seconds: Limit.oneTimePasswordLife.seconds)
        return try await knowing {
            let mail = try message(password, to: stored, tenant, until: end)
            do {
                try await store.setOneTimePassword(
                    try digest(of: password, stored), of: stored.id, expiringAt: end, mail: mail,
                    operation: "user.getOTP", at: now)
            } catch StorageError.mailLimitReached(let until) {
                throw Refusal(.mailLimitReached, retryAfterInSeconds: until.secondsAfter(now))
            }
            return password
        }
    }

    /// A token for a user who has the one-time password.
    /// - Parameter isPermanent: whether it lasts as long as any; it can be ended as every token.
    package func token(
        for userID: String?, oneTimePassword password: String?, isPermanent: Bool, by requester: UserRequester,
        at now: Instant
    ) async throws -> String {
        let stored = try await registration(of: userID, requester.tenant)
        // One that is missing, too long or no number is a wrong one, and counts.
        let shown = password.flatMap { $0.utf8.count == Self.passwordLength ? $0 : nil } ?? ""
        let isRight = try await store.tryOneTimePassword(
            try digest(of: shown, stored), of: stored.id, atMost: Limit.oneTimePasswordTries.value, at: now)
        guard isRight else {
            try await cases.note(
                .userOperation(operation: "user.auth", [stored.id], result: "wrong"), tenant: stored.tenantID, at: now)
            throw UserError(.oneTimePasswordMismatch)
        }
        return try await token(
            stored, isPermanent ? .permanentUserTokenLife : .userTokenLife, "user.auth", requester, at: now)
    }

    /// A token for a user whose face an image shows. The image may be a photograph of a photograph: the client vouches for the
    /// camera that took it.
    package func token(
        for userID: String?, face images: [[UInt8]], by requester: UserRequester, at now: Instant
    ) async throws -> String {
        let stored = try await registration(of: userID, requester.tenant)
        // With those of the person's enrollments: it is one limit of one username.
        let limit = Cases.failureLimit([stored.usernameDigest], at: now)
        try await cases.checkFailures(limit, tenant: requester.tenant, at: now)
        let face = try await face(in: images)
        let match = try await knowing { () -> Match in
            try await self.match(face, stored, requester.tenant, in: "user.faceauth", at: now)
        }
        // Of many at once some have been looked at that are too many by now: what was seen of those nobody learns.
        guard match.user != nil else {
            let oldest = try await knowing {
                try await store.countFailedFace(of: stored.id, unless: limit, operation: "user.faceauth", at: now)
            }
            if let oldest { throw Cases.tooManyFailures(until: Cases.endOfLimit(oldest: oldest), at: now) }
            throw UserError(.faceNotMatching)
        }
        try await cases.checkFailures(limit, tenant: requester.tenant, at: now)
        return try await token(stored, .userTokenLife, "user.faceauth", requester, at: now)
    }

    /// Ends all tokens of a user, permanent ones too.
    package func endTokens(of userID: String?, by requester: UserRequester, at now: Instant) async throws {
        try requester.requireAdministrator()
        let stored = try await registration(of: userID, requester.tenant)
        try await knowing { try await store.endTokens(of: stored.id, operation: "user.revokeTokens", at: now) }
    }

    private func token(
        _ stored: StoredEnrollment, _ life: Limit, _ operation: String, _ requester: UserRequester, at now: Instant
    ) async throws -> String {
        let (tenant, clientID) = (requester.tenant, requester.clientID)
        let (id, end) = (try UUIDText.random(), now.adding(seconds: life.seconds))
        let (tokens, url) = (try await tenants.tokens(), try publicURL.value)
        let token = try await pools.signatures.run(.signature) {
            try tokens.userToken(
                for: tenant, clientID: clientID, user: stored.id, id: id, until: end, publicURL: url, at: now)
        }
        try await knowing {
            try await store.add(
                UserTokenRow(id: id, enrollmentID: stored.id, createdAt: now, expiresAt: end),
                atMost: Limit.userTokens.value, operation: operation)
        }
        return token
    }

    // MARK: One-time passwords

    static let passwordLength = 6

    private static func randomDigits() throws -> String {
        while true {
            let number = try Random.bytes(3).reduce(0) { $0 << 8 | Int($1) }
            // 16 777 216 numbers: of those below 16 million every password has 16.
            guard number < 16_000_000 else { continue }
            let digits = String(number % 1_000_000)
            return String(repeating: "0", count: passwordLength - digits.count) + digits
        }
    }

    private func digest(of password: String, _ stored: StoredEnrollment) throws -> [UInt8] {
        try cases.keys.lookupDigest(
            of: [UInt8]("\(stored.id.text):\(password)".utf8), field: "one-time password", tenant: stored.tenantID)
    }

    /// Nil where nobody sends mail, or nobody knows to whom.
    private func message(
        _ password: String, to stored: StoredEnrollment, _ tenant: Tenant, until end: Instant
    ) throws -> (recipient: SearchKey, write: MailWrite)? {
        guard let mail else { return nil }
        let dataKey = try cases.dataKey(of: stored)
        let person = try Person(of: stored, under: dataKey)
        guard
            let recipient = [person.email, person.username].compactMap(\.self).first(where: { MailAddress($0) != nil })
        else { return nil }
        let message = OneTimePasswordMail(of: tenant, to: recipient, password: password, until: end)
        return (
            try SearchTerm.email(recipient).key(in: tenant.id, keys: cases.keys),
            try message.outgoing(from: mail.server.sender.domain).write(of: stored.id, under: dataKey)
        )
    }
}
