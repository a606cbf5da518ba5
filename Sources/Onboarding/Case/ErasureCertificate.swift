internal import Foundation
package import OnboardingCore
package import OnboardingCrypto
internal import OnboardingJSON
internal import OnboardingStorage
package import Tenancy

/// What was erased of an enrollment, when and by whom, for whoever has to prove it. A JWS (RFC 7515, ES256) by the key of receipts,
/// with `typ` `erasure+jwt`; its members are listed in docs/contract.md. Made from the audit trail and the journal of erasures
/// alone, so that it says the same each time.
package struct ErasureCertificate: Encodable, Equatable, Sendable {
    let tenant: String
    /// SHA-256 of the enrollment's id as text, hexadecimal. An id has 122 random bits: nobody guesses it.
    let subject: String
    /// Seconds since 1970, as the next.
    let erasedAt: Int64
    let issuedAt: Int64
    let id: String
    let type = ErasureCertificate.claimType
    let version = 1
    /// Nil of an erasure from before it was counted.
    let erased: [String: Int]?
    /// As the audit trail names it.
    let by: String
    /// Who had proposed it; nil where nobody had to agree.
    let proposedBy: String?
    /// The number of the entry in the audit trail.
    let auditEntry: Int
    let journal: ErasureClaims.Journal
    let remaining: [ErasureClaims.Remaining]

    private enum CodingKeys: String, CodingKey {
        case subject = "sub"
        case erasedAt = "erased_at"
        case issuedAt = "iat"
        case id = "jti"
        case type = "typ"
        case proposedBy = "proposed_by"
        case auditEntry = "audit_entry"
        case journal = "erasure_journal"
        case tenant, version, erased, by, remaining
    }

    /// `typ` of the header, and the claim of this name.
    package static let headerType = "erasure+jwt"
    package static let claimType = "Erasure"

    package static func subject(of id: EnrollmentID) -> String {
        Hexadecimal.encode(Digest.sha256([UInt8](id.text.utf8)))
    }

    fileprivate init(
        of id: EnrollmentID, tenant: String, told entry: AuditEntry, journal end: JournalEnd, isLockedAway: Bool
    ) {
        self.tenant = tenant
        subject = Self.subject(of: id)
        erasedAt = entry.at.secondsSince1970
        // A copy that is given later says nothing new.
        issuedAt = erasedAt
        self.id = String(subject.prefix(32))
        erased = entry.detail["erased"].map { text in
            Dictionary(
                [ErasedKind: Int](text: text).map { ($0.key.rawValue, $0.value) },
                uniquingKeysWith: { first, _ in first })
        }
        by = entry.detail["actor"] ?? "unknown"
        proposedBy = entry.detail["proposer"]
        auditEntry = entry.sequence
        journal = ErasureClaims.Journal(end)
        remaining = Self.always + (isLockedAway ? [Self.lockedAway] : [])
    }

    package func signed(with key: TokenSigningKey) throws -> String {
        try JSONWebToken.sign(claims: try sortedKeyJSON(self), type: Self.headerType, with: key)
    }

    private static let always = [
        ErasureClaims.Remaining(
            what: "backups",
            why: """
                Copies from before hold what was erased until they are deleted. Whoever restores one has the person erased again, \
                by the entry of the journal of erasures that is named here.
                """),
        ErasureClaims.Remaining(
            what: "events",
            why:
                "What happened and when, without a person to it, because registers and trail are chains of hashes over it."
        ),
        ErasureClaims.Remaining(
            what: "elsewhere",
            why: "What was sent to the tenant's own systems and to the person, and what was exported."),
    ]

    private static let lockedAway = ErasureClaims.Remaining(
        what: "locked_evidence",
        why:
            "Evidence of captures that were judged attacks, under a key of its own, for the time that the tenant has set."
    )
}

extension Cases {
    /// How many entries that name an enrollment are looked through for the one that erased it.
    private static let entriesNaming = 500

    /// - Throws: `unknownSubject` where nothing proves it: it was not erased, its erasure has not come to its end, or the trail tells of
    ///   it no longer.
    package func erasureCertificate(
        of id: EnrollmentID, tenant name: String
    ) async throws -> ErasureCertificate {
        guard try await !store.unfinishedErasures().contains(id),
            let entry = try await store.auditEntries(naming: id, limit: Self.entriesNaming).first(where: {
                $0.kind == AuditEvent.Kind.registrationErased.rawValue
            }), let line = try journal.entry(of: id)
        else { throw StorageError.unknownSubject }
        return ErasureCertificate(
            of: id, tenant: name, told: entry, journal: line.end,
            isLockedAway: try await store.evidence(of: id).contains(where: \.isLockedAway))
    }
}

/// What an erasure came to.
package struct ErasedPerson: Equatable, Sendable {
    package let enrollments: [EnrollmentID]
    /// Of each of them, in their order: JWS, compact.
    package let certificates: [String]

    package init(enrollments: [EnrollmentID], certificates: [String]) {
        (self.enrollments, self.certificates) = (enrollments, certificates)
    }
}

/// Gives certificates of erasures, signed.
package struct ErasureCertificates: Sendable {
    let cases: Cases
    let tenants: TenantDirectory
    let signatures: WorkerPool

    package init(cases: Cases, tenants: TenantDirectory, signatures: WorkerPool) {
        (self.cases, self.tenants, self.signatures) = (cases, tenants, signatures)
    }

    /// - Throws: as `Cases.erasureCertificate`.
    package func perform(for ids: [EnrollmentID], of tenant: Tenant) async throws -> ErasedPerson {
        var certificates: [ErasureCertificate] = []
        for id in ids { certificates.append(try await cases.erasureCertificate(of: id, tenant: tenant.name)) }
        let (key, made) = (try await tenants.tokens().receipts.current, certificates)
        let signed = try await signatures.run(.signature) { try made.map { try $0.signed(with: key) } }
        return ErasedPerson(enrollments: ids, certificates: signed)
    }
}
