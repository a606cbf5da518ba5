internal import EnrollmentCore
internal import Foundation
internal import GRDB

extension Store {
    /// Erases what is known of a person through one enrollment: its rows, then its data key, so that nothing can be read
    /// from that moment on, then the evidence files. What happened stays in the audit trail, without a person to it.
    ///
    /// An open enrollment is cancelled first. The first transaction also writes down that an erasure was begun, so that
    /// `resumeErasures` completes it where this threw or the process died on the way. Erasing what was erased does nothing
    /// more.
    func erase(
        _ id: EnrollmentID, keyRing: KeyRing, evidence: EvidenceStore, at instant: Instant
    ) async throws {
        try await beginErasure(of: id, at: instant)
        try await finishErasures(of: [id], keyRing: keyRing, evidence: evidence)
    }

    /// Erases an enrollment and with it the person's attempts beside it (`attempts`), all at once: nothing is kept of
    /// whoever is to be forgotten, however often they tried.
    func erasePerson(
        of id: EnrollmentID, keyRing: KeyRing, evidence: EvidenceStore, at instant: Instant
    ) async throws {
        let chain = chain
        let all = try await writer.run { database in
            let all = try [id] + Self.attempts(beside: id, in: database)
            for id in all { try Self.beginErasure(of: id, at: instant, in: database, chain: chain) }
            return all
        }
        try await finishErasures(of: all, keyRing: keyRing, evidence: evidence)
    }

    /// Completes erasures that were begun and did not come to their end.
    /// - Returns: how many there were.
    @discardableResult
    func resumeErasures(keyRing: KeyRing, evidence: EvidenceStore) async throws -> Int {
        let begun: [EnrollmentID] = try await survey { database in
            try database.rows("SELECT enrollment_id FROM erasure", []).map { try $0.identifier("enrollment_id") }
        }
        try await forEach(begun) { try await finishErasures(of: [$0], keyRing: keyRing, evidence: evidence) }
        return begun.count
    }

    /// Erases again what a backup of the key database has brought back: the data keys of erased enrollments.
    /// - Returns: how many there were.
    func repeatErasures(keyRing: KeyRing) async throws -> Int {
        var (last, found) = (0, 0)
        while true {
            let erased = try await enrollments(areErased: true, after: last, limit: Self.erasuresAtATime)
            let returned = try await keyRing.holdsDataKeys(of: erased.map(\.id))
            if !returned.isEmpty { try await keyRing.erase(returned) }
            found += returned.count
            guard erased.count == Self.erasuresAtATime, let end = erased.last else { return found }
            last = end.number
        }
    }

    private static let erasuresAtATime = 1000

    /// From here on the enrollment is unknown to everybody.
    func beginErasure(of id: EnrollmentID, at instant: Instant) async throws {
        let chain = chain
        try await writer.run { try Self.beginErasure(of: id, at: instant, in: $0, chain: chain) }
    }

    private static func beginErasure(
        of id: EnrollmentID, at instant: Instant, in database: Database, chain: AuditChain
    ) throws {
        guard let row = try database.row("SELECT * FROM enrollment WHERE id = ?", [id.text]) else {
            throw StorageError.unknownSubject
        }
        guard try row.decode(Int64?.self, forColumn: "erased_at") == nil else { return }

        var record = try EnrollmentRecord(row)
        for command in [Command.cancel, .expire] {
            let proposal = Proposal(command, record: nil, at: instant, registrationCode: "")
            if case .accept(let events) = decide(proposal, on: record.enrollment) {
                try record.append(events, at: instant, in: database, chain: chain)
            }
        }
        for table in ["step_record", "template", "device", "seen_image"] {
            try database.run("DELETE FROM \(table) WHERE enrollment_id = ?", [id.text])
        }
        try database.run(
            """
            UPDATE enrollment SET erased_at = ?, session_digest = NULL, token_digest = NULL, username_digest = NULL,
                email_digest = NULL, sealed_person = NULL
            WHERE id = ?
            """, [instant.millisecondsSince1970, id.text])
        try database.run(
            "INSERT INTO erasure (enrollment_id, at) VALUES (?, ?)", [id.text, instant.millisecondsSince1970])
        try audit(
            .registrationErased, ["enrollment": id.text], tenant: record.tenantID, at: instant, in: database,
            chain: chain)
    }

    private func finishErasures(of ids: [EnrollmentID], keyRing: KeyRing, evidence: EvidenceStore) async throws {
        try await keyRing.erase(ids)
        for id in ids {
            for object in try await self.evidence(of: id) { try await evidence.delete(object.id) }
        }
        // Last, so that a repeat after a crash still knows which files are left.
        try await writer.run { database in
            for id in ids {
                try database.run("DELETE FROM evidence WHERE enrollment_id = ?", [id.text])
                try database.run("DELETE FROM erasure WHERE enrollment_id = ?", [id.text])
            }
        }
    }
}
