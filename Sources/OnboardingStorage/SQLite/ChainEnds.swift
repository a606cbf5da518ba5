internal import OnboardingCore
internal import Foundation
internal import GRDB

extension SQLiteStore {
    /// Writes the ends of the chains where there is nothing yet, so that from here on an end that is absent was removed, and
    /// notes in the trail that the ledger begins.
    static func beginChains(in database: Database, chain: AuditChain, at instant: Instant) throws {
        func count(_ table: String, where condition: String = "TRUE") throws -> Int {
            try database.row("SELECT count(*) AS count FROM \(table) WHERE \(condition)", [])?.integer("count") ?? 0
        }
        if try count("chain_end", where: "name = 'register'") == 0, try count("enrollment") == 0 {
            try setChainEnd(.register, to: .start, in: database, chain: chain)
        }
        if try count("chain_end", where: "name = 'audit'") == 1 || count("audit") == 0 {
            try audit(
                .ledgerBegun, ["tenants": "\(try count("tenant"))"], tenant: nil, at: instant, in: database,
                chain: chain)
        }
    }

    /// How far the chain `name` has come.
    static func chainEnd(_ name: AuditChain.Name, in database: Database) throws -> AuditChain.Position {
        guard let row = try database.row("SELECT length, head FROM chain_end WHERE name = ?", [name.text]) else {
            return .start
        }
        return AuditChain.Position(length: try row.integer("length"), head: try row.bytes("head"))
    }

    static func setChainEnd(
        _ name: AuditChain.Name, to position: AuditChain.Position, in database: Database, chain: AuditChain
    ) throws {
        try database.run(
            """
            INSERT INTO chain_end (name, length, head, code) VALUES (?, ?, ?, ?)
            ON CONFLICT DO UPDATE SET length = excluded.length, head = excluded.head, code = excluded.code
            """,
            [name.text, position.length, Data(position.head), Data(chain.code(of: position, in: name))])
    }
}
