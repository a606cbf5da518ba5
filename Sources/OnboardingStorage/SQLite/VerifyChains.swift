package import OnboardingCore
internal import Foundation
internal import GRDB
internal import OnboardingCrypto

extension SQLiteStore {
    package func verifyChain<Kind: KeptCase>(of id: Identifier<Kind>) async throws -> ChainCheck? {
        let chain = chain
        return try await readMany { database -> ChainCheck? in
            do {
                return try Self.verifyChain(of: id, in: database, chain: chain)
            } catch let error where StorageError.meansDamage(error) {
                return .broken(at: 1, .unreadable)
            }
        }
    }

    package func verifyAudit() async throws -> ChainCheck { try await verify(.trail) }

    package func verifyRegister() async throws -> ChainCheck { try await verify(.register) }

    package func verifyAuthentications() async throws -> ChainCheck { try await verify(.authentications) }

    package func head() async throws -> AuditHead {
        try await readMany { try Self.head(in: $0) }
    }

    static func head(in database: Database) throws -> AuditHead {
        AuditHead(
            register: try chainEnd(.list(of: Enrollment.self), in: database),
            trail: try chainEnd(.audit, in: database),
            authentications: try chainEnd(.list(of: Authentication.self), in: database),
            journal: try journalEnd(in: database))
    }

    package func holds(_ head: AuditHead) async throws -> Bool {
        let chain = chain
        return try await readMany { database in
            let register = try ListedChain.register.position(after: head.registerLength, in: database, chain: chain)
            let trail = try ListedChain.trail.position(after: head.trailLength, in: database, chain: chain)
            let authentications = try ListedChain.authentications.position(
                after: head.authenticationsLength, in: database, chain: chain)
            return AuditHead(register: register, trail: trail, authentications: authentications, journal: nil)
                .agrees(with: head)
        }
    }

    package func verifyTables() async throws -> [TableDamage] {
        let (tableMAC, schema) = (tableMAC, schema)
        return try await readMany { database in
            do {
                return try tableMAC.damage(in: database)
                    + (schema.hasOthers(in: database) ? [.schemaForeign] : [])
            } catch let error where StorageError.meansDamage(error) {
                return [.unreadable("table_mac")]
            }
        }
    }

    package func verifyEvidence(of id: EnrollmentID) async throws -> [EvidenceDamage] {
        try await readMany { database in
            // Rows go one after another while an enrollment is erased, and the events stay.
            let isErased = try database.row(
                "SELECT 1 FROM enrollment WHERE id = ? AND erased_at IS NOT NULL", [id.text])
            guard isErased == nil else { return [] }
            let events = try database.rows(
                "SELECT event FROM enrollment_event WHERE enrollment_id = ? ORDER BY sequence", [id.text]
            ).map { try Self.event(in: $0) as Event }
            let rows = try database.rows("SELECT * FROM evidence WHERE enrollment_id = ? ORDER BY id", [id.text])
                .compactMap { try? EvidenceRow($0) }
            let later: [(at: Instant, event: AuthenticationEvent)] = try Self.events(
                """
                SELECT authentication_event.at, event FROM authentication
                JOIN authentication_event ON authentication_id = authentication.id
                WHERE enrollment_id = ? ORDER BY number, sequence
                """, [id.text], in: database)
            return EvidenceDamage.found(
                in: rows, namedBy: events.compactMap(NamedEvidence.init) + later.compactMap { NamedEvidence($0.event) })
        }
    }

    private static func verifyChain<Kind: KeptCase>(
        of id: Identifier<Kind>, in database: Database, chain: AuditChain
    ) throws -> ChainCheck? {
        guard let stored = try database.row("SELECT * FROM \(Kind.name) WHERE id = ?", [id.text]) else { return nil }
        let rows = try database.rows(
            """
            SELECT sequence, at, event, hash FROM \(Kind.name)_event WHERE \(Kind.name)_id = ? ORDER BY sequence
            """, [id.text])
        var remaining = rows[...]
        let check = try verify(
            next: { remaining.popFirst() },
            text: { row, sequence in
                AuditChain.text(
                    of: id, sequence: sequence, at: try row.decode(Int64.self, forColumn: "at"),
                    event: try row.text("event"))
            },
            end: AuditChain.Position(
                length: try stored.integer("chain_length"), head: try stored.bytes("chain_head")),
            code: try stored.bytes("chain_code"),
            name: .events(of: id, number: try stored.integer("number")), chain: chain)
        guard case .intact(let length) = check else { return check }
        if length == 0, try isDestroyed(stored, in: database) { return check }
        // A state that cannot be read is not the one that the events tell.
        let isTold = (try? isState(of: stored, toldBy: rows, Kind.self)) ?? false
        return isTold ? check : .broken(at: length, .stateDiffers)
    }

    private func verify(_ listed: ListedChain) async throws -> ChainCheck {
        let chain = chain
        return try await readMany { database in
            do {
                guard
                    let end = try database.row(
                        "SELECT length, head, code FROM chain_end WHERE name = ?", [listed.name.text])
                else { return .broken(at: 1, .headMissing) }
                let rows = try Row.fetchCursor(database, sql: listed.sql)
                return try Self.verify(
                    next: { try rows.next() }, text: listed.text,
                    end: AuditChain.Position(length: try end.integer("length"), head: try end.bytes("head")),
                    code: try end.bytes("code"), name: listed.name, chain: chain)
            } catch let error where StorageError.meansDamage(error) {
                return .broken(at: 1, .unreadable)
            }
        }
    }

    private static func verify(
        next: () throws -> Row?, text: (Row, Int) throws -> String, end: AuditChain.Position, code: [UInt8],
        name: AuditChain.Name, chain: AuditChain
    ) throws -> ChainCheck {
        var position = AuditChain.Position.start
        while true {
            let sequence = position.length + 1
            do {
                guard let row = try next() else { break }
                guard try row.integer("sequence") == sequence else { return .broken(at: sequence, .missing) }
                position.append(try text(row, sequence), withdrawn: name.withdrawn(row, chain: chain))
                // The register has no hash of its own in its rows.
                if row.hasColumn("hash"), try row.bytes("hash") != position.head {
                    return .broken(at: sequence, .changed)
                }
            } catch is DatabaseError {
                return .broken(at: sequence, .unreadable)
            } catch let error where StorageError.meansDamage(error) {
                return .broken(at: sequence, .changed)
            }
        }
        guard isEqualInConstantTime(chain.code(of: end, in: name), code) else {
            return .broken(at: max(1, min(end.length, position.length)), .headForged)
        }
        if position.length < end.length { return .broken(at: position.length + 1, .missing) }
        if position.length > end.length { return .broken(at: end.length + 1, .added) }
        return position == end ? .intact(length: end.length) : .broken(at: max(1, end.length), .changed)
    }

    private static func isState<Kind: KeptCase>(of stored: Row, toldBy rows: [Row], _: Kind.Type) throws -> Bool {
        guard let told = Kind.replay(try rows.map { try event(in: $0) }) else { return false }
        let deadline = try stored.decode(Int64?.self, forColumn: "deadline")
        return try state(in: stored) == told
            && stored.text("status") == told.status.rawValue && deadline == told.deadline?.millisecondsSince1970
            && told.ownColumns.allSatisfy { try stored.decode(String?.self, forColumn: $0.name) == $0.value }
    }
}

/// A chain that is a whole table.
private struct ListedChain: Sendable {
    let name: AuditChain.Name
    /// All rows in their order, with their number as `sequence`.
    let sql: String
    let text: @Sendable (Row, Int) throws -> String

    static let trail = ListedChain(name: .audit, sql: "SELECT * FROM audit ORDER BY sequence") { row, sequence in
        AuditChain.text(
            auditSequence: sequence, at: try row.decode(Int64.self, forColumn: "at"),
            tenant: try row.decode(String?.self, forColumn: "tenant_id") ?? "", kind: try row.text("kind"),
            detail: try row.text("detail"))
    }

    static let register = ListedChain(
        name: .list(of: Enrollment.self),
        sql: "SELECT number AS sequence, id, tenant_id, created_at FROM enrollment ORDER BY number"
    ) { row, number in
        AuditChain.text(
            register: number, enrollment: try row.identifier("id"), tenant: try row.identifier("tenant_id"),
            at: try row.decode(Int64.self, forColumn: "created_at"))
    }

    static let authentications = ListedChain(
        name: .list(of: Authentication.self),
        sql: """
            SELECT number AS sequence, id, enrollment_id, purpose, tenant_id, created_at FROM authentication
            ORDER BY number
            """
    ) { row, number in
        AuditChain.text(
            register: number, authentication: try row.identifier("id"),
            enrollment: try row.identifier("enrollment_id"), purpose: try row.text("purpose"),
            tenant: try row.identifier("tenant_id"), at: try row.decode(Int64.self, forColumn: "created_at"))
    }

    /// Where the chain was after `length` entries, or all where it has fewer.
    func position(after length: Int, in database: Database, chain: AuditChain) throws -> AuditChain.Position {
        let rows = try Row.fetchCursor(database, sql: sql)
        var position = AuditChain.Position.start
        while position.length < length, let row = try rows.next() {
            position.append(try text(row, position.length + 1), withdrawn: name.withdrawn(row, chain: chain))
        }
        return position
    }
}

extension AuditChain.Name {
    /// The hash of an entry that was withdrawn; nil for all others.
    fileprivate func withdrawn(_ row: Row, chain: AuditChain) -> [UInt8]? {
        guard self == .audit else { return nil }
        return try? WithdrawnEntry(row).hash(chain: chain)
    }
}

extension AuditChain.Position {
    fileprivate mutating func append(_ text: String, withdrawn hash: [UInt8]?) {
        guard let hash else { return append(text) }
        self = AuditChain.Position(length: length + 1, head: hash)
    }
}
