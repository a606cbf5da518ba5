internal import OnboardingCore
internal import Foundation
internal import GRDB

/// An authentication's row while a transaction works on it.
struct AuthenticationRecord {
    let number: Int
    let id: AuthenticationID
    let tenantID: TenantID
    let enrollmentID: EnrollmentID
    /// Whose registration it is.
    let subjectID: SubjectID
    let purpose: AuthenticationPurpose
    private(set) var version: Int
    private(set) var authentication: Authentication
    private(set) var position: AuditChain.Position

    /// The row as it is now; nil where there is none or its registration was erased.
    static func load(_ id: AuthenticationID, in database: Database) throws -> AuthenticationRecord? {
        try database.row("\(selection) AND authentication.id = ?", [id.text]).map(AuthenticationRecord.init)
    }

    /// Those of a registration that have not ended, oldest first.
    static func open(of enrollment: EnrollmentID, in database: Database) throws -> [AuthenticationRecord] {
        try database.rows(
            """
            \(selection) AND authentication.enrollment_id = ? AND authentication.deadline IS NOT NULL
            ORDER BY authentication.number
            """, [enrollment.text]
        ).map(AuthenticationRecord.init)
    }

    private static let selection = """
        SELECT authentication.*, enrollment.subject_id FROM authentication
        JOIN enrollment ON enrollment.id = authentication.enrollment_id
        WHERE authentication.erased_at IS NULL AND enrollment.erased_at IS NULL
        """

    private init(_ row: Row) throws {
        number = try row.integer("number")
        id = try row.identifier("id")
        tenantID = try row.identifier("tenant_id")
        enrollmentID = try row.identifier("enrollment_id")
        subjectID = try row.identifier("subject_id")
        purpose = try Self.purpose(in: row)
        version = try row.integer("version")
        authentication = try Self.authentication(in: row)
        position = AuditChain.Position(length: try row.integer("chain_length"), head: try row.bytes("chain_head"))
    }

    /// A new row with what has happened to it already.
    init(
        beginning new: NewAuthentication, of subject: SubjectID, number: Int, in database: Database, chain: AuditChain
    ) throws {
        guard let authentication = replay(new.events) else { throw StorageError.storedValueInvalid }
        self.number = number
        id = new.id
        tenantID = new.tenantID
        enrollmentID = new.enrollmentID
        subjectID = subject
        purpose = new.purpose
        version = 1
        self.authentication = authentication
        position = .start
        try checkPurpose(of: new.events)
        let links = try link(new.events, at: new.createdAt)
        let fixed: StatementArguments = [
            number, id.text, tenantID.text, enrollmentID.text, purpose.rawValue,
            new.createdAt.millisecondsSince1970, new.sessionDigest.blob, new.tokenDigest.blob,
            new.trigger?.operatorID.text, new.trigger.map(\.sealedHandOff).blob,
        ]
        try database.run(Self.insertion, fixed + moved(at: new.createdAt, chain: chain))
        try write(links, in: database)
    }

    /// Appends what was accepted and stores the state that it leads to.
    mutating func append(
        _ events: [AuthenticationEvent], at instant: Instant, in database: Database, chain: AuditChain
    ) throws {
        guard !events.isEmpty else { return }
        try checkPurpose(of: events)
        authentication = events.reduce(authentication, evolve)
        version += 1
        let links = try link(events, at: instant)
        try database.run(Self.update, moved(at: instant, chain: chain) + [number])
        try write(links, in: database)
    }

    /// Ends it where it has not ended; nothing happens where the core says otherwise.
    mutating func end(
        by command: AuthenticationCommand, at instant: Instant, in database: Database, chain: AuditChain
    ) throws -> Bool {
        let proposal = AuthenticationProposal(command, record: nil, at: instant)
        guard case .accept(let events) = decide(proposal, on: authentication), !events.isEmpty else { return false }
        try append(events, at: instant, in: database, chain: chain)
        return true
    }

    /// The register says what it is for, and nothing else is started under its name.
    private func checkPurpose(of events: [AuthenticationEvent]) throws {
        for case .started(let policy, _) in events where policy.purpose != purpose {
            throw StorageError.storedValueInvalid
        }
    }

    private typealias Link = (entry: EventEntry<AuthenticationEvent>, end: AuditChain.Position)

    /// Takes events into the chain.
    private mutating func link(_ events: [AuthenticationEvent], at instant: Instant) throws -> [Link] {
        try events.map { event in
            let entry = try EventEntry(event, at: instant)
            position.append(
                AuditChain.text(
                    authentication: id, sequence: position.length + 1, at: instant.millisecondsSince1970,
                    event: entry.json))
            return (entry, position)
        }
    }

    private func write(_ links: [Link], in database: Database) throws {
        for (entry, end) in links {
            try database.run(
                """
                INSERT INTO authentication_event (authentication_id, sequence, at, event, hash) VALUES (?, ?, ?, ?, ?)
                """,
                [id.text, end.length, entry.at.millisecondsSince1970, entry.json, Data(end.head)])
            if let kind = FeedEventKind(entry.event) {
                try SQLiteStore.tell(
                    kind, of: enrollmentID, authentication: id, tenant: tenantID, sequence: end.length,
                    at: entry.at.millisecondsSince1970, in: database)
            }
        }
    }

    /// The columns that every write sets.
    private static let movedColumns = [
        "version", "status", "is_started", "deadline", "state", "changed_at", "chain_length", "chain_head",
        "chain_code",
    ]

    private static let insertion = """
        INSERT INTO authentication (number, id, tenant_id, enrollment_id, purpose, created_at, session_digest,
            token_digest, operator_id, sealed_hand_off, \(movedColumns.joined(separator: ", ")))
        VALUES (\(databaseQuestionMarks(count: 10 + movedColumns.count)))
        """

    private static let update =
        "UPDATE authentication SET \(movedColumns.map { "\($0) = ?" }.joined(separator: ", ")) WHERE number = ?"

    private func moved(at instant: Instant, chain: AuditChain) throws -> StatementArguments {
        [
            version, authentication.status.rawValue, authentication.progress != nil,
            authentication.deadline?.millisecondsSince1970, try SQLiteStore.json(authentication),
            instant.millisecondsSince1970, position.length, Data(position.head),
            Data(chain.code(of: position, in: .authentication(id, number: number))),
        ]
    }

    static func authentication(in row: Row) throws -> Authentication {
        do {
            return try JSONDecoder().decode(Authentication.self, from: Data(try row.text("state").utf8))
        } catch is DecodingError {
            throw StorageError.storedValueInvalid
        }
    }

    static func purpose(in row: Row) throws -> AuthenticationPurpose {
        guard let purpose = AuthenticationPurpose(rawValue: try row.text("purpose")) else {
            throw StorageError.storedValueInvalid
        }
        return purpose
    }
}
