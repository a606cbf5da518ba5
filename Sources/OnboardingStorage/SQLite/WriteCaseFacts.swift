internal import OnboardingCore
internal import Foundation
internal import GRDB

/// What the list of cases asks for, kept in the transactions that move enrollments.
extension SQLiteStore {
    /// Writes the facts of an enrollment that has just begun.
    static func insertFacts(
        of record: EnrollmentRecord, _ outline: CaseOutline, reasons: [EnrollmentReason], isDuplicate: Bool,
        measured: CaseMeasurements = CaseMeasurements(), in database: Database
    ) throws {
        try insertRow(of: record, outline, measured, in: database)
        try count(record.figures(outline, measured), by: 1, of: record, in: database)
        try insert(reasons: reasons, of: record, isCounted: true, in: database)
        if isDuplicate { try insertDuplicate(record, in: database) }
    }

    private static func insertRow(
        of record: EnrollmentRecord, _ outline: CaseOutline, _ measured: CaseMeasurements, in database: Database
    ) throws {
        try database.run(
            """
            INSERT INTO case_facts (number, tenant, begun_at, ended_at, state, reason, review, device, face, document,
                face_captures, document_captures, workflow, liveness, portrait, document_type, issuing_state)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [record.number, record.tenantID.number, record.createdAt.millisecondsSince1970] + outline.columns
                + measured.columns)
    }

    /// Takes in what has happened. Nothing happens to one that has no facts, because it was damaged when they were first written.
    static func updateFacts(
        of record: EnrollmentRecord, after events: [Event], at instant: Instant, measured: CaseMeasurements?,
        in database: Database
    ) throws {
        guard let row = try database.row("SELECT * FROM case_facts WHERE number = ?", [record.number]) else { return }
        let (before, known) = (try CaseOutline(row), try CaseMeasurements(row))
        var after = before
        for event in events { after.take(event, at: instant) }
        let all = measured.map(known.updated) ?? known
        // Most steps change nothing here, and a row that is written is two codes of its MAC.
        if after != before || all != known {
            try database.run(
                """
                UPDATE case_facts SET ended_at = ?, state = ?, reason = ?, review = ?, device = ?, face = ?, document = ?,
                    face_captures = ?, document_captures = ?, workflow = ?, liveness = ?, portrait = ?, document_type = ?, issuing_state = ?
                WHERE number = ?
                """, after.columns + all.columns + [record.number])
            let (old, new) = (record.figures(before, known), record.figures(after, all))
            try count(old.subtracting(new), by: -1, of: record, in: database)
            try count(new.subtracting(old), by: 1, of: record, in: database)
        }
        try insert(reasons: events.compactMap(\.reason), of: record, isCounted: true, in: database)
        if events.contains(where: { $0.kind == .duplicateFound }) { try insertDuplicate(record, in: database) }
    }

    private static func insertDuplicate(_ record: EnrollmentRecord, in database: Database) throws {
        try database.run(
            "INSERT INTO case_duplicate (tenant, begun_at, number) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
            [record.tenantID.number, record.createdAt.millisecondsSince1970, record.number])
    }

    /// Writes down which enrollments that are kept have found somebody, from before that was kept. What is damaged is passed over,
    /// which an audit says.
    static func fillDuplicates(in database: Database) throws {
        let rows = try Row.fetchCursor(
            database,
            sql: """
                SELECT enrollment.*, event FROM enrollment_event JOIN enrollment ON enrollment.id = enrollment_id
                WHERE erased_at IS NULL AND event LIKE '%duplicateFound%'
                """)
        while let row = try rows.next() {
            // A text of a client may say the word as well.
            guard let record = try? EnrollmentRecord(row), case .duplicateFound? = try? event(in: row) as Event
            else { continue }
            try insertDuplicate(record, in: database)
        }
    }

    static func insert(_ prefixes: [SearchPrefix], of number: Int, begunAt: Instant, in database: Database) throws {
        let digests = Dictionary(prefixes.map { ($0.column, $0.digest) }) { first, _ in first }
        var arguments: StatementArguments = [number, begunAt.millisecondsSince1970]
        for column in SearchPrefix.columns { arguments += [digests[column]] }
        try database.run(prefixInsertion, arguments)
    }

    private static let prefixInsertion = """
        INSERT INTO case_prefix (number, begun_at, \(SearchPrefix.columns.joined(separator: ", ")))
        VALUES (?, ?, \(databaseQuestionMarks(count: SearchPrefix.columns.count))) ON CONFLICT DO NOTHING
        """

    static func eraseFacts(of record: EnrollmentRecord, in database: Database) throws {
        // What is damaged was never counted, which an audit says.
        let row = try database.row("SELECT * FROM case_facts WHERE number = ?", [record.number])
        let facts = try? row.map { (outline: try CaseOutline($0), measured: try CaseMeasurements($0)) }
        if let facts {
            try count(record.figures(facts.outline, facts.measured), by: -1, of: record, in: database)
        }
        for reason in EnrollmentReason.allCases {
            try database.run(
                "DELETE FROM case_reason WHERE tenant = ? AND reason = ? AND begun_at = ? AND number = ?",
                [
                    record.tenantID.number, reason.rawValue, record.createdAt.millisecondsSince1970, record.number,
                ])
            if facts != nil, database.changesCount == 1 {
                try count([.reason(reason)], by: -1, of: record, in: database)
            }
        }
        try database.run(
            "DELETE FROM case_duplicate WHERE tenant = ? AND begun_at = ? AND number = ?",
            [record.tenantID.number, record.createdAt.millisecondsSince1970, record.number])
        for table in ["case_facts", "case_prefix"] {
            try database.run("DELETE FROM \(table) WHERE number = ?", [record.number])
        }
    }

    /// What was read of a document goes with its images.
    static func forgetDocumentFacts(of id: EnrollmentID, in database: Database) throws {
        try database.run(
            """
            UPDATE case_facts SET document_type = NULL, issuing_state = NULL
            WHERE number = (SELECT number FROM enrollment WHERE id = ?)
            AND (document_type IS NOT NULL OR issuing_state IS NOT NULL)
            """, [id.text])
    }

    private static func insert(
        reasons: [EnrollmentReason], of record: EnrollmentRecord, isCounted: Bool, in database: Database
    ) throws {
        for reason in reasons {
            try database.run(
                """
                INSERT INTO case_reason (tenant, reason, begun_at, number) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING
                """,
                [
                    record.tenantID.number, reason.rawValue, record.createdAt.millisecondsSince1970, record.number,
                ])
            if isCounted, database.changesCount == 1 {
                try count([.reason(reason)], by: 1, of: record, in: database)
            }
        }
    }

    /// Moves the sums of the day on which an enrollment began.
    private static func count(
        _ figures: Set<CaseFigure>, by change: Int, of record: EnrollmentRecord, in database: Database
    ) throws {
        for figure in figures {
            let place: StatementArguments = [record.tenantID.text, record.createdAt.day, figure.text]
            try add(change, at: place, in: database)
            if change < 0 {
                try database.run(
                    "DELETE FROM case_day WHERE tenant_id = ? AND day = ? AND figure = ? AND cases = 0", place)
            }
        }
    }

    private static func add(_ change: Int, at place: StatementArguments, in database: Database) throws {
        try database.run(
            """
            INSERT INTO case_day (tenant_id, day, figure, cases) VALUES (?, ?, ?, ?)
            ON CONFLICT (tenant_id, day, figure) DO UPDATE SET cases = cases + excluded.cases
            """, place + [change])
    }

    /// Writes the facts of all enrollments that are kept from before there were any, as far as their events tell them, and the sums
    /// of their days. What is damaged gets none, which an audit says; what only keys open is left to a job.
    static func fillFacts(in database: Database) throws {
        try database.execute(sql: "DELETE FROM case_day")
        var sums: [CaseDayFigure: Int] = [:]
        let enrollments = try Row.fetchCursor(
            database, sql: "SELECT * FROM enrollment WHERE erased_at IS NULL ORDER BY number")
        while let row = try enrollments.next() {
            guard let record = try? EnrollmentRecord(row) else { continue }
            let events = try database.rows(
                "SELECT at, event FROM enrollment_event WHERE enrollment_id = ? ORDER BY sequence", [record.id.text]
            ).map { (at: try? $0.instant("at"), event: try? event(in: $0) as Event) }
            let read = events.compactMap { at, event in at.flatMap { at in event.map { (at: at, event: $0) } } }
            guard read.count == events.count, case .triggered? = read.first?.event else { continue }
            let reasons = read.compactMap(\.event.reason)
            guard let figures = try fillFacts(of: record, after: read, in: database) else { continue }
            try insert(reasons: reasons, of: record, isCounted: false, in: database)
            for figure in figures.union(reasons.map(CaseFigure.reason)) {
                let place = CaseDayFigure(tenant: record.tenantID, day: record.createdAt.day, figure: figure)
                sums[place, default: 0] += 1
            }
        }
        // Once each, and not once for each enrollment.
        for (place, cases) in sums {
            try add(cases, at: [place.tenant.text, place.day, place.figure.text], in: database)
        }
    }

    /// Counts whom tenants' clients have registered from before they were counted, and takes the durations that they had.
    static func countHandedIn(in database: Database) throws {
        let rows = try database.rows(
            """
            SELECT tenant_id, begun_at / ? AS day, count(*) AS cases
            FROM case_facts JOIN enrollment ON enrollment.number = case_facts.number
            WHERE \(CaseCondition.isHandedIn("case_facts")) AND NOT EXISTS (
                SELECT 1 FROM case_day WHERE case_day.tenant_id = enrollment.tenant_id AND figure = ?
                AND case_day.day = begun_at / ?)
            GROUP BY 1, 2
            """, [Instant.millisecondsOfDay, CaseFigure.handedIn.text, Instant.millisecondsOfDay])
        let none = CaseFigure.duration(isComplete: true, seconds: 0).text
        for row in rows {
            let (tenant, day, cases) = (try row.text("tenant_id"), try row.integer("day"), try row.integer("cases"))
            try add(cases, at: [tenant, day, CaseFigure.handedIn.text], in: database)
            try add(-cases, at: [tenant, day, none], in: database)
        }
        try database.run("DELETE FROM case_day WHERE figure = ? AND cases = 0", [none])
    }

    /// - Returns: what the enrollment counts for; nil where its facts are damaged.
    private static func fillFacts(
        of record: EnrollmentRecord, after events: [(at: Instant, event: Event)], in database: Database
    ) throws -> Set<CaseFigure>? {
        guard let row = try database.row("SELECT * FROM case_facts WHERE number = ?", [record.number]) else {
            let (outline, measured) = (CaseOutline(after: events), CaseMeasurements())
            try insertRow(of: record, outline, measured, in: database)
            return record.figures(outline, measured)
        }
        guard let known = try? CaseOutline(row), let measured = try? CaseMeasurements(row) else { return nil }
        let told = CaseOutline(after: events)
        try database.run(
            "UPDATE case_facts SET face_captures = ?, document_captures = ? WHERE number = ?",
            [told.captures[.addFace] ?? 0, told.captures[.addDocument] ?? 0, record.number])
        return record.figures(known.with(captures: told.captures), measured)
    }
}

/// A row of `case_day` without its number.
private struct CaseDayFigure: Hashable {
    let tenant: TenantID
    let day: Int
    let figure: CaseFigure
}

extension CaseRecord<Enrollment> {
    /// What it counts for, but for its reasons.
    fileprivate func figures(_ outline: CaseOutline, _ measured: CaseMeasurements) -> Set<CaseFigure> {
        CaseFigure.all(
            of: outline, begunAt: createdAt, liveness: measured.liveness, portrait: measured.portrait)
    }
}

extension TenantID {
    /// The first half of its digits as a number, by which the indices of cases are a third as long as with its text. Whatever is
    /// found by it is held against the whole text.
    var number: Int64 { Int64(bitPattern: UInt64(text.prefix(16), radix: 16) ?? 0) }
}

extension CaseOutline {
    /// Of an enrollment to which this has happened.
    init(after events: [(at: Instant, event: Event)]) {
        self.init()
        for (at, event) in events { take(event, at: at) }
    }

    init(_ row: Row) throws {
        guard let state = EnrollmentStanding.State(rawValue: try row.text("state")) else {
            throw StorageError.storedValueInvalid
        }
        let reason = try row.decode(String?.self, forColumn: "reason")
        let review = try row.decode(String?.self, forColumn: "review").map { word in
            guard let standing = Review.Standing(rawValue: word) else { throw StorageError.storedValueInvalid }
            return Review(standing)
        }
        var passed: [RequiredCheck: Bool] = [:]
        for (check, column) in Self.checks { passed[check] = try row.decode(Bool?.self, forColumn: column) }
        self.init(
            state: state, reason: reason.flatMap(EnrollmentReason.init(rawValue:)),
            endedAt: try row.decode(Int64?.self, forColumn: "ended_at").map(Instant.init(millisecondsSince1970:)),
            passed: passed, captures: try Self.captures(row), review: review)
    }

    private static func captures(_ row: Row) throws -> [RequiredCheck: Int] {
        let all: [RequiredCheck: Int] = [
            .addFace: try row.integer("face_captures"), .addDocument: try row.integer("document_captures"),
        ]
        return all.filter { $0.value > 0 }
    }

    fileprivate func with(captures: [RequiredCheck: Int]) -> CaseOutline {
        CaseOutline(
            state: state, reason: reason, endedAt: endedAt, passed: passed, captures: captures, review: review)
    }

    private static let checks: [(RequiredCheck, String)] = [
        (.addDevice, "device"), (.addFace, "face"), (.addDocument, "document"),
    ]

    /// From `ended_at` to `document_captures`, in the order in which they are written here.
    fileprivate var columns: StatementArguments {
        [
            endedAt?.millisecondsSince1970, state.rawValue, reason?.rawValue,
            review?.standing.rawValue, passed[.addDevice], passed[.addFace],
            passed[.addDocument], captures[.addFace] ?? 0, captures[.addDocument] ?? 0,
        ]
    }
}

extension CaseMeasurements {
    init(_ row: Row) throws {
        self.init(
            workflow: try row.decode(String?.self, forColumn: "workflow"),
            liveness: try row.decode(Int?.self, forColumn: "liveness"),
            portrait: try row.decode(Int?.self, forColumn: "portrait"),
            documentType: try row.decode(String?.self, forColumn: "document_type"),
            issuingState: try row.decode(String?.self, forColumn: "issuing_state"))
    }

    /// From `workflow` to `issuing_state`.
    fileprivate var columns: StatementArguments { [workflow, liveness, portrait, documentType, issuingState] }
}
