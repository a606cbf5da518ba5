package import OnboardingCore
internal import Foundation
internal import GRDB

extension SQLiteStore {
    package func mail(of id: EnrollmentID) async throws -> [MailRow] {
        try lookUp { database in
            try database.rows("SELECT * FROM mail WHERE enrollment_id = ? ORDER BY created_at, id", [id.text])
                .map(MailRow.init)
        }
    }

    package func dueMail(at instant: Instant, limit: Int) async throws -> [MailRow] {
        try lookUp { database in
            try database.rows(
                """
                SELECT * FROM mail
                WHERE due_at <= ? AND sending_since IS NULL AND sent_at IS NULL AND given_up_at IS NULL
                ORDER BY due_at, id LIMIT ?
                """, [instant.millisecondsSince1970, limit]
            ).map(MailRow.init)
        }
    }

    package func beginSending(_ mail: MailRow, at instant: Instant) async throws -> Bool {
        try await writer.run { database in
            try database.run(
                """
                UPDATE mail SET sending_since = ?, attempts = attempts + 1
                WHERE id = ? AND attempts = ? AND sending_since IS NULL AND sent_at IS NULL AND given_up_at IS NULL
                """, [instant.millisecondsSince1970, mail.id.text, mail.attempts])
            return database.changesCount == 1
        }
    }

    package func settle(_ mail: MailRow, as settlement: MailSettlement, at instant: Instant) async throws {
        let (id, now) = (mail.id.text, instant.millisecondsSince1970)
        try await writer.run { database in
            switch settlement {
            case .sent:
                try database.run(
                    "UPDATE mail SET sending_since = NULL, sent_at = ?, sealed_content = NULL WHERE id = ?", [now, id])
            case .waits(let until):
                try database.run(
                    """
                    UPDATE mail SET sending_since = NULL, due_at = ?
                    WHERE id = ? AND sent_at IS NULL AND given_up_at IS NULL
                    """, [until.millisecondsSince1970, id])
            case .givenUp(let cause):
                try database.run(
                    """
                    UPDATE mail SET sending_since = NULL, given_up_at = ?, given_up_because = ?, sealed_content = NULL
                    WHERE id = ? AND sent_at IS NULL
                    """, [now, cause, id])
            }
        }
    }

    package func releaseMail() async throws -> Int {
        try await writer.run { database in
            try database.run("UPDATE mail SET sending_since = NULL WHERE sending_since IS NOT NULL", [])
            return database.changesCount
        }
    }

    package func mailBacklog() async throws -> MailBacklog {
        try await readMany { database in
            let row = try database.row(
                """
                SELECT count(*) AS waiting, min(created_at) AS oldest FROM mail
                WHERE sent_at IS NULL AND given_up_at IS NULL
                """, [])
            return MailBacklog(
                waiting: try row?.integer("waiting") ?? 0,
                oldest: try row?.decode(Int64?.self, forColumn: "oldest").map(Instant.init(millisecondsSince1970:)))
        }
    }

    /// Counts the messages that were written to the recipient of a new one, whatever became of them: those of enrollments that are
    /// found by the same address (decision 0102). In the transaction that writes the new one, so that of two who ask together
    /// one is too many.
    /// - Throws: `mailLimitReached`; `storedValueInvalid` where the enrollment does not say to whom, which nobody could count.
    static func checkMailLimit(
        of recipient: SearchKey?, tenant: TenantID, at instant: Instant, in database: Database
    ) throws {
        guard let recipient, recipient.kind == .email else { throw StorageError.storedValueInvalid }
        // What lies ahead, because the clock was set back, counts as well.
        let written = try database.rows(
            """
            SELECT mail.created_at FROM search_key
            CROSS JOIN mail ON mail.enrollment_id = search_key.enrollment_id
            WHERE search_key.tenant_id = ? AND search_key.kind = ? AND search_key.digest = ? AND mail.created_at > ?
            ORDER BY mail.created_at DESC LIMIT ?
            """,
            [
                tenant.text, recipient.kind.rawValue, Data(recipient.digest),
                instant.adding(seconds: -Self.dayInSeconds).millisecondsSince1970, Limit.mailsOfDay.value,
            ]
        ).map { try $0.instant("created_at") }
        let ends = [(Limit.mailsOfHour.value, Self.hourInSeconds), (Limit.mailsOfDay.value, Self.dayInSeconds)]
            .compactMap { most, seconds -> Instant? in
                guard written.count >= most else { return nil }
                let end = written[most - 1].adding(seconds: seconds)
                return end > instant ? end : nil
            }
        if let end = ends.max(by: { $0 < $1 }) { throw StorageError.mailLimitReached(until: end) }
    }

    private static let hourInSeconds: Int64 = 3600
    private static let dayInSeconds: Int64 = 86_400

    /// Writes a message in the transaction in which what it is about happens.
    static func insert(
        _ mail: MailWrite, of id: EnrollmentID, tenant: TenantID, at instant: Instant, in database: Database
    ) throws {
        try database.run(
            """
            INSERT INTO mail (id, tenant_id, enrollment_id, message_id, kind, sealed_content, created_at, due_at,
                expires_at, attempts)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?7, ?8, 0)
            """,
            [
                mail.id.text, tenant.text, id.text, mail.messageID, mail.kind, Data(mail.sealed),
                instant.millisecondsSince1970, mail.expiresAt.millisecondsSince1970,
            ])
    }
}

extension MailRow {
    fileprivate init(_ row: Row) throws {
        func instant(_ column: String) throws -> Instant? {
            try row.decode(Int64?.self, forColumn: column).map(Instant.init(millisecondsSince1970:))
        }
        var progress = Progress.waiting
        if let at = try instant("sent_at") {
            progress = .sent(at: at)
        } else if let at = try instant("given_up_at") {
            progress = .givenUp(at: at, cause: try row.decode(String?.self, forColumn: "given_up_because") ?? "")
        } else if let since = try instant("sending_since") {
            progress = .sending(since: since)
        }
        self.init(
            id: try row.identifier("id"), tenantID: try row.identifier("tenant_id"),
            enrollmentID: try row.identifier("enrollment_id"), messageID: try row.text("message_id"),
            kind: try row.text("kind"),
            sealed: try row.decode(Data?.self, forColumn: "sealed_content").map { [UInt8]($0) },
            createdAt: try row.instant("created_at"), dueAt: try row.instant("due_at"),
            expiresAt: try row.instant("expires_at"), attempts: try row.integer("attempts"), progress: progress)
    }
}
