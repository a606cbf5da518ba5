package import OnboardingCore
internal import Foundation
internal import GRDB

extension SQLiteStore {
    package func begin(
        _ session: OperatorSessionRow, atMost limit: Int, signingInWith means: String?
    ) async throws {
        let trail = trail
        try await writer.run { database in
            let row = try Self.operatorRow(session.operatorID, in: database)
            guard row.disabledAt == nil else { throw StorageError.unknownSubject }
            // Those in which the second factor was shown last, so that who has the password alone ends none of them.
            try database.run(
                """
                DELETE FROM operator_session WHERE digest IN (
                    SELECT digest FROM operator_session WHERE operator_id = ?
                    ORDER BY second_factor_at IS NULL, created_at DESC LIMIT -1 OFFSET ?)
                """, [row.id.text, limit - 1])
            try database.run(
                """
                INSERT INTO operator_session (
                    digest, operator_id, beginning, created_at, last_seen_at, expires_at, second_factor_at,
                    sealed_secret)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                """,
                [
                    Data(session.digest), row.id.text, session.beginning.rawValue,
                    session.createdAt.millisecondsSince1970, session.lastSeenAt.millisecondsSince1970,
                    session.expiresAt.millisecondsSince1970, session.secondFactorAt?.millisecondsSince1970,
                    session.sealedSecret.blob,
                ])
            guard let means else { return }
            try trail.append(
                .operatorSignedIn(name: row.name, means: means), tenant: row.tenantID, at: session.createdAt,
                in: database)
        }
    }

    package func operatorSession(
        _ digest: [UInt8]
    ) async throws -> (session: OperatorSessionRow, person: OperatorRow)? {
        try lookUp { database in
            let row = try database.row("SELECT * FROM operator_session WHERE digest = ?", [Data(digest)])
            guard let session = try row.map(OperatorSessionRow.init) else { return nil }
            return (session, try Self.operatorRow(session.operatorID, in: database))
        }
    }

    package func lastRequests(ofOperatorsOf tenant: TenantID) async throws -> [OperatorID: Instant] {
        try lookUp { database in
            let rows = try database.rows(
                """
                SELECT operator_id, max(last_seen_at) AS at FROM operator_session
                JOIN operator ON operator.id = operator_session.operator_id
                WHERE operator.tenant_id = ? GROUP BY operator_id
                """, [tenant.text])
            return Dictionary(
                try rows.map { (try $0.identifier("operator_id"), try $0.instant("at")) },
                uniquingKeysWith: { first, _ in first })
        }
    }

    package func noteSeen(_ digest: [UInt8], at instant: Instant) async throws {
        try await writer.run { database in
            try database.run(
                "UPDATE operator_session SET last_seen_at = ? WHERE digest = ? AND last_seen_at < ?",
                [instant.millisecondsSince1970, Data(digest), instant.millisecondsSince1970])
        }
    }

    package func useStep(
        _ step: Int64, in digest: [UInt8], renewedAs renewed: [UInt8], openingUntil end: Instant,
        signingInWith means: String, at instant: Instant
    ) async throws -> Bool {
        let trail = trail
        return try await writer.run { database in
            guard let row = try Self.holder(of: digest, in: database) else { return false }
            try database.run(
                """
                UPDATE operator SET last_step = ?1
                WHERE id = ?2 AND sealed_secret IS NOT NULL AND (last_step IS NULL OR last_step < ?1)
                """, [step, row.id.text])
            guard database.changesCount == 1 else { return false }
            try Self.open(digest, renewedAs: renewed, until: end, at: instant, in: database)
            try trail.append(
                .operatorSignedIn(name: row.name, means: means), tenant: row.tenantID, at: instant, in: database)
            return true
        }
    }

    package func keepNewSecret(_ sealed: [UInt8], in digest: [UInt8]) async throws -> [UInt8]? {
        try await writer.run { database in
            try database.run(
                "UPDATE operator_session SET sealed_secret = ? WHERE digest = ? AND sealed_secret IS NULL",
                [Data(sealed), Data(digest)])
            return try database.row("SELECT * FROM operator_session WHERE digest = ?", [Data(digest)])?
                .bytesIfPresent("sealed_secret")
        }
    }

    package func setSecondFactor(
        ofSession digest: [UInt8], renewedAs renewed: [UInt8], step: Int64, openingUntil end: Instant,
        at instant: Instant
    ) async throws -> Bool {
        let trail = trail
        return try await writer.run { database in
            guard let row = try Self.holder(of: digest, in: database), row.sealedSecret == nil else { return false }
            try database.run(
                """
                UPDATE operator SET last_step = ?1, sealed_secret = session.sealed_secret
                FROM operator_session AS session
                WHERE operator.id = ?2 AND session.digest = ?3 AND session.sealed_secret IS NOT NULL
                """, [step, row.id.text, Data(digest)])
            guard database.changesCount == 1 else { return false }
            try Self.open(digest, renewedAs: renewed, until: end, at: instant, in: database)
            try trail.append(
                .operatorSecondFactorSet(name: row.name), tenant: row.tenantID, at: instant, in: database)
            return true
        }
    }

    package func endSession(_ digest: [UInt8], at instant: Instant) async throws {
        let trail = trail
        try await writer.run { database in
            guard let row = try Self.holder(of: digest, in: database) else { return }
            try database.run("DELETE FROM operator_session WHERE digest = ?", [Data(digest)])
            try trail.append(
                .operatorSignedOut(name: row.name, count: 1), tenant: row.tenantID, at: instant, in: database)
        }
    }

    package func endSessions(of id: OperatorID, at instant: Instant) async throws -> Int {
        let trail = trail
        return try await writer.run { database in
            let row = try Self.operatorRow(id, in: database)
            try database.run("DELETE FROM operator_session WHERE operator_id = ?", [id.text])
            let count = database.changesCount
            if count > 0 {
                try trail.append(
                    .operatorSignedOut(name: row.name, count: count), tenant: row.tenantID, at: instant, in: database)
            }
            return count
        }
    }

    /// Whose session it is; nil where it is none.
    static func holder(of digest: [UInt8], in database: Database) throws -> OperatorRow? {
        try database.row("SELECT operator_id FROM operator_session WHERE digest = ?", [Data(digest)]).map {
            try operatorRow(try $0.identifier("operator_id"), in: database)
        }
    }

    /// Gives a session another digest, and opens it until `end`.
    static func open(
        _ digest: [UInt8], renewedAs renewed: [UInt8], until end: Instant, at instant: Instant, in database: Database
    ) throws {
        try database.run(
            """
            UPDATE operator_session
            SET digest = ?4, second_factor_at = ?1, last_seen_at = ?1, expires_at = ?2, sealed_secret = NULL
            WHERE digest = ?3
            """, [instant.millisecondsSince1970, end.millisecondsSince1970, Data(digest), Data(renewed)])
    }
}

extension OperatorSessionRow {
    fileprivate init(_ row: Row) throws {
        guard let beginning = Beginning(rawValue: try row.text("beginning")) else {
            throw StorageError.storedValueInvalid
        }
        self.init(
            digest: try row.bytes("digest"), operatorID: try row.identifier("operator_id"), beginning: beginning,
            createdAt: try row.instant("created_at"), lastSeenAt: try row.instant("last_seen_at"),
            expiresAt: try row.instant("expires_at"),
            secondFactorAt: try row.decode(Int64?.self, forColumn: "second_factor_at")
                .map(Instant.init(millisecondsSince1970:)), sealedSecret: try row.bytesIfPresent("sealed_secret"))
    }
}
