package import OnboardingCore
internal import GRDB

extension SQLiteStore {
    package func templates(
        ofKind kind: String, tenant: TenantID, after number: Int, limit: Int
    ) async throws -> [RegisteredTemplates] {
        try await readMany { database in
            let rows = try database.rows(
                """
                SELECT registration.number, registration.id, registration.subject_id, template.kind, template.model,
                    template.sealed,
                    EXISTS (SELECT 1 FROM user_face WHERE template_number = template.number) AS is_handed_in
                FROM (
                    SELECT number, id, subject_id FROM enrollment
                    WHERE tenant_id = ?1 AND status = 'complete' AND erased_at IS NULL AND number > ?2
                    AND EXISTS (SELECT 1 FROM template WHERE enrollment_id = enrollment.id AND kind = ?3)
                    ORDER BY number LIMIT ?4
                ) AS registration
                JOIN template ON template.enrollment_id = registration.id AND template.kind = ?3
                ORDER BY registration.number, template.number
                """, [tenant.text, number, kind, limit])
            var registrations: [RegisteredTemplates] = []
            for row in rows {
                let number = try row.integer("number")
                if registrations.last?.number != number {
                    registrations.append(
                        RegisteredTemplates(
                            number: number, enrollmentID: try row.identifier("id"),
                            subjectID: try row.identifier("subject_id"), templates: []))
                }
                registrations[registrations.count - 1].templates.append(
                    TemplateWrite(
                        kind: try row.text("kind"), model: try row.text("model"), sealed: try row.bytes("sealed"),
                        isHandedIn: try row.integer("is_handed_in") == 1))
            }
            return registrations
        }
    }
}
