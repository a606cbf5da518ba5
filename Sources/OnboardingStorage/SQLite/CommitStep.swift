package import OnboardingCore
internal import Foundation
internal import GRDB

extension SQLiteStore {
    package func commit(
        _ id: EnrollmentID, _ proposal: Proposal,
        writes: @escaping @Sendable (_ after: Enrollment) throws -> StepWrites
    ) async throws -> CommitResult {
        let (chain, trail) = (chain, trail)
        return try await writer.run { database in
            guard var record = try EnrollmentRecord.load(id, in: database) else { return .unknown }
            switch decide(proposal, on: record.enrollment) {
            case .reject(let rejection):
                return .rejected(rejection)
            case .replay(let step):
                guard let result = try Self.result(step, of: record, in: database) else { return .unknown }
                return .alreadyAnswered(result)
            case .accept(let events):
                guard !events.isEmpty else { return .accepted(record.enrollment) }
                let after = events.reduce(record.enrollment, evolve)
                let left = try writes(after)
                // The chain binds what is kept: an object that no event names would be nobody's.
                guard left.evidence?.reference == events.compactMap(\.evidence).first else {
                    throw StorageError.storedValueInvalid
                }
                if let replay = try Self.findReplay(of: left.marks, in: record.id, tenant: record.tenantID, database) {
                    return .captureReplayed(replay)
                }
                for subject in left.failureLimit?.subjects ?? [] {
                    guard let limit = left.failureLimit else { break }
                    let failures = try Self.failures(
                        of: subject, tenant: record.tenantID, since: limit.since, limit: limit.maximum, in: database)
                    if let oldest = failures.last, failures.count >= limit.maximum { return .failuresExhausted(oldest) }
                }
                try Self.checkRegistrationCode(after.code, of: record, in: database)
                try record.append(
                    events, at: proposal.recordedAt, measured: left.measured, in: database, chain: chain)
                try Self.write(left, of: proposal, to: record, in: database)
                for case .reviewed(let decision, _) in events {
                    try trail.append(
                        .enrollmentReviewed(record.id, decision: decision), tenant: record.tenantID,
                        at: proposal.recordedAt, in: database)
                }
                if left.cancelsOthersOfUsername {
                    try Self.checkNoneIsComplete(than: record, in: database)
                    _ = try Self.cancelOthers(
                        than: record, areStarted: true, at: proposal.at, in: database, chain: chain)
                }
                if after.status == .complete {
                    _ = try Self.cancelOthers(
                        than: record, areStarted: false, at: proposal.at, in: database, chain: chain)
                }
                return .accepted(after)
            }
        }
    }

    package func result(tenant: TenantID, step: Step, requestDigest: String) async throws -> StoredResult? {
        try lookUp { database in
            try database.row(
                """
                SELECT enrollment_id, tenant_id, sealed_result FROM idempotency_record
                WHERE tenant_id = ? AND step = ? AND request_digest = ? ORDER BY rowid DESC LIMIT 1
                """,
                [tenant.text, step.rawValue, requestDigest]
            ).map(StoredResult.init)
        }
    }

    private static func result(
        _ step: IdempotencyRecord, of record: EnrollmentRecord, in database: Database
    ) throws -> StoredResult? {
        try database.row(
            """
            SELECT enrollment_id, tenant_id, sealed_result FROM idempotency_record
            WHERE enrollment_id = ? AND step = ? AND request_digest = ?
            """,
            [record.id.text, step.step.rawValue, step.requestDigest]
        ).map(StoredResult.init)
    }

    package func findReplay(of marks: CaptureMarks, in stored: StoredEnrollment) throws -> CaptureReplay? {
        guard marks != CaptureMarks() else { return nil }
        return try lookUp { try Self.findReplay(of: marks, in: stored.id, tenant: stored.tenantID, $0) }
    }

    private static func findReplay(
        of marks: CaptureMarks, in id: EnrollmentID, tenant: TenantID, _ database: Database
    ) throws -> CaptureReplay? {
        for image in marks.images {
            let seen = try database.row(
                """
                SELECT 1 FROM seen_image WHERE tenant_id = ? AND image_digest = ? AND enrollment_id <> ?
                """,
                [tenant.text, Data(image), id.text])
            if seen != nil { return .image }
        }
        guard let session = marks.session else { return nil }
        let used = try database.row(
            "SELECT 1 FROM capture_session WHERE tenant_id = ? AND session_digest = ?", [tenant.text, Data(session)])
        return used == nil ? nil : .session
    }

    private static func checkRegistrationCode(
        _ code: String?, of record: EnrollmentRecord, in database: Database
    ) throws {
        guard let code, record.enrollment.code != code else { return }
        let taken = try database.row(
            "SELECT 1 FROM enrollment WHERE tenant_id = ? AND registration_code = ?", [record.tenantID.text, code])
        guard taken == nil else { throw StorageError.registrationCodeTaken }
    }

    private static func write(
        _ writes: StepWrites, of proposal: Proposal, to record: EnrollmentRecord, in database: Database
    ) throws {
        let at = proposal.at.millisecondsSince1970
        let (id, tenant, subject) = (record.id.text, record.tenantID.text, record.subjectID.text)
        if let result = writes.sealedResult, let step = proposal.record {
            try database.run(
                """
                INSERT INTO idempotency_record (enrollment_id, step, request_digest, tenant_id, at, sealed_result)
                VALUES (?, ?, ?, ?, ?, ?)
                """,
                [id, step.step.rawValue, step.requestDigest, tenant, at, Data(result)])
        }
        if let evidence = writes.evidence {
            try database.run(
                "INSERT INTO evidence (id, enrollment_id, kind, byte_count, digest, created_at) VALUES (?, ?, ?, ?, ?, ?)",
                [
                    evidence.id.text, evidence.enrollmentID.text, evidence.kind, evidence.byteCount,
                    Data(evidence.digest), evidence.createdAt.millisecondsSince1970,
                ])
        }
        if let device = writes.device {
            try database.run(
                """
                INSERT INTO device (enrollment_id, subject_id, tenant_id, device_digest, sealed, created_at)
                VALUES (?, ?, ?, ?, ?, ?)
                """,
                [id, subject, tenant, Data(device.deviceDigest), Data(device.sealed), at])
        }
        for kind in writes.forgottenTemplateKinds {
            try database.run("DELETE FROM template WHERE enrollment_id = ? AND kind = ?", [id, kind])
        }
        for template in writes.templates {
            try database.run(
                """
                INSERT INTO template (enrollment_id, subject_id, kind, model, sealed, created_at)
                VALUES (?, ?, ?, ?, ?, ?)
                """,
                [id, subject, template.kind, template.model, Data(template.sealed), at])
        }
        if let codes = writes.sealedCodes {
            try database.run(
                "INSERT INTO capture_codes (enrollment_id, tenant_id, sealed) VALUES (?, ?, ?)",
                [id, tenant, Data(codes)])
        }
        if let keyed = writes.keyedResult {
            try insert(keyed, of: record.id, tenant: record.tenantID, at: proposal.at, in: database)
        }
        try add(writes.searchKeys, to: record.id, tenant: record.tenantID, in: database)
        for digest in writes.failureSubjects {
            try database.run(
                "INSERT INTO failure (tenant_id, subject_digest, at) VALUES (?, ?, ?)", [tenant, Data(digest), at])
        }
        if let session = writes.marks.session {
            try database.run(
                "INSERT INTO capture_session (tenant_id, session_digest, at) VALUES (?, ?, ?)",
                [tenant, Data(session), at])
        }
        for image in writes.acceptsImages ? writes.marks.images : [] {
            try database.run(
                """
                INSERT INTO seen_image (tenant_id, image_digest, enrollment_id) VALUES (?, ?, ?)
                ON CONFLICT DO NOTHING
                """,
                [tenant, Data(image), id])
        }
    }
}

extension StoredResult {
    fileprivate init(_ row: Row) throws {
        self.init(
            enrollmentID: try row.identifier("enrollment_id"), tenantID: try row.identifier("tenant_id"),
            sealed: try row.bytes("sealed_result"))
    }
}
