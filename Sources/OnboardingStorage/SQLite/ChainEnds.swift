internal import OnboardingCore
internal import Foundation
internal import GRDB

extension SQLiteStore {
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
