internal import Foundation
package import OnboardingCore
internal import OnboardingCrypto
package import OnboardingStorage

/// Finds out which credential of a tenant a client at the token endpoint has (RFC 6749 §2.3, RFC 7523 §2.2).
package struct SignIn: Sendable {
    package enum Proof: Sendable {
        case secret(String, clientID: String)
        /// `private_key_jwt`: a JWT that the client has signed about itself.
        /// - clientID: beside it, where it was named there as well.
        case assertion(String, clientID: String?)
    }

    /// Why it failed: a word of the audit trail. Outside there is one answer.
    package enum Failure: String, Error, Sendable {
        case unknownClient = "unknown-client"
        case wrongSecret = "wrong-secret"
        case credentialEnded = "credential-ended"
        case assertionInvalid = "assertion-invalid"
        case assertionRepeated = "assertion-repeated"
        case tooMany = "too-many"
    }

    let store: any Store
    let failures: FailedSignIns

    package init(store: any Store, failures: FailedSignIns) {
        self.store = store
        self.failures = failures
    }

    /// - Parameter audiences: what an assertion may be made for.
    /// - Throws: `Failure`, which the audit trail has then.
    package func perform(
        _ proof: Proof, tenant: Tenant, audiences: [String], at now: Instant
    ) async throws -> Credential {
        do {
            return try await credential(proof, tenant, audiences, now)
        } catch let failure as Failure {
            try await note(failure, clientID: proof.clientID, tenant: tenant, at: now)
            throw failure
        }
    }

    /// Notes an attempt that was not looked at.
    package func note(_ failure: Failure, clientID: String?, tenant: Tenant, at now: Instant) async throws {
        let known = clientID.flatMap { tenant.credential(of: $0) }?.clientID
        try await failures.note(clientID: known, cause: failure.rawValue, tenant: tenant.id, at: now)
    }

    private func credential(
        _ proof: Proof, _ tenant: Tenant, _ audiences: [String], _ now: Instant
    ) async throws -> Credential {
        guard let credential = proof.clientID.flatMap({ tenant.credential(of: $0) }) else {
            throw Failure.unknownClient
        }
        switch proof {
        case .secret(let secret, _):
            guard credential.accepts(secret: secret, at: now) else { throw Failure.wrongSecret }
        case .assertion(let text, let stated):
            guard stated == nil || stated == credential.clientID else { throw Failure.assertionInvalid }
            try await check(text, by: credential, of: tenant, audiences, now)
        }
        // Last, so that only who has the key learns that it is over.
        guard credential.isGood(at: now) else { throw Failure.credentialEnded }
        return credential
    }

    private func check(
        _ text: String, by credential: Credential, of tenant: Tenant, _ audiences: [String], _ now: Instant
    ) async throws {
        let claims = try? JSONWebToken.verify(
            compact: text, byAnyOf: credential.verificationKeys(at: now), allowedAlgorithms: [.rs256, .es256])
        guard let claims, let assertion = ClientAssertion(claims),
            assertion.isValid(for: credential.clientID, audiences: audiences, at: now)
        else { throw Failure.assertionInvalid }
        let digest = Digest.sha256(Array("\(credential.clientID)\n\(assertion.id)".utf8))
        guard try await store.useAssertion(digest, tenant: tenant.id, at: now) else {
            throw Failure.assertionRepeated
        }
    }
}

extension SignIn.Proof {
    /// The client that says it is here; of an assertion alone the one that it is about.
    package var clientID: String? {
        switch self {
        case .secret(_, let clientID): clientID
        case .assertion(let text, _):
            JSONWebToken.unverifiedClaims(compact: text).flatMap(ClientAssertion.init)?.subject
        }
    }
}

/// The claims of a client's assertion (RFC 7523 §3).
struct ClientAssertion: Decodable {
    let issuer: String
    let subject: String
    let audience: [String]
    /// Seconds since 1970, as the next two.
    let expiry: Double
    let notBefore: Double?
    let issuedAt: Double?
    let id: String

    private enum Claim: String, CodingKey {
        case issuer = "iss"
        case subject = "sub"
        case audience = "aud"
        case expiry = "exp"
        case notBefore = "nbf"
        case issuedAt = "iat"
        case id = "jti"
    }

    init?(_ claims: [UInt8]) {
        guard let assertion = try? JSONDecoder().decode(Self.self, from: Data(claims)) else { return nil }
        self = assertion
    }

    init(from decoder: any Decoder) throws {
        let claims = try decoder.container(keyedBy: Claim.self)
        issuer = try claims.decode(String.self, forKey: .issuer)
        subject = try claims.decode(String.self, forKey: .subject)
        audience =
            try (try? claims.decode([String].self, forKey: .audience))
            ?? [claims.decode(String.self, forKey: .audience)]
        expiry = try claims.decode(Double.self, forKey: .expiry)
        notBefore = try claims.decodeIfPresent(Double.self, forKey: .notBefore)
        issuedAt = try claims.decodeIfPresent(Double.self, forKey: .issuedAt)
        id = try claims.decode(String.self, forKey: .id)
    }

    /// A life without a near end is none: what was shown has to be remembered for as long.
    func isValid(for clientID: String, audiences: [String], at now: Instant) -> Bool {
        let (now, skew) = (Double(now.secondsSince1970), Double(Limit.clockSkew.seconds))
        return issuer == clientID && subject == clientID && audience.contains(where: audiences.contains)
            && now < expiry && expiry <= now + Double(Limit.assertionLife.seconds) + skew
            && (notBefore ?? now) <= now + skew && (issuedAt ?? now) <= now + skew
            && (1...Limit.text.value).contains(id.utf8.count)
    }
}
