package import OnboardingCore
internal import Foundation
internal import GRDB

/// What the audit trail keeps beside the events of enrollments. A word is never renamed or reused.
package enum AuditKind: String, CaseIterable, Sendable {
    case tenantCreated
    case configurationChanged
    case keyAdded
    case keyDeleted
    case clientSecretReplaced
    case failuresCleared
    case registrationErased
    case registrationExported
    case templateRenewed
    /// From here on sums are kept of all rows (`Ledger`). Once in a trail, and with tenants never as its first entry:
    /// otherwise rows were taken as somebody left them.
    case ledgerBegun
}

/// An entry of the audit trail.
package struct AuditEntry: Equatable, Sendable {
    package let sequence: Int
    package let at: Instant
    package let tenantID: TenantID?
    /// A word of `AuditKind`, kept as text so that older programs can list newer entries.
    package let kind: String
    package let detail: [String: String]
}

extension Store {
    /// The entries after number `sequence`, oldest first.
    package func auditEntries(after sequence: Int = 0, limit: Int = 1000) async throws -> [AuditEntry] {
        try await survey { database in
            try database.rows(
                "SELECT * FROM audit WHERE sequence > ? ORDER BY sequence LIMIT ?", [sequence, limit]
            ).map(AuditEntry.init)
        }
    }

    /// Appends an entry inside the transaction that does what it tells of.
    /// - Parameter detail: no personal datum: it is kept for ever.
    static func audit(
        _ kind: AuditKind, _ detail: [String: String], tenant: TenantID?, at instant: Instant, in database: Database,
        chain: AuditChain
    ) throws {
        var end = try chainEnd(.audit, in: database)
        let (milliseconds, detail) = (instant.millisecondsSince1970, try json(detail))
        end.append(
            AuditChain.text(
                auditSequence: end.length + 1, at: milliseconds, tenant: tenant?.text ?? "", kind: kind.rawValue,
                detail: detail))
        try database.run(
            "INSERT INTO audit (sequence, at, tenant_id, kind, detail, hash) VALUES (?, ?, ?, ?, ?, ?)",
            [end.length, milliseconds, tenant?.text, kind.rawValue, detail, Data(end.head)])
        try setChainEnd(.audit, to: end, in: database, chain: chain)
    }
}

extension Store {
    /// Notes that what is kept of a person was written out.
    package func noteExport(of enrollment: EnrollmentID, tenant: TenantID, at instant: Instant) async throws {
        let chain = chain
        try await writer.run { database in
            try Self.audit(
                .registrationExported, ["enrollment": enrollment.text], tenant: tenant, at: instant, in: database,
                chain: chain)
        }
    }
}

extension AuditEntry {
    fileprivate init(_ row: Row) throws {
        guard let detail = try? JSONDecoder().decode([String: String].self, from: Data(row.text("detail").utf8)) else {
            throw StorageError.storedValueInvalid
        }
        self.init(
            sequence: try row.integer("sequence"), at: try row.instant("at"),
            tenantID: try row.decode(String?.self, forColumn: "tenant_id").flatMap(TenantID.init(text:)),
            kind: try row.text("kind"), detail: detail)
    }
}
