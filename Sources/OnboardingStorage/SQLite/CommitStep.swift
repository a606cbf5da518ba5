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
                if let oldest = try Self.exhaustion(of: left.failureLimit, tenant: record.tenantID, in: database) {
                    return .failuresExhausted(oldest)
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
        let (id, tenant, subject, at) = (record.id, record.tenantID, record.subjectID, proposal.at)
        if let result = writes.sealedResult, let step = proposal.record {
            try database.run(
                """
                INSERT INTO idempotency_record (enrollment_id, step, request_digest, tenant_id, at, sealed_result)
                VALUES (?, ?, ?, ?, ?, ?)
                """,
                [
                    id.text, step.step.rawValue, step.requestDigest, tenant.text, at.millisecondsSince1970,
                    Data(result),
                ])
        }
        if let evidence = writes.evidence { try insert(evidence, in: database) }
        if let device = writes.device {
            try insert(device, of: id, subject, tenant: tenant, at: at, in: database)
        }
        for kind in writes.forgottenTemplateKinds {
            try database.run("DELETE FROM template WHERE enrollment_id = ? AND kind = ?", [id.text, kind])
        }
        for template in writes.templates { try insert(template, of: id, subject, at: at, in: database) }
        if let codes = writes.sealedCodes { try insert(codes: codes, of: id, tenant: tenant, in: database) }
        if let keyed = writes.keyedResult { try insert(keyed, of: id, tenant: tenant, at: at, in: database) }
        try add(writes.searchKeys, to: id, tenant: tenant, in: database)
        try count(failuresOf: writes.failureSubjects, tenant: tenant, at: at, in: database)
        try keep(writes.marks, acceptsImages: writes.acceptsImages, of: id, tenant: tenant, at: at, in: database)
    }
}

extension StoredResult {
    fileprivate init(_ row: Row) throws {
        self.init(
            enrollmentID: try row.identifier("enrollment_id"), tenantID: try row.identifier("tenant_id"),
            sealed: try row.bytes("sealed_result"))
    }
}
