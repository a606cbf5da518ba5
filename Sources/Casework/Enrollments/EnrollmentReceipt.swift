internal import Foundation
internal import Onboarding
internal import OnboardingCore
internal import OnboardingCrypto
internal import OnboardingJSON
internal import OnboardingStorage
internal import Tenancy

/// What a receipt says: how an enrollment ended, for whoever has to prove it without this database. A JWS (RFC 7515, ES256)
/// whose key stays in the realm's key set for ever; its members are listed in docs/contract.md.
struct EnrollmentReceipt: Encodable, Sendable {
    struct ReviewClaim: Encodable, Sendable {
        let decision: String
        /// Seconds since 1970.
        let decidedAt: Int64
        /// As whom the human decided; nil where that was not written down.
        let decidedBy: ReviewEvidence.Role?

        private enum CodingKeys: String, CodingKey {
            case decision
            case decidedAt = "decided_at"
            case decidedBy = "decided_by"
        }
    }

    let issuer: String
    /// The tenant's client.
    let audience: String
    /// The enrollment's id.
    let subject: String
    /// Seconds since 1970.
    let issuedAt: Int64
    let id: String
    /// No bearer: `typ` of an access token is `Bearer`.
    let type = "Receipt"
    let version = 1
    let isTest: Bool
    /// Whose script the decisions follow; nil where they were measured.
    let sandboxPersona: SandboxPersona?
    let state: String
    let reason: String?
    /// A word of `EnrollmentOrigin`.
    let origin: String
    /// What a human decided beside it; nil where none has.
    let review: ReviewClaim?
    let registrationCode: String?
    let reference: String?
    /// Nil where nobody asked for it.
    let identity: Identity?
    /// Seconds since 1970, as the next.
    let begunAt: Int64
    let endedAt: Int64
    let checks: [ReceiptClaims.Check]
    let evidence: [ReceiptClaims.Evidence]
    /// The last hash of the chain of the enrollment's events and how many they are, by which they can be told from others.
    let chainHead: String
    let chainLength: Int

    private enum CodingKeys: String, CodingKey {
        case issuer = "iss"
        case audience = "aud"
        case subject = "sub"
        case issuedAt = "iat"
        case id = "jti"
        case type = "typ"
        case isTest = "test"
        case sandboxPersona = "sandbox_persona"
        case registrationCode = "registration_code"
        case begunAt = "begun_at"
        case endedAt = "ended_at"
        case chainHead = "chain_head"
        case chainLength = "chain_length"
        case version, state, reason, origin, review, reference, identity, checks, evidence
    }

    func signed(with key: TokenSigningKey) throws -> String {
        try JSONWebToken.sign(claims: try sortedKeyJSON(self), type: "receipt+jwt", with: key)
    }
}

extension Cases {
    /// - Throws: `enrollmentPending`.
    func receipt(
        of stored: StoredEnrollment, _ tenant: Tenant, namesPerson: Bool, publicURL: String, at now: Instant
    ) async throws -> EnrollmentReceipt {
        guard let standing = try await entry(of: stored, at: now)?.standing else { throw Refusal(.enrollmentUnknown) }
        // Where the job that ends it has not come round, another event is to come.
        guard stored.enrollment.isFinished, let endedAt = standing.endedAt else { throw Refusal(.enrollmentPending) }
        guard let dataKey = try dataKeyIfKept(of: stored) else { throw Refusal(.enrollmentUnknown) }
        let person = try Person(of: stored, under: dataKey)
        var identity: Identity?
        if namesPerson {
            let document = try await acceptedDocument(in: try await store.events(of: stored.id), of: stored)
            identity = Identity(of: person, document: document?.read)
        }
        return EnrollmentReceipt(
            issuer: AccessTokens.issuer(publicURL: publicURL, realm: tenant.realm), audience: tenant.firstClientID,
            subject: stored.id.text, issuedAt: now.secondsSince1970, id: try UUIDText.random(), isTest: tenant.isTest,
            sandboxPersona: Self.persona(of: person.username, in: tenant), state: standing.state.rawValue,
            reason: standing.reason?.rawValue, origin: standing.origin.rawValue,
            review: .init(standing.review, by: try await review(of: stored, under: dataKey)?.role),
            registrationCode: stored.enrollment.code, reference: person.reference, identity: identity,
            begunAt: standing.begunAt.secondsSince1970, endedAt: endedAt.secondsSince1970,
            checks: standing.accepted.map { .init(check: $0.check.rawValue, acceptedAt: $0.at.secondsSince1970) },
            evidence: try await store.evidence(of: stored.id).map(ReceiptClaims.Evidence.init),
            chainHead: Hexadecimal.encode(stored.chainHead), chainLength: stored.chainLength)
    }
}

extension EnrollmentReceipt.ReviewClaim {
    /// Nil where no human has decided.
    fileprivate init?(_ standing: EnrollmentStanding.ReviewStanding?, by role: ReviewEvidence.Role?) {
        guard let decision = standing?.decision, let decidedAt = standing?.decidedAt else { return nil }
        self.init(decision: decision.rawValue, decidedAt: decidedAt.secondsSince1970, decidedBy: role)
    }
}
