package import OnboardingCore
internal import Foundation
internal import GRDB

/// What is found of every case in the same way.
extension SQLiteStore {
    package func overdue<Kind: KeptCase>(
        _: Kind.Type, at now: Instant
    ) async throws -> [(id: Identifier<Kind>, deadline: Instant)] {
        try await readMany { database in
            try database.rows(
                "SELECT id, deadline FROM \(Kind.name) WHERE deadline <= ? ORDER BY deadline",
                [now.millisecondsSince1970]
            ).map { (try $0.identifier("id"), try $0.instant("deadline")) }
        }
    }

    package func list<Kind: KeptCase>(
        _: Kind.Type, after number: Int, limit: Int
    ) async throws -> (page: [Listed<Kind>], next: Int?) {
        try await readMany { database in
            do {
                let page: [Listed<Kind>] = try database.rows(
                    "SELECT number, id FROM \(Kind.name) WHERE number > ? ORDER BY number LIMIT ?", [number, limit]
                ).map { (try $0.integer("number"), try? $0.identifier("id")) }
                return (page, page.count < limit ? nil : page.last?.number)
            } catch let error where StorageError.meansDamage(error) {
                let length = (try? Self.chainEnd(.list(of: Kind.self), in: database).length) ?? 0
                guard number < length else { return ([], nil) }
                let last = length - number > limit ? number + limit : length
                let page: [Listed<Kind>] = (number + 1...last).compactMap { Self.listed($0, in: database) }
                return (page, last < length ? last : nil)
            }
        }
    }

    private static func listed<Kind: KeptCase>(_ number: Int, in database: Database) -> Listed<Kind>? {
        do {
            let row = try database.row("SELECT id FROM \(Kind.name) WHERE number = ?", [number])
            return try row.map { (number, try $0.identifier("id")) }
        } catch {
            return (number, nil)
        }
    }

    package func list<Kind: KeptCase>(
        _: Kind.Type, tenant: TenantID, from start: Instant, until end: Instant, after number: Int,
        scanning scanned: Int
    ) async throws -> (page: [Identifier<Kind>], next: Int?) {
        try await readMany { database in
            let rows = try Row.fetchCursor(
                database,
                sql: """
                    SELECT number, id, tenant_id = ? AND created_at < ? AND (changed_at >= ? OR deadline IS NOT NULL)
                        AS fits
                    FROM \(Kind.name) WHERE number > ? ORDER BY number LIMIT ?
                    """,
                arguments: [
                    tenant.text, end.millisecondsSince1970, start.millisecondsSince1970, number, scanned,
                ])
            var page: [Identifier<Kind>] = []
            var (seen, last) = (0, number)
            while let row = try rows.next() {
                seen += 1
                last = try row.integer("number")
                if try row.integer("fits") == 1 { page.append(try row.identifier("id")) }
            }
            return (page, seen == scanned ? last : nil)
        }
    }

    package func events<Kind: KeptCase>(
        of id: Identifier<Kind>
    ) async throws -> [(at: Instant, event: Kind.OwnEvent)] {
        try lookUp { database in
            try Self.events(
                "SELECT at, event FROM \(Kind.name)_event WHERE \(Kind.name)_id = ? ORDER BY sequence", [id.text],
                in: database)
        }
    }

    static func events<OwnEvent: CaseEvent>(
        _ sql: String, _ arguments: StatementArguments, in database: Database
    ) throws -> [(at: Instant, event: OwnEvent)] {
        try database.rows(sql, arguments).map { (try $0.instant("at"), try event(in: $0)) }
    }

    static func event<OwnEvent: CaseEvent>(in row: Row) throws -> OwnEvent {
        guard let event = try? JSONDecoder().decode(OwnEvent.self, from: Data(row.text("event").utf8)) else {
            throw StorageError.storedValueInvalid
        }
        return event
    }

    static func state<Kind: KeptCase>(in row: Row) throws -> Kind {
        do {
            return try JSONDecoder().decode(Kind.self, from: Data(try row.text("state").utf8))
        } catch is DecodingError {
            throw StorageError.storedValueInvalid
        }
    }
}
