package import OnboardingCore
internal import Foundation
internal import GRDB

extension SQLiteStore {
    package func beginErasure(
        of id: EnrollmentID, despiteHold: Bool, leaving hold: FraudHoldWrite?, at instant: Instant
    ) async throws {
        let trail = trail
        try await writer.run { database in
            if despiteHold { try database.run("DELETE FROM legal_hold WHERE enrollment_id = ?", [id.text]) }
            _ = try Self.beginErasure(of: id, leaving: hold, at: instant, in: database, trail: trail)
        }
    }

    package func beginErasureOfPerson(
        of id: EnrollmentID, includingRegistration: Bool, leaving holds: [FraudHoldWrite], at instant: Instant
    ) async throws -> [EnrollmentID] {
        let trail = trail
        return try await writer.run { database in
            let others = try Self.enrollments(beside: id, in: database)
            let all = [id] + others.filter { includingRegistration || !$0.isComplete }.map(\.id)
            return try all.filter { id in
                let hold = holds.first { $0.hold.enrollmentID == id }
                return try Self.beginErasure(of: id, leaving: hold, at: instant, in: database, trail: trail)
            }
        }
    }

    package func unfinishedErasures() async throws -> [EnrollmentID] {
        try await readMany { database in
            try database.rows("SELECT enrollment_id FROM erasure", []).map { try $0.identifier("enrollment_id") }
        }
    }

    package func finishErasure(of ids: [EnrollmentID], journal end: JournalEnd?) async throws {
        let chain = chain
        try await writer.run { database in
            if let end { try Self.set(end, in: database, chain: chain) }
            for id in ids {
                try database.run(
                    "DELETE FROM evidence WHERE enrollment_id = ? AND NOT \(Self.isLockedAway)", [id.text])
                try database.run("DELETE FROM erasure WHERE enrollment_id = ?", [id.text])
            }
        }
    }

    /// - Returns: false where it was erased already.
    private static func beginErasure(
        of id: EnrollmentID, leaving hold: FraudHoldWrite?, at instant: Instant, in database: Database,
        trail: AuditTrail
    ) throws -> Bool {
        guard let row = try database.row("SELECT * FROM enrollment WHERE id = ?", [id.text]) else {
            throw StorageError.unknownSubject
        }
        guard try row.decode(Int64?.self, forColumn: "erased_at") == nil else { return false }
        guard try !isHeld(id, in: database) else { throw StorageError.held }
        if let hold { try begin(hold, at: instant, in: database, trail: trail) }

        var record = try EnrollmentRecord(row)
        for command in [Command.cancel, .expire] {
            let proposal = Proposal(command, record: nil, at: instant, registrationCode: "")
            if case .accept(let events) = decide(proposal, on: record.state) {
                try record.append(events, at: instant, in: database, chain: trail.chain)
            }
        }
        try eraseAuthentications(of: id, at: instant, in: database, chain: trail.chain)
        var counts = try countEvidence(of: id, in: database)
        counts[.keys] = 1
        if try !isHeldForFraud(id, in: database) {
            try database.run("DELETE FROM seen_image WHERE enrollment_id = ?", [id.text])
            counts[.otherRows, default: 0] += database.changesCount
        }
        for (table, kind) in erasedTables {
            try database.run("DELETE FROM \(table) WHERE enrollment_id = ?", [id.text])
            counts[kind, default: 0] += database.changesCount
        }
        try emptyProposals(about: id, in: database)
        try eraseFacts(of: record, in: database)
        try database.run(
            """
            UPDATE enrollment SET erased_at = ?, subject_id = NULL, session_digest = NULL, token_digest = NULL,
                sealed_person = NULL
            WHERE id = ?
            """, [instant.millisecondsSince1970, id.text])
        try database.run(
            """
            UPDATE subject SET erased_at = ?, username_digest = NULL, email_digest = NULL
            WHERE id = ? AND NOT EXISTS (SELECT 1 FROM enrollment WHERE subject_id = subject.id)
            """, [instant.millisecondsSince1970, record.subjectID.text])
        try database.run(
            "INSERT INTO erasure (enrollment_id, at) VALUES (?, ?)", [id.text, instant.millisecondsSince1970])
        try tell(
            .erased, of: id, tenant: record.tenantID, sequence: record.position.length,
            at: instant.millisecondsSince1970, in: database)
        try trail.append(.registrationErased(id, counts: counts), tenant: record.tenantID, at: instant, in: database)
        return true
    }

    private static let erasedTables: [(table: String, kind: ErasedKind)] =
        [
            ("template", .templates), ("device", .devices), ("user_face", .images), ("mail", .messages),
            ("case_note", .notes), ("case_flag", .notes),
        ]
        + [
            "idempotency_record", "capture_codes", "search_key", "idempotency_key", "capture_right", "operator_trigger",
            "group_member", "user_details", "one_time_password", "user_token",
        ].map { (table: $0, kind: ErasedKind.otherRows) }

    /// What is deleted once the keys are gone.
    private static func countEvidence(of id: EnrollmentID, in database: Database) throws -> [ErasedKind: Int] {
        let row = try database.row(
            """
            SELECT count(*) AS count, coalesce(sum(byte_count), 0) AS bytes FROM evidence
            WHERE enrollment_id = ? AND NOT \(isLockedAway)
            """, [id.text])
        return [.evidenceObjects: try row?.integer("count") ?? 0, .evidenceBytes: try row?.integer("bytes") ?? 0]
    }

    /// Ends those that are open. Of all of them what happened stays, and nothing that leads to a person.
    private static func eraseAuthentications(
        of id: EnrollmentID, at instant: Instant, in database: Database, chain: AuditChain
    ) throws {
        for var authentication in try AuthenticationRecord.open(of: id, in: database) {
            for command in [AuthenticationCommand.cancel, .expire] {
                _ = try authentication.end(by: command, at: instant, in: database, chain: chain)
            }
        }
        try database.run(
            """
            DELETE FROM authentication_result
            WHERE authentication_id IN (SELECT id FROM authentication WHERE enrollment_id = ?)
            """, [id.text])
        try database.run(
            """
            UPDATE authentication SET erased_at = ?, session_digest = NULL, token_digest = NULL, operator_id = NULL,
                sealed_hand_off = NULL, reference_digest = NULL, sealed_reference = NULL
            WHERE enrollment_id = ?
            """, [instant.millisecondsSince1970, id.text])
    }
}
