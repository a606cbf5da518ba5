package import OnboardingCore
internal import Foundation
internal import GRDB

extension SQLiteStore {
    package func passkeys(of id: OperatorID) async throws -> [PasskeyRow] {
        try lookUp { database in
            try database.rows(
                "SELECT * FROM operator_passkey WHERE operator_id = ? ORDER BY created_at, credential_id", [id.text]
            ).map(PasskeyRow.init)
        }
    }

    package func passkey(_ credentialID: [UInt8]) async throws -> (passkey: PasskeyRow, person: OperatorRow)? {
        try lookUp { database in
            let row = try database.row(
                "SELECT * FROM operator_passkey WHERE credential_id = ?", [Data(credentialID)])
            guard let passkey = try row.map(PasskeyRow.init) else { return nil }
            return (passkey, try Self.operatorRow(passkey.operatorID, in: database))
        }
    }

    package func add(
        _ passkey: PasskeyRow, atMost limit: Int, inSession digest: [UInt8], renewedAs renewed: [UInt8],
        openingUntil end: Instant
    ) async throws -> Bool {
        let trail = trail
        return try await writer.run { database in
            guard let row = try Self.holder(of: digest, in: database), row.id == passkey.operatorID,
                row.passkeyCount < limit,
                try database.row(
                    "SELECT 1 FROM operator_passkey WHERE credential_id = ?", [Data(passkey.credentialID)]) == nil
            else { return false }
            try database.run(
                """
                INSERT INTO operator_passkey (
                    credential_id, operator_id, algorithm, public_key, counter, name, created_at, last_used_at)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                """,
                [
                    Data(passkey.credentialID), row.id.text, passkey.algorithm, Data(passkey.publicKey),
                    passkey.counter, passkey.name, passkey.createdAt.millisecondsSince1970,
                    passkey.lastUsedAt?.millisecondsSince1970,
                ])
            try Self.open(digest, renewedAs: renewed, until: end, at: passkey.createdAt, in: database)
            try trail.append(
                .operatorPasskeyAdded(name: row.name, passkey: passkey.name), tenant: row.tenantID,
                at: passkey.createdAt, in: database)
            return true
        }
    }

    package func usePasskey(_ credentialID: [UInt8], counter: Int64, at instant: Instant) async throws -> Bool {
        try await writer.run { database in
            let row = try database.row(
                "SELECT * FROM operator_passkey WHERE credential_id = ?", [Data(credentialID)])
            guard let passkey = try row.map(PasskeyRow.init), PasskeyRow.mayFollow(counter, passkey.counter) else {
                return false
            }
            try database.run(
                "UPDATE operator_passkey SET counter = ?, last_used_at = ? WHERE credential_id = ?",
                [counter, instant.millisecondsSince1970, Data(credentialID)])
            return true
        }
    }

    package func openSession(
        _ digest: [UInt8], renewedAs renewed: [UInt8], until end: Instant, signingInWith means: String,
        at instant: Instant
    ) async throws -> Bool {
        let trail = trail
        return try await writer.run { database in
            guard let row = try Self.holder(of: digest, in: database) else { return false }
            try Self.open(digest, renewedAs: renewed, until: end, at: instant, in: database)
            try trail.append(
                .operatorSignedIn(name: row.name, means: means), tenant: row.tenantID, at: instant, in: database)
            return true
        }
    }

    package func removePasskey(
        _ credentialID: [UInt8], of id: OperatorID, at instant: Instant
    ) async throws -> Bool {
        let trail = trail
        return try await writer.run { database in
            let person = try Self.operatorRow(id, in: database)
            let row = try database.row(
                "SELECT * FROM operator_passkey WHERE credential_id = ? AND operator_id = ?",
                [Data(credentialID), id.text])
            guard let passkey = try row.map(PasskeyRow.init) else { return false }
            try database.run("DELETE FROM operator_passkey WHERE credential_id = ?", [Data(credentialID)])
            try trail.append(
                .operatorPasskeyRemoved(name: person.name, passkey: passkey.name), tenant: person.tenantID,
                at: instant, in: database)
            return true
        }
    }
}

extension PasskeyRow {
    fileprivate init(_ row: Row) throws {
        self.init(
            credentialID: try row.bytes("credential_id"), operatorID: try row.identifier("operator_id"),
            algorithm: try row.decode(Int.self, forColumn: "algorithm"), publicKey: try row.bytes("public_key"),
            counter: try row.decode(Int64.self, forColumn: "counter"), name: try row.text("name"),
            createdAt: try row.instant("created_at"),
            lastUsedAt: try row.decode(Int64?.self, forColumn: "last_used_at")
                .map(Instant.init(millisecondsSince1970:)))
    }
}
