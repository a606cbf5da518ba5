internal import Foundation
internal import Onboarding
internal import OnboardingCore
internal import OnboardingCrypto
internal import OnboardingJSON
internal import OnboardingStorage
internal import Tenancy

/// What was destroyed of a tenant and what stays, for whoever has to prove it. A JWS (RFC 7515, ES256) by the key of receipts, with
/// `typ` `tenant-removal+jwt`; its members are listed in docs/contract.md.
struct TenantRemovalProof: Encodable, Sendable {
    let tenant: String
    let tenantID: String
    /// Seconds since 1970, as the next two.
    let begunAt: Int64
    let endedAt: Int64
    let issuedAt: Int64
    let id: String
    let type = "TenantRemoval"
    let version = 1
    let destroyed: [String: Int]
    /// After the entry `tenantRemoved` of the audit trail.
    let auditHead: String
    let journal: ErasureClaims.Journal
    let remaining = TenantRemovalProof.whatRemains

    private enum CodingKeys: String, CodingKey {
        case tenantID = "tenant_id"
        case begunAt = "begun_at"
        case endedAt = "ended_at"
        case issuedAt = "iat"
        case id = "jti"
        case type = "typ"
        case auditHead = "audit_head"
        case journal = "erasure_journal"
        case tenant, version, destroyed, remaining
    }

    /// - Returns: nil where the removal has not ended, or the name was forgotten.
    init?(of removal: TenantRemoval, journal end: JournalEnd, at now: Instant) throws {
        guard let tenant = removal.name, let ended = removal.end else { return nil }
        self.tenant = tenant
        tenantID = removal.tenantID.text
        begunAt = removal.begunAt.secondsSince1970
        endedAt = ended.at.secondsSince1970
        issuedAt = now.secondsSince1970
        id = try UUIDText.random()
        destroyed = Dictionary(
            removal.destroyed.map { ($0.key.rawValue, $0.value) }, uniquingKeysWith: { first, _ in first })
        auditHead = ended.head
        journal = ErasureClaims.Journal(end)
    }

    func signed(with key: TokenSigningKey) throws -> String {
        try JSONWebToken.sign(claims: try sortedKeyJSON(self), type: "tenant-removal+jwt", with: key)
    }

    private static let whatRemains = [
        ErasureClaims.Remaining(
            what: "backups",
            why: """
                Copies from before hold what was destroyed until they are deleted. Whoever restores one has the tenant removed \
                again, by the entry of the journal of erasures that is named here.
                """),
        ErasureClaims.Remaining(
            what: "registers",
            why: """
                Of each case and authentication number, identifiers, purpose and instants, because the registers are chains of \
                hashes over them.
                """),
        ErasureClaims.Remaining(
            what: "trail",
            why: """
                Of each entry of the audit trail number, instant, kind and hash, because the trail is a chain of hashes; what the \
                entries told is taken.
                """),
        ErasureClaims.Remaining(
            what: "elsewhere",
            why: "What was sent to the tenant's own systems, to persons by mail and to a receiver of the audit trail."),
    ]
}

extension RetentionAdministration {
    /// What the removal of a tenant came to.
    public struct RemovedTenant: Sendable {
        /// A compact JWS.
        public let proof: String
        /// Of each kind how many, in the order of a table.
        public let destroyed: [(kind: String, count: Int)]
    }

    /// Removes a disabled tenant for ever, or goes on with a removal that was cut off.
    /// - Parameters:
    ///   - proofFile: made with mode 0600, where nothing is yet; on the disk before the tenant's name is forgotten.
    ///   - compacts: whether the database is written anew at the end.
    ///   - give: gives the proof to whoever asked, before the tenant's name is forgotten: until then the same call gives one again.
    /// - Throws: a sentence where there is no such tenant, it is served, or the file is there; `StorageError.held`.
    public func removeTenant(
        name: String, proofFile: String?, compacts: Bool, give: (RemovedTenant) -> Void
    ) async throws {
        let begun = try await data.store.removals().first { $0.name == name }?.tenantID
        let id: TenantID
        if let begun {
            id = begun
        } else {
            id = try await data.tenant(name: name).id
            guard try await data.store.disabledTenants()[id] != nil else {
                throw ConfigurationError(
                    description: "\(name) is served: disable it first (onboarding tenant disable \(name)).",
                    kind: .refused)
            }
            // A removal that was cut off may have written it.
            if let proofFile { try NamedFile.checkFree(proofFile) }
        }
        let remove = Cases(of: data).removeTenant
        let removal = try await remove(id)
        let now = Instant.now()
        let end = try data.journal.append(id, at: now)
        guard let proof = try TenantRemovalProof(of: removal, journal: end, at: now) else {
            throw StorageError.unknownSubject
        }
        let text = try proof.signed(
            with: try await ServerKeys.receiptKey(store: data.store, keys: data.keys, at: now))
        if let proofFile { try Self.write(text + "\n", to: proofFile) }
        give(
            RemovedTenant(
                proof: text,
                destroyed: DestroyedKind.allCases.map { ($0.rawValue, removal.destroyed[$0] ?? 0) }))
        try await remove.forgetName(of: id, compacts: compacts)
    }

    /// Writes a file whole or not at all; on the disk when this returns.
    private static func write(_ text: String, to path: String) throws {
        let bytes = Array(text.utf8)
        let next = path + ".new"
        let descriptor = open(next, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, S_IRUSR | S_IWUSR)
        guard descriptor >= 0 else { throw StorageError.folderUnusable(path: path) }
        defer { close(descriptor) }
        guard Foundation.write(descriptor, bytes, bytes.count) == bytes.count, fsync(descriptor) == 0,
            rename(next, path) == 0
        else { throw StorageError.folderUnusable(path: path) }
        try DataFolder.synchronize(URL(fileURLWithPath: path).deletingLastPathComponent().path)
    }
}
