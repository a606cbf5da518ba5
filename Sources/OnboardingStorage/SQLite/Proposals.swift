package import OnboardingCore
internal import Foundation
internal import GRDB

extension SQLiteStore {
    package func add(_ proposal: ProposalRow, atMost limit: Int) async throws {
        let trail = trail
        try await writer.run { database in
            let open = try Int.fetchOne(
                database, sql: "SELECT count(*) FROM proposal WHERE tenant_id = ? AND ended_at IS NULL",
                arguments: [proposal.tenantID.text])
            guard open ?? 0 < limit else { throw StorageError.limitReached }
            try database.run(
                """
                INSERT INTO proposal (
                    id, tenant_id, action, operator_id, enrollment_id, proposed_at, expires_at, sealed)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                """,
                [
                    proposal.id.text, proposal.tenantID.text, proposal.action, proposal.operatorID.text,
                    proposal.enrollmentID?.text, proposal.proposedAt.millisecondsSince1970,
                    proposal.expiresAt.millisecondsSince1970, proposal.sealed.blob,
                ])
            try Self.tell(AuditEvent.proposalMade, of: proposal, at: proposal.proposedAt, in: database, trail: trail)
        }
    }

    package func proposals(tenant: TenantID, limit: Int) async throws -> [ProposalRow] {
        try lookUp { database in
            try database.rows(
                "SELECT * FROM proposal WHERE tenant_id = ? ORDER BY proposed_at DESC, id LIMIT ?",
                [tenant.text, limit]
            ).map(ProposalRow.init)
        }
    }

    package func proposal(_ id: ProposalID, tenant: TenantID) async throws -> ProposalRow? {
        try lookUp { database in
            try database.row("SELECT * FROM proposal WHERE id = ? AND tenant_id = ?", [id.text, tenant.text])
                .map(ProposalRow.init)
        }
    }

    package func decline(
        _ id: ProposalID, tenant: TenantID, by person: OperatorID, leaving sealed: [UInt8], at instant: Instant
    ) async throws -> Bool {
        let trail = trail
        return try await writer.run { database in
            guard let row = try Self.open(id, tenant: tenant, at: instant, in: database) else { return false }
            try Self.end(row, as: .declined, by: person, leaving: sealed, at: instant, in: database, trail: trail)
            return true
        }
    }

    package func settle(_ agreement: Agreement, tenant: TenantID, at instant: Instant) async throws {
        let trail = trail
        try await writer.run { database in
            try Self.claim(agreement, tenant: tenant, at: instant, in: database, trail: trail)
        }
    }

    @discardableResult
    package func expireProposals(at instant: Instant, forgettingBefore end: Instant) async throws -> Int {
        let (now, end) = (instant.millisecondsSince1970, end.millisecondsSince1970)
        // It is asked again and again, and mostly there is none.
        let isDue = try lookUp { database in
            try database.row(
                "SELECT 1 FROM proposal WHERE (ended_at IS NULL AND expires_at <= ?) OR ended_at < ? LIMIT 1",
                [now, end]
            ) != nil
        }
        guard isDue else { return 0 }
        let trail = trail
        return try await writer.run { database in
            try database.run("DELETE FROM proposal WHERE ended_at < ?", [end])
            let due = try database.rows("SELECT * FROM proposal WHERE ended_at IS NULL AND expires_at <= ?", [now])
                .map(ProposalRow.init)
            for row in due { try Self.end(row, as: .expired, at: instant, in: database, trail: trail) }
            return due.count
        }
    }

    /// Gives an agreement its proposal, in the transaction that does what was agreed to.
    /// - Throws: `proposalEnded` where another one has it, it was declined, has expired, or whoever made it was disabled.
    static func claim(
        _ agreement: Agreement, tenant: TenantID?, at instant: Instant, in database: Database, trail: AuditTrail
    ) throws {
        guard let tenant,
            let row = try database.row(
                "SELECT * FROM proposal WHERE id = ? AND tenant_id = ?", [agreement.proposal.text, tenant.text]
            ).map(ProposalRow.init)
        else { throw StorageError.proposalEnded }
        if row.attempt == agreement.attempt { return }
        guard row.isOpen(at: instant), row.operatorID != agreement.colleague,
            try operatorRow(row.operatorID, in: database).disabledAt == nil
        else {
            throw StorageError.proposalEnded
        }
        try database.run(
            "UPDATE proposal SET attempt = ? WHERE id = ?", [Data(agreement.attempt), row.id.text])
        try end(row, as: .agreed, by: agreement.colleague, at: instant, in: database, trail: trail)
    }

    /// Ends what an operator has proposed and nobody has agreed to.
    static func voidProposals(
        of id: OperatorID, at instant: Instant, in database: Database, trail: AuditTrail
    ) throws {
        let rows = try database.rows(
            "SELECT * FROM proposal WHERE operator_id = ? AND ended_at IS NULL", [id.text]
        ).map(ProposalRow.init)
        for row in rows { try end(row, as: .void, at: instant, in: database, trail: trail) }
    }

    /// Nothing that was said of an enrollment that is erased stays in a proposal.
    static func emptyProposals(about id: EnrollmentID, in database: Database) throws {
        try database.run("UPDATE proposal SET sealed = NULL WHERE enrollment_id = ?", [id.text])
    }

    private static func open(
        _ id: ProposalID, tenant: TenantID, at instant: Instant, in database: Database
    ) throws -> ProposalRow? {
        let row = try database.row(
            "SELECT * FROM proposal WHERE id = ? AND tenant_id = ?", [id.text, tenant.text]
        ).map(ProposalRow.init)
        return row.flatMap { $0.isOpen(at: instant) ? $0 : nil }
    }

    private static func end(
        _ row: ProposalRow, as end: ProposalRow.End, by person: OperatorID? = nil, leaving sealed: [UInt8]? = nil,
        at instant: Instant, in database: Database, trail: AuditTrail
    ) throws {
        try database.run(
            "UPDATE proposal SET ended_as = ?, ended_at = ?, ended_by = ?, sealed = ? WHERE id = ?",
            [end.rawValue, instant.millisecondsSince1970, person?.text, sealed.blob, row.id.text])
        switch end {
        case .agreed: try tell(AuditEvent.proposalAgreed, of: row, at: instant, in: database, trail: trail)
        case .declined: try tell(AuditEvent.proposalDeclined, of: row, at: instant, in: database, trail: trail)
        case .expired, .void:
            try tell({ .proposalExpired($0, cause: end.rawValue) }, of: row, at: instant, in: database, trail: trail)
        }
    }

    private static func tell(
        _ event: (AuditEvent.Proposal) -> AuditEvent, of row: ProposalRow, at instant: Instant, in database: Database,
        trail: AuditTrail
    ) throws {
        let proposer = try operatorRow(row.operatorID, in: database).name
        try trail.append(
            event(
                AuditEvent.Proposal(
                    id: row.id, action: row.action, proposer: proposer, enrollment: row.enrollmentID)),
            tenant: row.tenantID, at: instant, in: database)
    }
}

extension ProposalRow {
    fileprivate init(_ row: Row) throws {
        let end = try row.decode(String?.self, forColumn: "ended_as").map { word in
            guard let end = End(rawValue: word) else { throw StorageError.storedValueInvalid }
            return end
        }
        self.init(
            id: try row.identifier("id"), tenantID: try row.identifier("tenant_id"), action: try row.text("action"),
            operatorID: try row.identifier("operator_id"), enrollmentID: try row.identifierIfPresent("enrollment_id"),
            proposedAt: try row.instant("proposed_at"), expiresAt: try row.instant("expires_at"),
            sealed: try row.bytesIfPresent("sealed"), end: end,
            endedAt: try row.decode(Int64?.self, forColumn: "ended_at").map(Instant.init(millisecondsSince1970:)),
            endedBy: try row.identifierIfPresent("ended_by"), attempt: try row.bytesIfPresent("attempt"))
    }
}
