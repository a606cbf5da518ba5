package import OnboardingCore
internal import Foundation
internal import GRDB

extension SQLiteStore {
    package func webhooks() async throws -> [WebhookRow] {
        try lookUp { try $0.rows("SELECT * FROM webhook ORDER BY created_at, id", []).map(WebhookRow.init) }
    }

    package func webhook(_ id: WebhookID) async throws -> WebhookRow? {
        try lookUp { try $0.row("SELECT * FROM webhook WHERE id = ?", [id.text]).map(WebhookRow.init) }
    }

    package func add(_ webhook: WebhookRow, secrets: [SecretRow]) async throws {
        let trail = trail
        try await notingConflicts {
            try await writer.run { database in
                let (tenant, at) = (webhook.tenantID, webhook.createdAt)
                try database.run(
                    """
                    INSERT INTO webhook (id, tenant_id, url, kinds, allows_private, created_at)
                    VALUES (?, ?, ?, ?, ?, ?)
                    """,
                    [
                        webhook.id.text, tenant.text, webhook.url, webhook.kinds.joined(separator: " "),
                        webhook.allowsPrivate, at.millisecondsSince1970,
                    ])
                for secret in secrets { try Self.insert(secret, of: .tenant(tenant), in: database) }
                try trail.append(
                    .webhookAdded(webhook.id.text, url: webhook.url, kinds: webhook.kinds.joined(separator: " ")),
                    tenant: tenant, at: at, in: database)
            }
        }
    }

    package func set(_ disabled: WebhookRow.Disabled?, of id: WebhookID, at instant: Instant) async throws {
        let trail = trail
        try await writer.run { database in
            guard let row = try database.row("SELECT * FROM webhook WHERE id = ?", [id.text]) else {
                throw StorageError.unknownSubject
            }
            try Self.set(disabled, of: WebhookRow(row), at: instant, in: database, trail: trail)
        }
    }

    package func dueDeliveries(at instant: Instant, ofEach limit: Int) async throws -> [WebhookDelivery] {
        try lookUp { database in
            let webhooks = try database.rows("SELECT id FROM webhook WHERE disabled_at IS NULL ORDER BY id", [])
            return try webhooks.flatMap { webhook in
                let id: WebhookID = try webhook.identifier("id")
                return try database.rows(
                    """
                    SELECT delivery.attempts, \(FeedEvent.columns)
                    FROM webhook_delivery AS delivery
                    JOIN feed_event
                        ON feed_event.tenant_id = delivery.tenant_id AND feed_event.number = delivery.number
                    WHERE delivery.webhook_id = ?1 AND delivery.due_at <= ?2 AND delivery.given_up_at IS NULL
                        AND NOT EXISTS (
                            SELECT 1 FROM webhook_delivery AS earlier
                            WHERE earlier.webhook_id = ?1 AND earlier.enrollment_id = delivery.enrollment_id
                                AND earlier.number < delivery.number AND earlier.given_up_at IS NULL)
                    ORDER BY delivery.due_at, delivery.number LIMIT ?3
                    """, [id.text, instant.millisecondsSince1970, limit]
                ).map { row in
                    WebhookDelivery(
                        webhookID: id, event: try FeedEvent(row), attempts: try row.integer("attempts"))
                }
            }
        }
    }

    package func isWaiting(_ delivery: WebhookDelivery) async throws -> Bool {
        try lookUp { database in
            try database.row(
                """
                SELECT 1 FROM webhook_delivery
                WHERE webhook_id = ? AND number = ? AND attempts = ? AND given_up_at IS NULL
                """, [delivery.webhookID.text, delivery.event.number, delivery.attempts]) != nil
        }
    }

    package func settle(_ delivery: WebhookDelivery, as attempt: WebhookAttempt, at instant: Instant) async throws {
        let trail = trail
        let (webhook, number) = (delivery.webhookID.text, delivery.event.number)
        try await writer.run { database in
            switch attempt {
            case .delivered:
                try database.run(
                    "DELETE FROM webhook_delivery WHERE webhook_id = ? AND number = ?", [webhook, number])
            case .failed(let until?, let cause):
                try database.run(
                    "UPDATE webhook_delivery SET attempts = ?, last_cause = ? WHERE webhook_id = ? AND number = ?",
                    [delivery.attempts + 1, cause, webhook, number])
                // Those behind it wait as long, so that nobody looks at them meanwhile.
                try database.run(
                    """
                    UPDATE webhook_delivery SET due_at = ?
                    WHERE webhook_id = ? AND enrollment_id = ? AND given_up_at IS NULL
                    """, [until.millisecondsSince1970, webhook, delivery.event.enrollmentID.text])
            case .failed(nil, let cause):
                try database.run(
                    """
                    UPDATE webhook_delivery SET attempts = ?, given_up_at = ?, last_cause = ?
                    WHERE webhook_id = ? AND number = ?
                    """, [delivery.attempts + 1, instant.millisecondsSince1970, cause, webhook, number])
            case .gone:
                guard let row = try database.row("SELECT * FROM webhook WHERE id = ?", [webhook]) else { return }
                let disabled = WebhookRow.Disabled(at: instant, cause: "gone")
                try Self.set(disabled, of: WebhookRow(row), at: instant, in: database, trail: trail)
            }
        }
    }

    package func removeWebhook(_ id: WebhookID, secretKinds: [String], at instant: Instant) async throws {
        let trail = trail
        try await writer.run { database in
            guard let webhook = try database.row("SELECT * FROM webhook WHERE id = ?", [id.text]).map(WebhookRow.init)
            else { throw StorageError.unknownSubject }
            try database.run("DELETE FROM webhook_delivery WHERE webhook_id = ?", [id.text])
            try database.run("DELETE FROM webhook WHERE id = ?", [id.text])
            for kind in secretKinds {
                try database.run(
                    "DELETE FROM secret WHERE tenant_id = ? AND kind = ?", [webhook.tenantID.text, kind])
            }
            try trail.append(.webhookRemoved(id.text), tenant: webhook.tenantID, at: instant, in: database)
        }
    }

    package func resend(
        _ numbers: ClosedRange<Int>, to id: WebhookID, at instant: Instant
    ) async throws -> Int {
        let trail = trail
        return try await writer.run { database in
            guard let webhook = try database.row("SELECT * FROM webhook WHERE id = ?", [id.text]).map(WebhookRow.init)
            else { throw StorageError.unknownSubject }
            try database.run(
                """
                INSERT INTO webhook_delivery (webhook_id, number, tenant_id, enrollment_id, attempts, due_at)
                SELECT ?1, number, tenant_id, enrollment_id, 0, ?5 FROM feed_event
                WHERE tenant_id = ?2 AND number BETWEEN ?3 AND ?4
                    AND (?6 = '' OR instr(' ' || ?6 || ' ', ' ' || kind || ' ') > 0)
                ON CONFLICT (webhook_id, number)
                    DO UPDATE SET attempts = 0, due_at = ?5, given_up_at = NULL, last_cause = NULL
                """,
                [
                    id.text, webhook.tenantID.text, numbers.lowerBound, numbers.upperBound,
                    instant.millisecondsSince1970, webhook.kinds.joined(separator: " "),
                ])
            let count = database.changesCount
            try trail.append(
                .webhookResent(id.text, count: count), tenant: webhook.tenantID, at: instant, in: database)
            return count
        }
    }

    package func webhookBacklogs() async throws -> [WebhookBacklog] {
        try await readMany { database in
            try database.rows(
                """
                SELECT webhook.id, webhook.tenant_id, count(feed_event.number) FILTER (WHERE given_up_at IS NULL) AS waiting,
                    min(feed_event.at) FILTER (WHERE given_up_at IS NULL) AS oldest,
                    count(given_up_at) AS given_up,
                    (SELECT last_cause FROM webhook_delivery AS tried
                     WHERE tried.webhook_id = webhook.id AND last_cause IS NOT NULL ORDER BY number LIMIT 1) AS last_cause
                FROM webhook
                LEFT JOIN webhook_delivery ON webhook_delivery.webhook_id = webhook.id
                LEFT JOIN feed_event ON feed_event.tenant_id = webhook_delivery.tenant_id
                    AND feed_event.number = webhook_delivery.number
                GROUP BY webhook.id ORDER BY webhook.created_at, webhook.id
                """, []
            ).map { row in
                WebhookBacklog(
                    webhookID: try row.identifier("id"), tenantID: try row.identifier("tenant_id"),
                    waiting: try row.integer("waiting"),
                    oldest: try row.decode(Int64?.self, forColumn: "oldest").map(
                        Instant.init(millisecondsSince1970:)), givenUp: try row.integer("given_up"),
                    lastCause: try row.decode(String?.self, forColumn: "last_cause"))
            }
        }
    }

    private static func set(
        _ disabled: WebhookRow.Disabled?, of webhook: WebhookRow, at instant: Instant, in database: Database,
        trail: AuditTrail
    ) throws {
        // It is as it should be already.
        guard (webhook.disabled == nil) != (disabled == nil) else { return }
        try database.run(
            "UPDATE webhook SET disabled_at = ?, disabled_because = ? WHERE id = ?",
            [disabled?.at.millisecondsSince1970, disabled?.cause, webhook.id.text])
        let event: AuditEvent =
            disabled.map { .webhookDisabled(webhook.id.text, cause: $0.cause) } ?? .webhookEnabled(webhook.id.text)
        try trail.append(event, tenant: webhook.tenantID, at: instant, in: database)
    }
}

extension WebhookRow {
    fileprivate init(_ row: Row) throws {
        let cause = try row.decode(String?.self, forColumn: "disabled_because")
        let disabledAt = try row.decode(Int64?.self, forColumn: "disabled_at").map(
            Instant.init(millisecondsSince1970:))
        self.init(
            id: try row.identifier("id"), tenantID: try row.identifier("tenant_id"), url: try row.text("url"),
            kinds: try row.text("kinds").split(separator: " ").map(String.init),
            allowsPrivate: try row.integer("allows_private") != 0, createdAt: try row.instant("created_at"),
            disabled: disabledAt.map { Disabled(at: $0, cause: cause ?? "") })
    }
}
