package import OnboardingCore
internal import GRDB

extension SQLiteStore {
    package func commit(
        _ id: EnrollmentID, _ proposal: Proposal,
        writes: @escaping @Sendable (_ after: Enrollment) throws -> StepWrites
    ) async throws -> CommitResult<Enrollment> {
        let (chain, trail) = (chain, trail)
        return try await commit(id, proposal, showingAgain: id, writes: writes) { events, left, record, database in
            let after = events.reduce(record.state, evolve)
            try Self.checkRegistrationCode(after.code, of: record, in: database)
            try record.append(events, at: proposal.recordedAt, measured: left.measured, in: database, chain: chain)
            try Self.write(left, to: record, at: proposal.at, in: database)
            for case .reviewed(let decision, _) in events {
                try trail.append(
                    .enrollmentReviewed(id, decision: decision), tenant: record.tenantID, at: proposal.recordedAt,
                    in: database)
            }
            // Which device goes on is decided anew: the one that was there may be gone.
            if events.contains(where: { $0.kind == .captureAsked }) {
                try database.run(
                    "DELETE FROM capture_right WHERE enrollment_id = ? AND authentication_id IS NULL", [id.text])
            }
            if left.cancelsOthersOfUsername {
                try Self.checkNoneIsComplete(than: record, in: database)
                _ = try Self.cancelOthers(
                    than: record, areStarted: true, at: proposal.at, in: database, chain: chain)
            }
            // Two that were begun for one username, of which neither ended the other: who is first is registered.
            if events.contains(where: { $0.kind == .completed }) {
                try Self.checkNoneIsComplete(than: record, in: database)
            }
            if after.status == .complete, !left.sparesOthersOfUsername {
                _ = try Self.cancelOthers(
                    than: record, areStarted: false, at: proposal.at, in: database, chain: chain)
            }
        }
    }

    package func result(tenant: TenantID, step: Step, requestDigest: String) async throws -> StoredResult? {
        let request = IdempotencyRecord(step: step, requestDigest: requestDigest)
        return try lookUp {
            try Self.result(request, of: Enrollment.self, "tenant_id", is: tenant.text, in: $0)
        }
    }

    package func findReplay(of marks: CaptureMarks, in stored: StoredEnrollment) throws -> CaptureReplay? {
        guard marks != CaptureMarks() else { return nil }
        return try lookUp { try Self.findReplay(of: marks, in: stored.id, tenant: stored.tenantID, $0) }
    }

    private static func checkRegistrationCode(
        _ code: String?, of record: EnrollmentRecord, in database: Database
    ) throws {
        guard let code, record.state.code != code else { return }
        let taken = try database.row(
            "SELECT 1 FROM enrollment WHERE tenant_id = ? AND registration_code = ?", [record.tenantID.text, code])
        guard taken == nil else { throw StorageError.registrationCodeTaken }
    }

    private static func write(
        _ writes: StepWrites, to record: EnrollmentRecord, at instant: Instant, in database: Database
    ) throws {
        let (id, tenant, subject) = (record.id, record.tenantID, record.subjectID)
        if let device = writes.device {
            try insert(device, of: id, subject, tenant: tenant, at: instant, in: database)
        }
        for kind in writes.forgottenTemplateKinds {
            try database.run("DELETE FROM template WHERE enrollment_id = ? AND kind = ?", [id.text, kind])
        }
        for template in writes.templates { try insert(template, of: id, subject, at: instant, in: database) }
        try add(writes.searchKeys, to: id, tenant: tenant, in: database)
    }
}
