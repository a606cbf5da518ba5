package import OnboardingCore
internal import Foundation
internal import GRDB

extension SQLiteStore {
    package func feedEvents(tenant: TenantID, after number: Int, limit: Int) async throws -> [FeedEvent] {
        try lookUp { database in
            try database.rows(
                "SELECT \(FeedEvent.columns) FROM feed_event WHERE tenant_id = ? AND number > ? ORDER BY number LIMIT ?",
                [tenant.text, number, limit]
            ).map(FeedEvent.init)
        }
    }

    /// Writes an event of the feed, with what every webhook that takes it has to be sent, in the transaction in which it
    /// happens.
    /// - Parameter authentication: whose event `sequence` counts; nil for the enrollment's own.
    static func tell(
        _ kind: FeedEventKind, of id: EnrollmentID, authentication: AuthenticationID? = nil, tenant: TenantID,
        sequence: Int, at milliseconds: Int64,
        in database: Database
    ) throws {
        try database.run(
            """
            INSERT INTO feed_event (tenant_id, number, enrollment_id, sequence, kind, at, authentication_id)
            SELECT ?1, coalesce(max(number), 0) + 1, ?2, ?3, ?4, ?5, ?6 FROM feed_event WHERE tenant_id = ?1
            """, [tenant.text, id.text, sequence, kind.rawValue, milliseconds, authentication?.text])
        // Behind the enrollment's earlier events, which may wait for another try.
        try database.run(
            """
            INSERT INTO webhook_delivery (webhook_id, number, tenant_id, enrollment_id, attempts, due_at)
            SELECT webhook.id, (SELECT max(number) FROM feed_event WHERE tenant_id = ?1), ?1, ?2, 0, coalesce(
                (SELECT max(due_at) FROM webhook_delivery AS earlier
                    WHERE earlier.webhook_id = webhook.id AND earlier.enrollment_id = ?2 AND given_up_at IS NULL), ?3)
            FROM webhook
            WHERE tenant_id = ?1 AND disabled_at IS NULL
                AND (kinds = '' OR instr(' ' || kinds || ' ', ' ' || ?4 || ' ') > 0)
            """, [tenant.text, id.text, milliseconds, kind.rawValue])
    }
}

extension FeedEvent {
    /// What `init` reads of a row of `feed_event`.
    static let columns =
        "feed_event.*, (SELECT purpose FROM authentication WHERE id = feed_event.authentication_id) AS purpose"

    init(_ row: Row) throws {
        self.init(
            tenantID: try row.identifier("tenant_id"), number: try row.integer("number"),
            enrollmentID: try row.identifier("enrollment_id"), sequence: try row.integer("sequence"),
            kind: try row.text("kind"), at: try row.instant("at"),
            authentication: try row.identifierIfPresent("authentication_id").map { id in
                Visit(id: id, purpose: try Authentication.purpose(in: row))
            })
    }
}
