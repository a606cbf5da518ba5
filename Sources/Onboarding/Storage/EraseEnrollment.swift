internal import EnrollmentCore
internal import Foundation
internal import GRDB

extension Store {
    /// Erases what is known of a person through one enrollment: its data key first, so that nothing can be read from
    /// that moment on, then rows, then evidence files. What happened stays in the audit trail, without a person to it.
    ///
    /// An open enrollment is cancelled first. The intent is written down before anything else, so that what was begun is
    /// completed by `resumeErasures` where this threw or the process died on the way. Erasing what was erased does nothing
    /// more.
    func erase(
        _ id: EnrollmentID, keyRing: KeyRing, evidence: EvidenceStore, at instant: Instant
    ) async throws {
        try await intendErasure(of: id, at: instant)
        try await keyRing.erase(id)
        let chain = chain
        let objects = try await writer.run { database -> [EvidenceID] in
            guard let row = try database.row("SELECT * FROM enrollment WHERE id = ?", [id.text]) else {
                throw StorageError.unknownSubject
            }
            let objects: [EvidenceID] = try database.rows("SELECT id FROM evidence WHERE enrollment_id = ?", [id.text])
                .map { try $0.identifier("id") }
            guard try row.decode(Int64?.self, forColumn: "erased_at") == nil else { return objects }

            var record = try EnrollmentRecord(row)
            for command in [Command.cancel, .expire] {
                let proposal = Proposal(command, record: nil, at: instant, registrationCode: "")
                if case .accept(let events) = decide(proposal, on: record.enrollment) {
                    try record.append(events, at: instant, in: database, chain: chain)
                }
            }
            for table in ["step_record", "template", "device", "seen_picture"] {
                try database.run("DELETE FROM \(table) WHERE enrollment_id = ?", [id.text])
            }
            try database.run(
                """
                UPDATE enrollment SET erased_at = ?, session_digest = NULL, token_digest = NULL, username_digest = NULL,
                    email_digest = NULL, sealed_person = NULL
                WHERE id = ?
                """, [instant.millisecondsSince1970, id.text])
            try Self.audit(
                .registrationErased, ["enrollment": id.text], tenant: record.tenantID, at: instant, in: database,
                chain: chain)
            return objects
        }
        for object in objects { try await evidence.delete(object) }
        // Last, so that a repeat after a crash still knows which files are left.
        try await writer.run { database in
            try database.run("DELETE FROM evidence WHERE enrollment_id = ?", [id.text])
            try database.run("DELETE FROM erasure WHERE enrollment_id = ?", [id.text])
        }
    }

    /// Completes erasures that were begun and did not come to their end.
    /// - Returns: how many there were.
    @discardableResult
    func resumeErasures(keyRing: KeyRing, evidence: EvidenceStore, at instant: Instant) async throws -> Int {
        let begun: [EnrollmentID] = try await database.read { database in
            try database.rows("SELECT enrollment_id FROM erasure", []).map { try $0.identifier("enrollment_id") }
        }
        for id in begun { try await erase(id, keyRing: keyRing, evidence: evidence, at: instant) }
        return begun.count
    }

    func intendErasure(of id: EnrollmentID, at instant: Instant) async throws {
        try await writer.run { database in
            guard try database.row("SELECT 1 FROM enrollment WHERE id = ?", [id.text]) != nil else {
                throw StorageError.unknownSubject
            }
            try database.run(
                "INSERT INTO erasure (enrollment_id, at) VALUES (?, ?) ON CONFLICT DO NOTHING",
                [id.text, instant.millisecondsSince1970])
        }
    }
}
