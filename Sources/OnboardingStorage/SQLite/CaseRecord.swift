internal import OnboardingCore
internal import Foundation
internal import GRDB

/// A case as the tables have it.
protocol RecordedCase: KeptCase {
    /// What its row says that is the same ever after and that only rows of its kind say.
    associatedtype Detail
    associatedtype Writes: CaseWrites

    /// Rows of cases that are kept, each with `subject_id`, up to a further condition.
    static var selection: String { get }

    /// The table of what requests came to.
    static var resultTable: String { get }

    /// Its rows, called `result`, each with `enrollment_id`, up to a condition.
    static var results: String { get }

    static func detail(in row: Row) throws -> Detail

    /// The enrollment that it is or is of.
    static func enrollment(of record: CaseRecord<Self>) -> EnrollmentID

    /// As what an event is told to the tenant's systems; nil for bookkeeping.
    static func feedKind(of event: OwnEvent) -> FeedEventKind?

    /// The authentication that the event is told of; nil where it is the enrollment's own.
    static func authentication(of record: CaseRecord<Self>) -> AuthenticationID?
}

/// Columns of a row, with what they shall say.
typealias Columns = [(name: String, value: (any DatabaseValueConvertible)?)]

/// A case's row while a transaction works on it.
struct CaseRecord<Kind: RecordedCase> {
    let number: Int
    let id: Identifier<Kind>
    let tenantID: TenantID
    /// Whose enrollment it is, or whose registration it is of.
    let subjectID: SubjectID
    let createdAt: Instant
    let detail: Kind.Detail
    private(set) var version: Int
    private(set) var state: Kind
    private(set) var position: AuditChain.Position

    /// The row as it is now; nil where there is none or the enrollment was erased.
    static func load(_ id: Identifier<Kind>, in database: Database) throws -> CaseRecord? {
        try database.row("\(Kind.selection) AND \(Kind.name).id = ?", [id.text]).map(CaseRecord.init)
    }

    init(_ row: Row) throws {
        number = try row.integer("number")
        id = try row.identifier("id")
        tenantID = try row.identifier("tenant_id")
        subjectID = try row.identifier("subject_id")
        createdAt = try row.instant("created_at")
        detail = try Kind.detail(in: row)
        version = try row.integer("version")
        state = try SQLiteStore.state(in: row)
        position = AuditChain.Position(length: try row.integer("chain_length"), head: try row.bytes("chain_head"))
    }

    /// A new row with what has happened to it already.
    /// - Parameters:
    ///   - beginning: what is written, worked out before.
    ///   - columns: that only rows of its kind have.
    ///   - isTold: whether the tenant's systems are told.
    init(
        _ beginning: CaseBeginning<Kind>, number: Int, id: Identifier<Kind>, tenant: TenantID, subject: SubjectID,
        createdAt: Instant, detail: Kind.Detail, columns: Columns,
        isTold: Bool = true, in database: Database, chain: AuditChain
    ) throws {
        self.number = number
        self.id = id
        tenantID = tenant
        subjectID = subject
        self.createdAt = createdAt
        self.detail = detail
        version = 1
        state = beginning.state
        position = beginning.last.end
        let fixed: Columns = [
            ("number", number), ("id", id.text), ("tenant_id", tenant.text),
            ("created_at", createdAt.millisecondsSince1970),
        ]
        let all = fixed + columns + moved(at: beginning.last.entry.at, state: beginning.json, chain: chain)
        try database.run(
            """
            INSERT INTO \(Kind.name) (\(all.map(\.name).joined(separator: ", ")))
            VALUES (\(databaseQuestionMarks(count: all.count)))
            """, StatementArguments(all.map(\.value)))
        try write(beginning.links, isTold: isTold, in: database)
    }

    /// Appends what was accepted and stores the state that it leads to.
    mutating func store(_ events: [Kind.OwnEvent], at instant: Instant, in database: Database, chain: AuditChain) throws
    {
        state = events.reduce(state, evolve)
        version += 1
        let links = EventLink.chain(try events.map { try EventEntry($0, at: instant) }, of: id, after: position)
        position = links.last?.end ?? position
        let moved = moved(at: instant, state: try SQLiteStore.json(state), chain: chain)
        try database.run(
            "UPDATE \(Kind.name) SET \(moved.map { "\($0.name) = ?" }.joined(separator: ", ")) WHERE number = ?",
            StatementArguments(moved.map(\.value)) + [number])
        try write(links, isTold: true, in: database)
    }

    private func write(_ links: [EventLink<Kind>], isTold: Bool, in database: Database) throws {
        for link in links {
            let (entry, end) = (link.entry, link.end)
            try database.run(
                """
                INSERT INTO \(Kind.name)_event (\(Kind.name)_id, sequence, at, event, hash) VALUES (?, ?, ?, ?, ?)
                """, [id.text, end.length, entry.at.millisecondsSince1970, entry.json, Data(end.head)])
            if isTold, let kind = Kind.feedKind(of: entry.event) {
                try SQLiteStore.tell(
                    kind, of: Kind.enrollment(of: self), authentication: Kind.authentication(of: self),
                    tenant: tenantID, sequence: end.length, at: entry.at.millisecondsSince1970, in: database)
            }
        }
    }

    /// The columns that every write sets.
    /// - Parameter json: of `state`.
    private func moved(at instant: Instant, state json: String, chain: AuditChain) -> Columns {
        [
            ("version", version), ("status", state.status.rawValue), ("is_started", state.progress != nil),
            ("deadline", state.deadline?.millisecondsSince1970), ("state", json),
            ("changed_at", instant.millisecondsSince1970), ("chain_length", position.length),
            ("chain_head", Data(position.head)),
            ("chain_code", Data(chain.code(of: position, in: .events(of: id, number: number)))),
        ] + state.ownColumns
    }
}

/// What is written of a case that begins, but for what only a transaction knows. Worked out before one, so that nobody waits
/// for it there.
struct CaseBeginning<Kind: KeptCase>: Sendable {
    let links: [EventLink<Kind>]
    let last: EventLink<Kind>
    let state: Kind
    /// Of `state`.
    let json: String

    init(_ events: [(at: Instant, event: Kind.OwnEvent)], of id: Identifier<Kind>) throws {
        links = EventLink.chain(try events.map { try EventEntry($0.event, at: $0.at) }, of: id, after: .start)
        guard let state = Kind.replay(events.map(\.event)), let last = links.last else {
            throw StorageError.storedValueInvalid
        }
        self.last = last
        self.state = state
        json = try SQLiteStore.json(state)
    }
}

/// An event in the chain of its case.
struct EventLink<Kind: KeptCase>: Sendable {
    let entry: EventEntry<Kind.OwnEvent>
    /// How far the chain has come with it.
    let end: AuditChain.Position

    /// Takes entries into the chain of `id`, which had come to `position`.
    static func chain(
        _ entries: [EventEntry<Kind.OwnEvent>], of id: Identifier<Kind>, after position: AuditChain.Position
    ) -> [EventLink] {
        var end = position
        return entries.map { entry in
            end.append(
                AuditChain.text(
                    of: id, sequence: end.length + 1, at: entry.at.millisecondsSince1970, event: entry.json))
            return EventLink(entry: entry, end: end)
        }
    }
}

/// An event with its instant and its JSON, as it is hashed and stored.
struct EventEntry<OwnEvent: CaseEvent>: Sendable {
    let event: OwnEvent
    let at: Instant
    let json: String

    init(_ event: OwnEvent, at instant: Instant) throws {
        self.event = event
        at = instant
        json = try SQLiteStore.json(event)
    }
}
