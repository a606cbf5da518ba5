package import OnboardingCore
internal import Foundation
internal import GRDB
internal import OnboardingCrypto

extension SQLiteStore {
    package func setOneTimePassword(
        _ digest: [UInt8], of id: EnrollmentID, expiringAt end: Instant,
        mail: (recipient: SearchKey, write: MailWrite)?, operation: String, at instant: Instant
    ) async throws {
        let trail = trail
        try await writer.run { database in
            let record = try Self.userRecord(id, in: database)
            if let mail {
                try Self.checkMailLimit(of: mail.recipient, tenant: record.tenantID, at: instant, in: database)
                try Self.insert(mail.write, of: id, tenant: record.tenantID, at: instant, in: database)
            }
            try database.run("DELETE FROM one_time_password WHERE enrollment_id = ?", [id.text])
            try database.run(
                """
                INSERT INTO one_time_password (enrollment_id, password_digest, expires_at, tries) VALUES (?, ?, ?, 0)
                """, [id.text, Data(digest), end.millisecondsSince1970])
            try trail.append(
                .userOperation(operation: operation, [id]), tenant: record.tenantID, at: instant, in: database)
        }
    }

    package func tryOneTimePassword(
        _ digest: [UInt8], of id: EnrollmentID, atMost limit: Int, at instant: Instant
    ) async throws -> Bool {
        try await writer.run { database in
            try database.run(
                """
                UPDATE one_time_password SET tries = tries + 1
                WHERE enrollment_id = ? AND tries < ? AND expires_at > ?
                """, [id.text, limit, instant.millisecondsSince1970])
            guard database.changesCount == 1,
                let row = try database.row(
                    "SELECT password_digest FROM one_time_password WHERE enrollment_id = ?", [id.text]),
                isEqualInConstantTime(try row.bytes("password_digest"), digest)
            else { return false }
            try database.run("DELETE FROM one_time_password WHERE enrollment_id = ?", [id.text])
            return true
        }
    }

    package func countFailedFace(
        of id: EnrollmentID, unless limit: FailureLimit, operation: String, at instant: Instant
    ) async throws -> Instant? {
        let trail = trail
        return try await writer.run { database in
            let tenant = try Self.userRecord(id, in: database).tenantID
            if let oldest = try Self.exhaustion(of: limit, tenant: tenant, in: database) { return oldest }
            try Self.count(failuresOf: limit.subjects, tenant: tenant, at: instant, in: database)
            try trail.append(
                .userOperation(operation: operation, [id], result: "different"), tenant: tenant, at: instant,
                in: database)
            return nil
        }
    }

    package func add(_ token: UserTokenRow, atMost limit: Int, operation: String) async throws {
        let trail = trail
        try await notingConflicts {
            try await writer.run { database in
                let record = try Self.userRecord(token.enrollmentID, in: database)
                let id = token.enrollmentID.text
                try database.run(
                    "DELETE FROM user_token WHERE enrollment_id = ? AND expires_at <= ?",
                    [id, token.createdAt.millisecondsSince1970])
                try database.run(
                    "INSERT INTO user_token (id, enrollment_id, created_at, expires_at) VALUES (?, ?, ?, ?)",
                    [token.id, id, token.createdAt.millisecondsSince1970, token.expiresAt.millisecondsSince1970])
                try database.run(
                    """
                    DELETE FROM user_token WHERE enrollment_id = ? AND number NOT IN
                        (SELECT number FROM user_token WHERE enrollment_id = ? ORDER BY number DESC LIMIT ?)
                    """, [id, id, limit])
                try trail.append(
                    .userOperation(operation: operation, [token.enrollmentID], result: "token"),
                    tenant: record.tenantID, at: token.createdAt, in: database)
            }
        }
    }

    package func userToken(_ id: String, at instant: Instant) async throws -> UserTokenRow? {
        try lookUp { database in
            try database.row(
                "SELECT * FROM user_token WHERE id = ? AND expires_at > ?", [id, instant.millisecondsSince1970]
            ).map(UserTokenRow.init)
        }
    }

    package func signInMeans(
        of id: EnrollmentID
    ) async throws -> (tokens: [UserTokenRow], oneTimePasswordUntil: Instant?) {
        try lookUp { database in
            let tokens = try database.rows(
                "SELECT * FROM user_token WHERE enrollment_id = ? ORDER BY number", [id.text]
            ).map(UserTokenRow.init)
            let password = try database.row(
                "SELECT expires_at FROM one_time_password WHERE enrollment_id = ?", [id.text])
            return (tokens, try password?.instant("expires_at"))
        }
    }

    package func endTokens(of id: EnrollmentID, operation: String, at instant: Instant) async throws -> Int {
        let trail = trail
        return try await writer.run { database in
            let record = try Self.userRecord(id, in: database)
            try database.run("DELETE FROM user_token WHERE enrollment_id = ?", [id.text])
            let count = database.changesCount
            try trail.append(
                .userOperation(operation: operation, [id]), tenant: record.tenantID, at: instant, in: database)
            return count
        }
    }
}

extension UserTokenRow {
    fileprivate init(_ row: Row) throws {
        self.init(
            id: try row.text("id"), enrollmentID: try row.identifier("enrollment_id"),
            createdAt: try row.instant("created_at"), expiresAt: try row.instant("expires_at"))
    }
}
