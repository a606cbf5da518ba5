internal import Onboarding
internal import OnboardingCore
internal import OnboardingCrypto
internal import OnboardingJSON
internal import OnboardingStorage
internal import Tenancy

/// What a receipt of an authentication says, signed by the key of the receipts of enrollments. Both types, that of the header and the
/// claim `typ`, are its own: whoever verifies a receipt of an enrollment takes none of a login for one.
struct AuthenticationReceipt: Encodable, Sendable {
    let issuer: String
    /// The tenant's client.
    let audience: String
    /// The authentication's id.
    let subject: String
    /// Seconds since 1970.
    let issuedAt: Int64
    let id: String
    /// No bearer, and no receipt of an enrollment.
    let type = "AuthenticationReceipt"
    let version = 1
    let isTest: Bool
    /// Whose script the decisions follow; nil where they were measured.
    let sandboxPersona: SandboxPersona?
    /// A word of `AuthenticationPurpose`.
    let purpose: String
    /// The registration.
    let enrollmentID: String
    let registrationCode: String?
    let state: String
    /// `AuthenticationReason.code`.
    let reason: String?
    let reference: String?
    /// Words of `DeviceDecision` and `DeviceChange`.
    let device: String?
    let deviceChange: String?
    /// Seconds since 1970, as the next.
    let begunAt: Int64
    let endedAt: Int64
    let checks: [ReceiptClaims.Check]
    let evidence: [ReceiptClaims.Evidence]
    /// The last hash of the chain of the authentication's events and how many they are.
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
        case enrollmentID = "enrollment_id"
        case registrationCode = "registration_code"
        case deviceChange = "device_change"
        case begunAt = "begun_at"
        case endedAt = "ended_at"
        case chainHead = "chain_head"
        case chainLength = "chain_length"
        case version, purpose, state, reason, reference, device, checks, evidence
    }

    func signed(with key: TokenSigningKey) throws -> String {
        try JSONWebToken.sign(claims: try sortedKeyJSON(self), type: "authentication-receipt+jwt", with: key)
    }
}

extension Cases {
    /// - Throws: `authenticationPending`.
    func receipt(
        of visit: Visit, _ tenant: Tenant, publicURL: String, at now: Instant
    ) async throws -> AuthenticationReceipt {
        let (stored, registration) = (visit.stored, visit.registration)
        guard let detail = try await detail(of: visit, in: tenant, at: now) else { throw Refusal(.enrollmentUnknown) }
        // Where the job that ends it has not come round, another event is to come.
        guard stored.authentication.isFinished, let endedAt = detail.standing.endedAt else {
            throw Refusal(.authenticationPending)
        }
        return AuthenticationReceipt(
            issuer: AccessTokens.issuer(publicURL: publicURL, realm: tenant.realm), audience: tenant.firstClientID,
            subject: stored.id.text, issuedAt: now.secondsSince1970, id: try UUIDText.random(), isTest: tenant.isTest,
            sandboxPersona: Self.persona(of: detail.username, in: tenant), purpose: stored.purpose.rawValue,
            enrollmentID: registration.id.text, registrationCode: detail.registrationCode,
            state: detail.standing.state.rawValue, reason: detail.standing.reason?.code, reference: detail.reference,
            device: detail.standing.device?.rawValue, deviceChange: detail.standing.deviceChange?.rawValue,
            begunAt: detail.standing.begunAt.secondsSince1970, endedAt: endedAt.secondsSince1970,
            checks: detail.standing.accepted.map {
                .init(check: $0.check.rawValue, acceptedAt: $0.at.secondsSince1970)
            },
            evidence: try await judgedRows(of: stored).map(ReceiptClaims.Evidence.init),
            chainHead: Hexadecimal.encode(stored.chainHead), chainLength: stored.chainLength)
    }
}
