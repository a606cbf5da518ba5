package import OnboardingCore
internal import Foundation
internal import GRDB

extension SQLiteStore {
    package func cases(
        tenant: TenantID, matching query: EnrollmentQuery, from start: PageStart, limit: Int, scanning scanned: Int
    ) async throws -> CasePage {
        try await readMany { database in
            let search = try CaseSearchStatement(
                query, of: tenant, from: start, scanning: scanned, in: database)
            // One more than fits says that there are more.
            let found = try search.rows(limit: limit + 1, in: database)
            let page = found.prefix(limit)
            let end = found.count > limit ? page.last?.place : try search.end(in: database)
            return CasePage(page, from: start, end: end)
        }
    }

    package func caseWords(tenant: TenantID) async throws -> CaseWords {
        try await readMany { database in
            func words(_ column: String) throws -> [String] {
                var words: [String] = []
                // One step of the index for each word, however many cases have it.
                while words.count < Limit.caseWords.value {
                    let row = try database.row(
                        """
                        SELECT \(column) AS word FROM case_facts WHERE tenant = ? AND \(column) > ?
                        ORDER BY \(column) LIMIT 1
                        """, [tenant.number, words.last ?? ""])
                    guard let row else { break }
                    words.append(try row.text("word"))
                }
                return words
            }
            return CaseWords(
                workflows: try words("workflow"), documentTypes: try words("document_type"),
                issuingStates: try words("issuing_state"))
        }
    }

    package func enrollmentsToIndex(before number: Int?, limit: Int) async throws -> [(number: Int, id: EnrollmentID)] {
        try await readMany { database in
            try database.rows(
                """
                SELECT number, id FROM enrollment WHERE erased_at IS NULL AND number < ?
                AND NOT EXISTS (SELECT 1 FROM case_prefix WHERE number = enrollment.number)
                ORDER BY number DESC LIMIT ?
                """, [number ?? .max, limit]
            ).map { (try $0.integer("number"), try $0.identifier("id")) }
        }
    }

    package func index(
        _ id: EnrollmentID, by keys: [SearchKey], _ prefixes: [SearchPrefix], measured: CaseMeasurements
    ) async throws {
        try await writer.run { database in
            guard let record = try EnrollmentRecord.load(id, in: database) else { return }
            // Of a document only where no newer one was verified meanwhile.
            let isNewest = try Self.newerDocument(of: id, in: database) == nil
            let keys = isNewest ? keys : keys.filter { $0.kind != .documentNumber }
            var measured = measured
            if !isNewest { (measured.documentType, measured.issuingState) = (nil, nil) }
            try Self.add(keys, to: id, tenant: record.tenantID, in: database)
            try Self.insert(prefixes, of: record.number, begunAt: record.createdAt, in: database)
            try Self.updateFacts(of: record, after: [], at: record.createdAt, measured: measured, in: database)
        }
    }

    static func add(_ keys: [SearchKey], to id: EnrollmentID, tenant: TenantID, in database: Database) throws {
        for key in keys {
            try database.run(
                """
                INSERT INTO search_key (tenant_id, kind, digest, enrollment_id) VALUES (?, ?, ?, ?)
                ON CONFLICT DO NOTHING
                """, [tenant.text, key.kind.rawValue, Data(key.digest), id.text])
        }
    }
}
