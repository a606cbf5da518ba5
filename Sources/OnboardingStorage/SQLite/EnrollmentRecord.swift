internal import OnboardingCore
internal import Foundation
internal import GRDB

/// An enrollment's row while a transaction works on it.
struct EnrollmentRecord {
    let number: Int
    let id: EnrollmentID
    let tenantID: TenantID
    let subjectID: SubjectID
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
        version = try row.integer("version")
        enrollment = try Self.enrollment(in: row)
        position = AuditChain.Position(length: try row.integer("chain_length"), head: try row.bytes("chain_head"))
    }

    /// A new row, with its first event written.
    init(
        beginning new: NewEnrollment, of subject: SubjectID, number: Int, in database: Database, chain: AuditChain
    ) throws {
        guard let enrollment = replay(new.events) else { throw StorageError.storedValueInvalid }
        self.number = number
        id = new.id
        tenantID = new.tenantID
        subjectID = subject
        version = 0
        self.enrollment = enrollment
        position = .start
        try database.run(
            """
            INSERT INTO enrollment (number, id, tenant_id, subject_id, version, status, is_started, state, created_at,
                changed_at, session_digest, token_digest, sealed_person, chain_length, chain_head, chain_code)
            VALUES (?, ?, ?, ?, 0, 1, 0, '', ?, 0, ?, ?, ?, 0, x'', x'')
            """,
            [
                number, id.text, tenantID.text, subjectID.text, new.createdAt.millisecondsSince1970,
                new.sessionDigest.blob, new.tokenDigest.blob, new.sealedPerson.blob,
            ])
        try write(new.events, at: new.createdAt, in: database, chain: chain)
    }

    /// Appends what was accepted and stores the state that it leads to.
    mutating func append(_ events: [Event], at instant: Instant, in database: Database, chain: AuditChain) throws {
        guard !events.isEmpty else { return }
        enrollment = events.reduce(enrollment, evolve)
        try write(events, at: instant, in: database, chain: chain)
    }

    private mutating func write(_ events: [Event], at instant: Instant, in database: Database, chain: AuditChain) throws
    {
        let milliseconds = instant.millisecondsSince1970
        for event in events {
            let json = try SQLiteStore.json(event)
            position.append(
                AuditChain.text(enrollment: id, sequence: position.length + 1, at: milliseconds, event: json))
            try database.run(
                "INSERT INTO enrollment_event (enrollment_id, sequence, at, event, hash) VALUES (?, ?, ?, ?, ?)",
                [id.text, position.length, milliseconds, json, Data(position.head)])
            if let kind = FeedEventKind(event) {
                try SQLiteStore.tell(
                    kind, of: id, tenant: tenantID, sequence: position.length, at: milliseconds, in: database)
            }
        }
        version += 1
        try database.run(
            """
            UPDATE enrollment SET version = ?, status = ?, is_started = ?, deadline = ?, state = ?,
                registration_code = ?, changed_at = ?, chain_length = ?, chain_head = ?, chain_code = ?
            WHERE number = ?
            """,
            [
                version, enrollment.status.rawValue, enrollment.progress != nil,
                enrollment.deadline?.millisecondsSince1970, try SQLiteStore.json(enrollment), enrollment.code,
                milliseconds, position.length, Data(position.head),
                Data(chain.code(of: position, in: .enrollment(id, number: number))), number,
            ])
    }

    static func enrollment(in row: Row) throws -> Enrollment {
        do {
            return try JSONDecoder().decode(Enrollment.self, from: Data(try row.text("state").utf8))
        } catch is DecodingError {
            throw StorageError.storedValueInvalid
        }
    }
}
