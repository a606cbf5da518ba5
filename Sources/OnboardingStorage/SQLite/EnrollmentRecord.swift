internal import OnboardingCore
internal import GRDB

typealias EnrollmentRecord = CaseRecord<Enrollment>

extension Enrollment: RecordedCase {
    typealias Writes = StepWrites

    static let selection = "SELECT * FROM enrollment WHERE erased_at IS NULL"

    static let resultTable = "idempotency_record"

    static let results = "SELECT * FROM idempotency_record AS result"

    static func detail(in row: Row) {}

    static func enrollment(of record: EnrollmentRecord) -> EnrollmentID { record.id }

    static func authentication(of _: EnrollmentRecord) -> AuthenticationID? { nil }

    static func feedKind(of event: Event) -> FeedEventKind? { FeedEventKind(event) }
}

extension CaseRecord<Enrollment> {
    /// A new row with what has happened to it already.
    /// - Parameter isTold: whether the tenant's systems are told.
    init(
        _ beginning: EnrollmentBeginning, of subject: SubjectID, number: Int,
        measured: CaseMeasurements = CaseMeasurements(), isTold: Bool = true, in database: Database, chain: AuditChain
    ) throws {
        let new = beginning.new
        try self.init(
            beginning.row, number: number, id: new.id, tenant: new.tenantID, subject: subject,
            createdAt: new.createdAt, detail: (),
            columns: [
                ("subject_id", subject.text), ("session_digest", new.sessionDigest.blob),
                ("token_digest", new.tokenDigest.blob), ("sealed_person", new.sealedPerson.blob),
            ], isTold: isTold, in: database, chain: chain)
        try SQLiteStore.insertFacts(
            of: self, beginning.outline, reasons: beginning.reasons, isDuplicate: beginning.isDuplicate,
            measured: measured, in: database)
    }

    /// Appends what was accepted and stores the state that it leads to.
    /// - Parameter measured: what the list of cases is told beside it.
    mutating func append(
        _ events: [Event], at instant: Instant, measured: CaseMeasurements? = nil, in database: Database,
        chain: AuditChain
    ) throws {
        guard !events.isEmpty else { return }
        try store(events, at: instant, in: database, chain: chain)
        try SQLiteStore.updateFacts(of: self, after: events, at: instant, measured: measured, in: database)
        if state.status == .complete, events.contains(where: { $0.kind == .completed }) {
            try SQLiteStore.joinDefaultGroup(id, tenant: tenantID, at: instant, in: database)
        }
    }
}

/// What is written of an enrollment that begins.
struct EnrollmentBeginning: Sendable {
    let new: NewEnrollment
    let row: CaseBeginning<Enrollment>
    let outline: CaseOutline
    let reasons: [EnrollmentReason]
    /// Whether its face was found among the registrations.
    let isDuplicate: Bool

    /// - Parameter later: what has happened since, in its order.
    init(_ new: NewEnrollment, later: [(at: Instant, event: Event)] = []) throws {
        let events = new.events.map { (at: new.createdAt, event: $0) } + later
        self.new = new
        row = try CaseBeginning(events, of: new.id)
        outline = CaseOutline(after: events)
        reasons = events.compactMap(\.event.reason)
        isDuplicate = events.contains { $0.event.kind == .duplicateFound }
    }
}
