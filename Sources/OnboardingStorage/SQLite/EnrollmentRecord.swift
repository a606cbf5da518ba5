internal import OnboardingCore
internal import Foundation
internal import GRDB

/// An enrollment's row while a transaction works on it.
struct EnrollmentRecord {
    let number: Int
    let id: EnrollmentID
    let tenantID: TenantID
    let subjectID: SubjectID
    let createdAt: Instant
    private(set) var version: Int
    private(set) var enrollment: Enrollment
    private(set) var position: AuditChain.Position

    /// The row as it is now; nil where there is none or the enrollment was erased.
    static func load(_ id: EnrollmentID, in database: Database) throws -> EnrollmentRecord? {
        let row = try database.row("SELECT * FROM enrollment WHERE id = ? AND erased_at IS NULL", [id.text])
        return try row.map(EnrollmentRecord.init)
    }

    init(_ row: Row) throws {
        number = try row.integer("number")
        id = try row.identifier("id")
        tenantID = try row.identifier("tenant_id")
        subjectID = try row.identifier("subject_id")
        createdAt = try row.instant("created_at")
        version = try row.integer("version")
        enrollment = try Self.enrollment(in: row)
        position = AuditChain.Position(length: try row.integer("chain_length"), head: try row.bytes("chain_head"))
    }

    /// A new row with what has happened to it already.
    /// - Parameter isTold: whether the tenant's systems are told.
    init(
        _ beginning: EnrollmentBeginning, of subject: SubjectID, number: Int,
        measured: CaseMeasurements = CaseMeasurements(), isTold: Bool = true, in database: Database, chain: AuditChain
    ) throws {
        let new = beginning.new
        self.number = number
        id = new.id
        tenantID = new.tenantID
        subjectID = subject
        createdAt = new.createdAt
        version = 1
        enrollment = beginning.enrollment
        position = beginning.last.end
        let fixed: StatementArguments = [
            number, id.text, tenantID.text, subjectID.text, new.createdAt.millisecondsSince1970,
            new.sessionDigest.blob, new.tokenDigest.blob, new.sealedPerson.blob,
        ]
        try database.run(
            Self.insertion, fixed + moved(at: beginning.last.entry.at, state: beginning.state, chain: chain))
        try write(beginning.links, isTold: isTold, in: database)
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
        enrollment = events.reduce(enrollment, evolve)
        version += 1
        let links = EventLink.chain(try events.map { try EventEntry($0, at: instant) }, of: id, after: position)
        position = links.last?.end ?? position
        try database.run(
            Self.update, moved(at: instant, state: try SQLiteStore.json(enrollment), chain: chain) + [number])
        try write(links, isTold: true, in: database)
        try SQLiteStore.updateFacts(of: self, after: events, at: instant, measured: measured, in: database)
        if enrollment.status == .complete, events.contains(where: { $0.kind == .completed }) {
            try SQLiteStore.joinDefaultGroup(id, tenant: tenantID, at: instant, in: database)
        }
    }

    private func write(_ links: [EventLink], isTold: Bool, in database: Database) throws {
        for link in links {
            let (entry, end) = (link.entry, link.end)
            try database.run(
                "INSERT INTO enrollment_event (enrollment_id, sequence, at, event, hash) VALUES (?, ?, ?, ?, ?)",
                [id.text, end.length, entry.at.millisecondsSince1970, entry.json, Data(end.head)])
            if isTold, let kind = FeedEventKind(entry.event) {
                try SQLiteStore.tell(
                    kind, of: id, tenant: tenantID, sequence: end.length, at: entry.at.millisecondsSince1970,
                    in: database)
            }
        }
    }

    /// The columns that every write sets.
    private static let movedColumns = [
        "version", "status", "is_started", "deadline", "state", "registration_code", "changed_at", "chain_length",
        "chain_head", "chain_code",
    ]

    private static let insertion = """
        INSERT INTO enrollment (number, id, tenant_id, subject_id, created_at, session_digest, token_digest,
            sealed_person, \(movedColumns.joined(separator: ", ")))
        VALUES (\(databaseQuestionMarks(count: 8 + movedColumns.count)))
        """

    private static let update =
        "UPDATE enrollment SET \(movedColumns.map { "\($0) = ?" }.joined(separator: ", ")) WHERE number = ?"

    /// - Parameter state: JSON of `enrollment`.
    private func moved(at instant: Instant, state: String, chain: AuditChain) -> StatementArguments {
        [
            version, enrollment.status.rawValue, enrollment.progress != nil,
            enrollment.deadline?.millisecondsSince1970, state, enrollment.code,
            instant.millisecondsSince1970, position.length, Data(position.head),
            Data(chain.code(of: position, in: .enrollment(id, number: number))),
        ]
    }

    static func enrollment(in row: Row) throws -> Enrollment {
        do {
            return try JSONDecoder().decode(Enrollment.self, from: Data(try row.text("state").utf8))
        } catch is DecodingError {
            throw StorageError.storedValueInvalid
        }
    }
}

/// An event with its instant and its JSON, as it is hashed and stored.
struct EventEntry<CaseEvent: Encodable & Sendable>: Sendable {
    let event: CaseEvent
    let at: Instant
    let json: String

    init(_ event: CaseEvent, at instant: Instant) throws {
        self.event = event
        at = instant
        json = try SQLiteStore.json(event)
    }
}
