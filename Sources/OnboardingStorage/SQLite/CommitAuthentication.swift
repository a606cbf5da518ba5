package import OnboardingCore
internal import Foundation
internal import GRDB

extension SQLiteStore {
    package func commit(
        _ id: AuthenticationID, _ proposal: AuthenticationProposal,
        writes: @escaping @Sendable (_ after: Authentication) throws -> AuthenticationWrites
    ) async throws -> CommitResult<Authentication> {
        let chain = chain
        return try await commit(id, proposal, showingAgain: nil, writes: writes) { events, left, record, database in
            // An object or a device that no event names would be nobody's.
            let isOwn = left.evidence.map {
                $0.enrollmentID == record.detail.enrollmentID && $0.isOfAuthentication
            }
            guard isOwn ?? true, (left.device != nil) == (events.deviceChange != nil) else {
                throw StorageError.storedValueInvalid
            }
            let lock = try Self.lock(after: left, at: proposal.at, tenant: record.tenantID, in: database)
            try record.append(
                events + (lock.map { [$0] } ?? []), at: proposal.recordedAt, in: database, chain: chain)
            try Self.write(left, after: events, to: record, at: proposal.at, in: database)
        }
    }

    package func authenticationResult(
        tenant: TenantID, step: Step, requestDigest: String
    ) async throws -> StoredResult? {
        let request = IdempotencyRecord(step: step, requestDigest: requestDigest)
        return try lookUp {
            try Self.result(request, of: Authentication.self, "tenant_id", is: tenant.text, in: $0)
        }
    }

    /// What a step adds whose failures, which are counted, are now as many as there may be. They were fewer before it, or it would
    /// have been stopped.
    private static func lock(
        after writes: AuthenticationWrites, at instant: Instant, tenant: TenantID, in database: Database
    ) throws -> AuthenticationEvent? {
        guard writes.locksRegistration, let limit = writes.failureLimit, let bound = limit.bounds.first,
            !writes.failureSubjects.isEmpty, let oldest = try exhaustion(of: limit, tenant: tenant, in: database)
        else { return nil }
        let window = instant.millisecondsSince1970 - limit.since.millisecondsSince1970
        // The oldest counts for as long as the window is, its last millisecond included.
        let end = Instant(millisecondsSince1970: oldest.millisecondsSince1970 + window + 1)
        return .locked(failures: bound.maximum, until: end)
    }

    private static func write(
        _ writes: AuthenticationWrites, after events: [AuthenticationEvent], to record: AuthenticationRecord,
        at instant: Instant, in database: Database
    ) throws {
        let (enrollment, tenant, subject) = (record.detail.enrollmentID, record.tenantID, record.subjectID)
        if let device = writes.device, let change = events.deviceChange {
            try replaceDevices(of: enrollment, change, by: device, at: instant, in: database)
            try insert(device, of: enrollment, subject, tenant: tenant, at: instant, in: database)
        }
        if let sample = writes.sample, try hasRoom(for: sample, of: enrollment, in: database) {
            try insert(
                sample.template, of: enrollment, subject, from: writes.evidence?.judgedID, at: instant, in: database)
            try trimTemplates(of: enrollment, kind: sample.template.kind, to: sample.maximum, in: database)
        }
        if let document = writes.document {
            try replaceDocumentFacts(of: enrollment, by: document, at: instant, in: database)
        }
        for digest in writes.clearsFailuresOf {
            try database.run(
                "DELETE FROM failure WHERE tenant_id = ? AND subject_digest = ?", [tenant.text, Data(digest)])
        }
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
