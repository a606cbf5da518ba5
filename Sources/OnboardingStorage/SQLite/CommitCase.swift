internal import OnboardingCore
internal import Foundation
internal import GRDB

extension SQLiteStore {
    /// Changes a case of whatever kind.
    /// - Parameters:
    ///   - again: the enrollment that may show again what it was accepted with; nil where nobody may.
    ///   - store: appends the events to the record, with what only cases of this kind leave.
    func commit<Kind: RecordedCase>(
        _ id: Identifier<Kind>, _ proposal: Kind.OwnProposal, showingAgain again: EnrollmentID?,
        writes: @escaping @Sendable (_ after: Kind) throws -> Kind.Writes,
        store:
            @escaping @Sendable (
                _ events: [Kind.OwnEvent], _ left: Kind.Writes, _ record: inout CaseRecord<Kind>, Database
            ) throws -> Void
    ) async throws -> CommitResult<Kind> {
        try await writer.run { database in
            guard var record = try CaseRecord.load(id, in: database) else { return .unknown }
            switch decide(proposal, on: record.state) {
            case .reject(let rejection):
                return .rejected(rejection)
            case .replay(let step):
                let result = try Self.result(step, of: Kind.self, "\(Kind.name)_id", is: id.text, in: database)
                return result.map { .alreadyAnswered($0) } ?? .unknown
            case .accept(let events):
                guard !events.isEmpty else { return .accepted(record.state) }
                let after = events.reduce(record.state, evolve)
                let left = try writes(after)
                // The chain binds what is kept: an object that no event names would be nobody's.
                guard left.evidence?.reference == events.compactMap(\.evidence).first else {
                    throw StorageError.storedValueInvalid
                }
                if let replay = try Self.findReplay(of: left.marks, in: again, tenant: record.tenantID, database) {
                    return .captureReplayed(replay)
                }
                if let oldest = try Self.exhaustion(of: left.failureLimit, tenant: record.tenantID, in: database) {
                    return .failuresExhausted(oldest)
                }
                try Self.write(left, of: proposal, to: record, in: database)
                try store(events, left, &record, database)
                return .accepted(after)
            }
        }
    }

    /// The newest result that the request had among those in whose row `column` is `value`.
    static func result<Kind: RecordedCase>(
        _ request: IdempotencyRecord, of _: Kind.Type, _ column: String, is value: String, in database: Database
    ) throws -> StoredResult? {
        try database.row(
            """
            \(Kind.results) WHERE result.\(column) = ? AND step = ? AND request_digest = ?
            ORDER BY result.rowid DESC LIMIT 1
            """, [value, request.step.rawValue, request.requestDigest]
        ).map(StoredResult.init)
    }

    private static func write<Kind: RecordedCase>(
        _ writes: Kind.Writes, of proposal: Kind.OwnProposal, to record: CaseRecord<Kind>, in database: Database
    ) throws {
        let (enrollment, tenant, at) = (Kind.enrollment(of: record), record.tenantID, proposal.at)
        if let result = writes.sealedResult, let request = proposal.record {
            try database.run(
                """
                INSERT INTO \(Kind.resultTable) (\(Kind.name)_id, step, request_digest, tenant_id, at, sealed_result)
                VALUES (?, ?, ?, ?, ?, ?)
                """,
                [
                    record.id.text, request.step.rawValue, request.requestDigest, tenant.text,
                    at.millisecondsSince1970, Data(result),
                ])
        }
        if let evidence = writes.evidence { try insert(evidence, in: database) }
        if let codes = writes.sealedCodes { try insert(codes: codes, of: enrollment, tenant: tenant, in: database) }
        if let keyed = writes.keyedResult {
            try insert(keyed, of: enrollment, tenant: tenant, at: at, in: database)
        }
        try count(failuresOf: writes.failureSubjects, tenant: tenant, at: at, in: database)
        try keep(
            writes.marks, acceptsImages: writes.acceptsImages, of: enrollment, tenant: tenant, at: at, in: database)
    }
}

extension StoredResult {
    fileprivate init(_ row: Row) throws {
        self.init(
            enrollmentID: try row.identifier("enrollment_id"), tenantID: try row.identifier("tenant_id"),
            sealed: try row.bytes("sealed_result"),
            authenticationID: row.hasColumn("authentication_id") ? try row.identifier("authentication_id") : nil)
    }
}
