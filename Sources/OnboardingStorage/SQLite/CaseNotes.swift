package import OnboardingCore
internal import Foundation
internal import GRDB

extension SQLiteStore {
    package func caseNotes(of id: EnrollmentID, limit: Int) async throws -> [CaseNoteRow] {
        try lookUp { database in
            try database.rows(
                "SELECT * FROM case_note WHERE enrollment_id = ? ORDER BY number DESC LIMIT ?", [id.text, limit]
            ).map { row in
                CaseNoteRow(
                    writtenBy: try row.text("written_by"), sealed: try row.bytes("sealed"), at: try row.instant("at"))
            }.reversed()
        }
    }

    package func add(_ note: CaseNoteRow, to id: EnrollmentID) async throws {
        let trail = trail
        try await writer.run { database in
            guard let record = try EnrollmentRecord.load(id, in: database) else { throw StorageError.unknownSubject }
            try database.run(
                "INSERT INTO case_note (enrollment_id, written_by, sealed, at) VALUES (?, ?, ?, ?)",
                [id.text, note.writtenBy, Data(note.sealed), note.at.millisecondsSince1970])
            try trail.append(.caseNoted(id), tenant: record.tenantID, at: note.at, in: database)
        }
    }

    package func caseFlag(of id: EnrollmentID) async throws -> CaseFlag? {
        try lookUp { database in
            try database.row("SELECT * FROM case_flag WHERE enrollment_id = ?", [id.text]).map { row in
                CaseFlag(setBy: try row.text("set_by"), at: try row.instant("at"))
            }
        }
    }

    package func setFlag(_ flag: CaseFlag?, of id: EnrollmentID, at instant: Instant) async throws {
        let trail = trail
        try await writer.run { database in
            guard let record = try EnrollmentRecord.load(id, in: database) else { throw StorageError.unknownSubject }
            if let flag {
                try database.run(
                    """
                    INSERT INTO case_flag (enrollment_id, tenant_id, set_by, at) VALUES (?, ?, ?, ?)
                    ON CONFLICT DO NOTHING
                    """, [id.text, record.tenantID.text, flag.setBy, flag.at.millisecondsSince1970])
            } else {
                try database.run("DELETE FROM case_flag WHERE enrollment_id = ?", [id.text])
            }
            guard database.changesCount == 1 else { return }
            try trail.append(
                flag == nil ? .caseFlagLifted(id) : .caseFlagged(id), tenant: record.tenantID, at: instant,
                in: database)
        }
    }
}
