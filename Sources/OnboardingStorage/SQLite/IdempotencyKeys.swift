package import OnboardingCore
internal import Foundation
internal import GRDB

extension SQLiteStore {
    package func keyedResult(
        tenant: TenantID, keyDigest: [UInt8], since: Instant
    ) async throws -> StoredKeyedResult? {
        try lookUp { database in
            try database.row(
                """
                SELECT enrollment_id, request_digest, sealed_result FROM idempotency_key
                WHERE tenant_id = ? AND key_digest = ? AND at >= ?
                """, [tenant.text, Data(keyDigest), since.millisecondsSince1970]
            ).map { row in
                StoredKeyedResult(
                    enrollmentID: try row.identifier("enrollment_id"), requestDigest: try row.bytes("request_digest"),
                    sealed: try row.bytes("sealed_result"))
            }
        }
    }

    /// - Throws: `idempotencyKeyTaken`.
    static func insert(
        _ keyed: KeyedResultWrite, of id: EnrollmentID, tenant: TenantID, at instant: Instant, in database: Database
    ) throws {
        try database.run(
            "DELETE FROM idempotency_key WHERE tenant_id = ? AND key_digest = ? AND at < ?",
            [tenant.text, Data(keyed.keyDigest), keyed.isFreeBefore.millisecondsSince1970])
        try database.run(
            """
            INSERT INTO idempotency_key (tenant_id, key_digest, request_digest, at, enrollment_id, sealed_result)
            VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING
            """,
            [
                tenant.text, Data(keyed.keyDigest), Data(keyed.requestDigest), instant.millisecondsSince1970, id.text,
                Data(keyed.sealedResult),
            ])
        guard database.changesCount == 1 else { throw StorageError.idempotencyKeyTaken }
    }
}
