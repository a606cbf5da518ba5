internal import EnrollmentCore
internal import Foundation
internal import GRDB
internal import OnboardingCrypto

extension Store {
    /// Checks the events of one enrollment against their chain, and its stored state against them. Nil where there is
    /// no such enrollment; `verifyRegister` says whether one is missing.
    func verifyChain(of id: EnrollmentID) async throws -> ChainVerdict? {
        let chain = chain
        return try await survey { database -> ChainVerdict? in
            guard let stored = try database.row("SELECT * FROM enrollment WHERE id = ?", [id.text]) else { return nil }
            let rows = try database.rows(
                "SELECT sequence, at, event, hash FROM enrollment_event WHERE enrollment_id = ? ORDER BY sequence",
                [id.text])
            var remaining = rows[...]
            let verdict = try Self.verify(
                next: { remaining.popFirst() },
                text: { row, sequence in
                    AuditChain.text(
                        enrollment: id, sequence: sequence, at: try row.decode(Int64.self, forColumn: "at"),
                        event: try row.text("event"))
                },
                end: AuditChain.Position(
                    length: try stored.integer("chain_length"), head: try stored.bytes("chain_head")),
                code: try stored.bytes("chain_code"),
                name: .enrollment(id, number: try stored.integer("number")), chain: chain)
            guard case .intact(let length) = verdict else { return verdict }
            return try Self.isState(of: stored, toldBy: rows) ? verdict : .broken(at: length, .stateDiffers)
        }
    }

    /// Checks the entries of the audit trail.
    func verifyAudit() async throws -> ChainVerdict {
        let chain = chain
        return try await survey { database in
            let rows = try Row.fetchCursor(database, sql: "SELECT * FROM audit ORDER BY sequence")
            let end = try database.row("SELECT length, head, code FROM chain_end WHERE name = 'audit'", [])
            return try Self.verify(
                next: { try rows.next() },
                text: { row, sequence in
                    AuditChain.text(
                        auditSequence: sequence, at: try row.decode(Int64.self, forColumn: "at"),
                        tenant: try row.decode(String?.self, forColumn: "tenant_id") ?? "", kind: try row.text("kind"),
                        detail: try row.text("detail"))
                }, end: end, name: .audit, chain: chain)
        }
    }

    /// Checks that no enrollment is missing, added or moved to another tenant; a verdict counts enrollments.
    func verifyRegister() async throws -> ChainVerdict {
        let chain = chain
        return try await survey { database in
            let end = try database.row("SELECT length, head, code FROM chain_end WHERE name = 'register'", [])
            let rows = try Row.fetchCursor(
                database, sql: "SELECT number AS sequence, id, tenant_id, created_at FROM enrollment ORDER BY number")
            return try Self.verify(
                next: { try rows.next() },
                text: { row, number in
                    AuditChain.text(
                        register: number, enrollment: try row.identifier("id"),
                        tenant: try row.identifier("tenant_id"),
                        at: try row.decode(Int64.self, forColumn: "created_at"))
                }, end: end, name: .register, chain: chain)
        }
    }

    private static func verify(
        next: () throws -> Row?, text: (Row, Int) throws -> String, end: Row?, name: AuditChain.Name, chain: AuditChain
    ) throws -> ChainVerdict {
        guard let end else { return try next() == nil ? .intact(length: 0) : .broken(at: 1, .headForged) }
        return try verify(
            next: next, text: text,
            end: AuditChain.Position(length: try end.integer("length"), head: try end.bytes("head")),
            code: try end.bytes("code"), name: name, chain: chain)
    }

    private static func verify(
        next: () throws -> Row?, text: (Row, Int) throws -> String, end: AuditChain.Position, code: [UInt8],
        name: AuditChain.Name, chain: AuditChain
    ) throws -> ChainVerdict {
        var position = AuditChain.Position.start
        while let row = try next() {
            let sequence = position.length + 1
            guard try row.integer("sequence") == sequence else { return .broken(at: sequence, .missing) }
            position.append(try text(row, sequence))
            // The register has no hash of its own in its rows.
            if row.hasColumn("hash"), try row.bytes("hash") != position.head { return .broken(at: sequence, .changed) }
        }
        guard isEqualInConstantTime(chain.code(of: end, in: name), code) else {
            return .broken(at: max(1, min(end.length, position.length)), .headForged)
        }
        if position.length < end.length { return .broken(at: position.length + 1, .missing) }
        if position.length > end.length { return .broken(at: end.length + 1, .added) }
        return position == end ? .intact(length: end.length) : .broken(at: max(1, end.length), .changed)
    }

    private static func isState(of stored: Row, toldBy rows: [Row]) throws -> Bool {
        let events = try rows.map { try JSONDecoder().decode(Event.self, from: Data(try $0.text("event").utf8)) }
        guard let told = replay(events) else { return false }
        let code = try stored.decode(String?.self, forColumn: "registration_code") ?? ""
        let deadline = try stored.decode(Int64?.self, forColumn: "deadline")
        return try EnrollmentRecord.enrollment(in: stored) == told
            && stored.integer("status") == told.status.rawValue && code == told.registrationCode
            && deadline == told.deadline?.millisecondsSince1970
    }
}
