internal import OnboardingCore
internal import GRDB

typealias AuthenticationRecord = CaseRecord<Authentication>

extension Authentication: RecordedCase {
    typealias Writes = AuthenticationWrites

    /// The registration that it is of, and what it is for.
    typealias Detail = (enrollmentID: EnrollmentID, purpose: AuthenticationPurpose)

    static let selection = """
        SELECT authentication.*, enrollment.subject_id FROM authentication
        JOIN enrollment ON enrollment.id = authentication.enrollment_id
        WHERE authentication.erased_at IS NULL AND enrollment.erased_at IS NULL
        """

    static let resultTable = "authentication_result"

    static let results = """
        SELECT result.*, enrollment_id FROM authentication_result AS result
        JOIN authentication ON authentication.id = authentication_id
        """

    static func detail(in row: Row) throws -> Detail { (try row.identifier("enrollment_id"), try purpose(in: row)) }

    static func purpose(in row: Row) throws -> AuthenticationPurpose {
        guard let purpose = AuthenticationPurpose(rawValue: try row.text("purpose")) else {
            throw StorageError.storedValueInvalid
        }
        return purpose
    }

    static func enrollment(of record: AuthenticationRecord) -> EnrollmentID { record.detail.enrollmentID }

    static func authentication(of record: AuthenticationRecord) -> AuthenticationID? { record.id }

    static func feedKind(of event: AuthenticationEvent) -> FeedEventKind? { FeedEventKind(event) }
}

extension CaseRecord<Authentication> {
    /// Those of a registration that have not ended, oldest first.
    static func open(of enrollment: EnrollmentID, in database: Database) throws -> [AuthenticationRecord] {
        try database.rows(
            """
            \(Authentication.selection) AND authentication.enrollment_id = ? AND authentication.deadline IS NOT NULL
            ORDER BY authentication.number
            """, [enrollment.text]
        ).map(AuthenticationRecord.init)
    }

    /// A new row with what has happened to it already.
    init(
        beginning new: NewAuthentication, of subject: SubjectID, number: Int, in database: Database, chain: AuditChain
    ) throws {
        let events = new.events.map { (at: new.createdAt, event: $0) }
        try self.init(
            CaseBeginning(events, of: new.id), number: number, id: new.id, tenant: new.tenantID, subject: subject,
            createdAt: new.createdAt, detail: (new.enrollmentID, new.purpose),
            columns: [
                ("enrollment_id", new.enrollmentID.text), ("purpose", new.purpose.rawValue),
                ("session_digest", new.sessionDigest.blob), ("token_digest", new.tokenDigest.blob),
                ("operator_id", new.trigger?.operatorID.text),
                ("sealed_hand_off", new.trigger.map(\.sealedHandOff).blob),
                ("reference_digest", new.reference.map(\.digest).blob),
                ("sealed_reference", new.reference.map(\.sealed).blob),
            ], in: database, chain: chain)
        try checkPurpose(of: new.events)
    }

    /// Appends what was accepted and stores the state that it leads to.
    mutating func append(
        _ events: [AuthenticationEvent], at instant: Instant, in database: Database, chain: AuditChain
    ) throws {
        guard !events.isEmpty else { return }
        try checkPurpose(of: events)
        try store(events, at: instant, in: database, chain: chain)
    }

    /// Ends it where it has not ended; nothing happens where the core says otherwise.
    mutating func end(
        by command: AuthenticationCommand, at instant: Instant, in database: Database, chain: AuditChain
    ) throws -> Bool {
        let proposal = AuthenticationProposal(command, record: nil, at: instant)
        guard case .accept(let events) = decide(proposal, on: state), !events.isEmpty else { return false }
        try append(events, at: instant, in: database, chain: chain)
        return true
    }

    /// The register says what it is for, and nothing else is started under its name.
    private func checkPurpose(of events: [AuthenticationEvent]) throws {
        for case .started(let policy, _) in events where policy.purpose != detail.purpose {
            throw StorageError.storedValueInvalid
        }
    }
}
