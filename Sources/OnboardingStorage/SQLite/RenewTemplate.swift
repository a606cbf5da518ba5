package import OnboardingCore
internal import Foundation
internal import GRDB

extension SQLiteStore {
    package func templates(notBy model: String, after number: Int, limit: Int) async throws -> [StoredTemplate] {
        try await readMany { database in
            try database.rows(
                """
                SELECT template.number, template.enrollment_id, template.kind, template.evidence_id,
                    enrollment.tenant_id,
                    EXISTS (SELECT 1 FROM user_face WHERE template_number = template.number) AS is_user_face
                FROM template
                JOIN enrollment ON enrollment.id = template.enrollment_id
                WHERE template.model <> ? AND template.number > ? AND enrollment.erased_at IS NULL
                ORDER BY template.number LIMIT ?
                """, [model, number, limit]
            ).map { row in
                StoredTemplate(
                    number: try row.integer("number"), enrollmentID: try row.identifier("enrollment_id"),
                    tenantID: try row.identifier("tenant_id"), kind: try row.text("kind"),
                    evidenceID: try row.identifierIfPresent("evidence_id"),
                    isOfUserFace: try row.integer("is_user_face") == 1)
            }
        }
    }

    package func countTemplates(notBy model: String) async throws -> Int {
        try await readMany { database in
            try database.row(
                """
                SELECT count(*) AS count FROM template
                JOIN enrollment ON enrollment.id = template.enrollment_id
                WHERE template.model <> ? AND enrollment.erased_at IS NULL
                """, [model])?.integer("count") ?? 0
        }
    }

    package func renew(_ old: StoredTemplate, by new: TemplateWrite, at instant: Instant) async throws -> Bool {
        let trail = trail
        return try await writer.run { database in
            try database.run(
                """
                UPDATE template SET model = ?, sealed = ?, created_at = ?
                WHERE number = ? AND EXISTS
                    (SELECT 1 FROM enrollment WHERE id = template.enrollment_id AND erased_at IS NULL)
                """, [new.model, Data(new.sealed), instant.millisecondsSince1970, old.number])
            guard database.changesCount == 1 else { return false }
            try trail.append(
                .templateRenewed(old.enrollmentID, kind: old.kind, model: new.model),
                tenant: old.tenantID, at: instant, in: database)
            return true
        }
    }
}
