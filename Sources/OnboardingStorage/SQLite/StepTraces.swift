package import OnboardingCore
internal import Foundation
internal import GRDB

/// What a step of an enrollment or of an authentication leaves of a kind that both know, in the transaction of its commit.
extension SQLiteStore {
    static func insert(_ evidence: EvidenceRow, in database: Database) throws {
        try database.run(
            "INSERT INTO evidence (id, enrollment_id, kind, byte_count, digest, created_at) VALUES (?, ?, ?, ?, ?, ?)",
            [
                evidence.id.text, evidence.enrollmentID.text, evidence.kind, evidence.byteCount,
                Data(evidence.digest), evidence.createdAt.millisecondsSince1970,
            ])
    }

    static func insert(
        _ device: DeviceWrite, of id: EnrollmentID, _ subject: SubjectID, tenant: TenantID, at instant: Instant,
        in database: Database
    ) throws {
        try database.run(
            """
            INSERT INTO device (enrollment_id, subject_id, tenant_id, device_digest, sealed, created_at)
            VALUES (?, ?, ?, ?, ?, ?)
            """,
            [
                id.text, subject.text, tenant.text, Data(device.deviceDigest), Data(device.sealed),
                instant.millisecondsSince1970,
            ])
    }

    /// - Parameter evidence: whose images it was made from; nil for what the enrollment made.
    static func insert(
        _ template: TemplateWrite, of id: EnrollmentID, _ subject: SubjectID, from evidence: EvidenceID? = nil,
        at instant: Instant, in database: Database
    ) throws {
        try database.run(
            """
            INSERT INTO template (enrollment_id, subject_id, kind, model, sealed, created_at, evidence_id)
            VALUES (?, ?, ?, ?, ?, ?, ?)
            """,
            [
                id.text, subject.text, template.kind, template.model, Data(template.sealed),
                instant.millisecondsSince1970, evidence?.text,
            ])
    }

    static func insert(
        codes: [UInt8], of id: EnrollmentID, tenant: TenantID, in database: Database
    ) throws {
        try database.run(
            "INSERT INTO capture_codes (enrollment_id, tenant_id, sealed) VALUES (?, ?, ?)",
            [id.text, tenant.text, Data(codes)])
    }

    static func count(
        failuresOf subjects: [[UInt8]], tenant: TenantID, at instant: Instant, in database: Database
    ) throws {
        for digest in subjects {
            try database.run(
                "INSERT INTO failure (tenant_id, subject_digest, at) VALUES (?, ?, ?)",
                [tenant.text, Data(digest), instant.millisecondsSince1970])
        }
    }

    private static func keep(
        session: [UInt8]?, tenant: TenantID, at instant: Instant, in database: Database
    ) throws {
        guard let session else { return }
        try database.run(
            "INSERT INTO capture_session (tenant_id, session_digest, at) VALUES (?, ?, ?)",
            [tenant.text, Data(session), instant.millisecondsSince1970])
    }

    /// Keeps what a capture is known by when it comes again.
    static func keep(
        _ marks: CaptureMarks, acceptsImages: Bool, of id: EnrollmentID, tenant: TenantID, at instant: Instant,
        in database: Database
    ) throws {
        try keep(session: marks.session, tenant: tenant, at: instant, in: database)
        for image in acceptsImages ? marks.images : [] {
            try database.run(
                """
                INSERT INTO seen_image (tenant_id, image_digest, enrollment_id) VALUES (?, ?, ?)
                ON CONFLICT DO NOTHING
                """,
                [tenant.text, Data(image), id.text])
        }
    }

    /// - Parameter id: of the enrollment that may show again what it was accepted with; nil where nobody may.
    static func findReplay(
        of marks: CaptureMarks, in id: EnrollmentID?, tenant: TenantID, _ database: Database
    ) throws -> CaptureReplay? {
        for image in marks.images {
            let seen = try database.row(
                """
                SELECT 1 FROM seen_image WHERE tenant_id = ? AND image_digest = ? AND enrollment_id <> ?
                """,
                [tenant.text, Data(image), id?.text ?? ""])
            if seen != nil { return .image }
        }
        guard let session = marks.session else { return nil }
        let used = try database.row(
            "SELECT 1 FROM capture_session WHERE tenant_id = ? AND session_digest = ?", [tenant.text, Data(session)])
        return used == nil ? nil : .session
    }

    package func keepTraces(
        failuresOf subjects: [[UInt8]], unless limit: FailureLimit, marks: CaptureMarks, tenant: TenantID,
        at instant: Instant
    ) async throws -> TraceEnd {
        try await writer.run { database in
            if let replay = try Self.findReplay(of: marks, in: nil, tenant: tenant, database) {
                return .captureReplayed(replay)
            }
            if let oldest = try Self.exhaustion(of: limit, tenant: tenant, in: database) {
                return .failuresExhausted(oldest)
            }
            try Self.count(failuresOf: subjects, tenant: tenant, at: instant, in: database)
            try Self.keep(session: marks.session, tenant: tenant, at: instant, in: database)
            return .kept
        }
    }

    /// The oldest failure that counts, of the first subject who has failed as often as `limit` says; nil where none has.
    static func exhaustion(
        of limit: FailureLimit?, tenant: TenantID, in database: Database
    ) throws -> Instant? {
        guard let limit else { return nil }
        for bound in limit.bounds {
            let failures = try failures(
                of: bound.subject, tenant: tenant, since: limit.since, limit: bound.maximum, in: database)
            if let oldest = failures.last, failures.count >= bound.maximum { return oldest }
        }
        return nil
    }
}
