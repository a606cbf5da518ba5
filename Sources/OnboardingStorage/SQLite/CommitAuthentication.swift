package import OnboardingCore
internal import Foundation
internal import GRDB

extension SQLiteStore {
    package func commit(
        _ id: AuthenticationID, _ proposal: AuthenticationProposal,
        writes: @escaping @Sendable (_ after: Authentication) throws -> AuthenticationWrites
    ) async throws -> AuthenticationCommitResult {
        let chain = chain
        return try await writer.run { database in
            guard var record = try AuthenticationRecord.load(id, in: database) else { return .unknown }
            switch decide(proposal, on: record.authentication) {
            case .reject(let rejection):
                return .rejected(rejection)
            case .replay(let step):
                guard let result = try Self.result(step, of: record, in: database) else { return .unknown }
                return .alreadyAnswered(result)
            case .accept(let events):
                guard !events.isEmpty else { return .accepted(record.authentication) }
                let after = events.reduce(record.authentication, evolve)
                let left = try writes(after)
                try Self.check(left, against: events, of: record)
                if let replay = try Self.findReplay(of: left.marks, in: nil, tenant: record.tenantID, database) {
                    return .captureReplayed(replay)
                }
                if let oldest = try Self.exhaustion(of: left.failureLimit, tenant: record.tenantID, in: database) {
                    return .failuresExhausted(oldest)
                }
                try Self.count(
                    failuresOf: left.failureSubjects, tenant: record.tenantID, at: proposal.at, in: database)
                let lock = try Self.lock(after: left, at: proposal.at, tenant: record.tenantID, in: database)
                try record.append(
                    events + (lock.map { [$0] } ?? []), at: proposal.recordedAt, in: database, chain: chain)
                try Self.write(left, of: proposal, after: events, to: record, in: database)
                return .accepted(after)
            }
        }
    }

    package func authenticationResult(
        tenant: TenantID, step: Step, requestDigest: String
    ) async throws -> StoredResult? {
        try lookUp { database in
            try database.row(
                """
                \(Self.results) WHERE authentication_result.tenant_id = ? AND step = ? AND request_digest = ?
                ORDER BY authentication_result.rowid DESC LIMIT 1
                """, [tenant.text, step.rawValue, requestDigest]
            ).map(StoredResult.init(ofAuthentication:))
        }
    }

    private static let results = """
        SELECT authentication_id, enrollment_id, authentication_result.tenant_id, sealed_result
        FROM authentication_result JOIN authentication ON authentication.id = authentication_id
        """

    private static func result(
        _ step: IdempotencyRecord, of record: AuthenticationRecord, in database: Database
    ) throws -> StoredResult? {
        try database.row(
            "\(results) WHERE authentication_id = ? AND step = ? AND request_digest = ?",
            [record.id.text, step.step.rawValue, step.requestDigest]
        ).map(StoredResult.init(ofAuthentication:))
    }

    /// The chain binds what is kept: an object that no event names would be nobody's, and so would a device.
    private static func check(
        _ left: AuthenticationWrites, against events: [AuthenticationEvent], of record: AuthenticationRecord
    ) throws {
        let isOwn = left.evidence.map { $0.enrollmentID == record.enrollmentID && $0.isOfAuthentication } ?? true
        guard isOwn, left.evidence?.reference == events.compactMap(\.evidence).first,
            (left.device != nil) == (events.deviceChange != nil)
        else { throw StorageError.storedValueInvalid }
    }

    /// What a step adds whose failures, which are counted, are now as many as there may be. They were fewer before it, or it would
    /// have been stopped.
    private static func lock(
        after writes: AuthenticationWrites, at instant: Instant, tenant: TenantID, in database: Database
    ) throws -> AuthenticationEvent? {
        guard let limit = writes.failureLimit, !writes.failureSubjects.isEmpty,
            let oldest = try exhaustion(of: limit, tenant: tenant, in: database)
        else { return nil }
        let window = instant.millisecondsSince1970 - limit.since.millisecondsSince1970
        // The oldest counts for as long as the window is, its last millisecond included.
        let end = Instant(millisecondsSince1970: oldest.millisecondsSince1970 + window + 1)
        return .locked(failures: limit.maximum, until: end)
    }

    private static func write(
        _ writes: AuthenticationWrites, of proposal: AuthenticationProposal, after events: [AuthenticationEvent],
        to record: AuthenticationRecord, in database: Database
    ) throws {
        let (enrollment, tenant, subject, at) = (record.enrollmentID, record.tenantID, record.subjectID, proposal.at)
        if let result = writes.sealedResult, let step = proposal.record {
            try database.run(
                """
                INSERT INTO authentication_result (authentication_id, step, request_digest, tenant_id, at, sealed_result)
                VALUES (?, ?, ?, ?, ?, ?)
                """,
                [
                    record.id.text, step.step.rawValue, step.requestDigest, tenant.text, at.millisecondsSince1970,
                    Data(result),
                ])
        }
        if let evidence = writes.evidence { try insert(evidence, in: database) }
        if let device = writes.device, let change = events.deviceChange {
            try replaceDevices(of: enrollment, change, by: device, at: at, in: database)
            try insert(device, of: enrollment, subject, tenant: tenant, at: at, in: database)
        }
        if let sample = writes.sample, try hasRoom(for: sample, of: enrollment, in: database) {
            try insert(
                sample.template, of: enrollment, subject, from: writes.evidence?.judgedID, at: at, in: database)
            try trimTemplates(of: enrollment, kind: sample.template.kind, to: sample.maximum, in: database)
        }
        if let document = writes.document {
            try replaceDocumentFacts(of: enrollment, by: document, at: at, in: database)
        }
        if let codes = writes.sealedCodes { try insert(codes: codes, of: enrollment, tenant: tenant, in: database) }
        if let keyed = writes.keyedResult {
            try insert(keyed, of: enrollment, tenant: tenant, at: at, in: database)
        }
        for digest in writes.clearsFailuresOf {
            try database.run(
                "DELETE FROM failure WHERE tenant_id = ? AND subject_digest = ?", [tenant.text, Data(digest)])
        }
        try keep(
            writes.marks, acceptsImages: writes.acceptsImages, of: enrollment, tenant: tenant, at: at, in: database)
    }

    /// Those that a new device takes the place of: all, or the same one from before.
    private static func replaceDevices(
        of enrollment: EnrollmentID, _ change: DeviceChange, by device: DeviceWrite, at instant: Instant,
        in database: Database
    ) throws {
        try database.run(
            """
            UPDATE device SET replaced_at = ?
            WHERE enrollment_id = ? AND replaced_at IS NULL AND (? OR device_digest = ?)
            """,
            [
                instant.millisecondsSince1970, enrollment.text, change == .replaceAll, Data(device.deviceDigest),
            ])
    }

    /// Nothing is removed of whoever is held, so that another sample has no place once there are as many as may be; its images are
    /// kept all the same.
    private static func hasRoom(
        for sample: ReferenceSample, of enrollment: EnrollmentID, in database: Database
    ) throws -> Bool {
        guard try isHeld(enrollment, in: database) else { return true }
        let own = try database.row(
            """
            SELECT count(*) AS count FROM template WHERE enrollment_id = ?1 AND kind = ?2
            AND number NOT IN (SELECT template_number FROM user_face WHERE enrollment_id = ?1)
            """, [enrollment.text, sample.template.kind])
        return try (own?.integer("count") ?? 0) < sample.maximum
    }

    /// Leaves the first of a kind, and the newest of the others. Those that a tenant's client has handed in are its own.
    private static func trimTemplates(
        of enrollment: EnrollmentID, kind: String, to maximum: Int, in database: Database
    ) throws {
        try database.run(
            """
            DELETE FROM template WHERE enrollment_id = ?1 AND kind = ?2
            AND number NOT IN (SELECT template_number FROM user_face WHERE enrollment_id = ?1)
            AND number <> (SELECT min(number) FROM template WHERE enrollment_id = ?1 AND kind = ?2)
            AND number NOT IN (
                SELECT number FROM template WHERE enrollment_id = ?1 AND kind = ?2 ORDER BY number DESC LIMIT ?3)
            """, [enrollment.text, kind, max(0, maximum - 1)])
    }
}

extension [AuthenticationEvent] {
    /// What becomes of the devices; nil where no device is registered.
    fileprivate var deviceChange: DeviceChange? {
        for case .deviceReplaced(let change) in self { return change }
        return nil
    }
}

extension StoredResult {
    fileprivate init(ofAuthentication row: Row) throws {
        self.init(
            enrollmentID: try row.identifier("enrollment_id"), tenantID: try row.identifier("tenant_id"),
            sealed: try row.bytes("sealed_result"), authenticationID: try row.identifier("authentication_id"))
    }
}
