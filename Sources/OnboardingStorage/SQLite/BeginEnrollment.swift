package import OnboardingCore
internal import Foundation
internal import GRDB

extension SQLiteStore {
    @discardableResult
    package func begin(_ new: NewEnrollment, cancelsOthersOfUsername: Bool) async throws -> [EnrollmentID] {
        let chain = chain
        let unusedID = try SubjectID.random()
        let beginning = try EnrollmentBeginning(new)
        do {
            return try await writer.run { database in
                let subject = try Self.subject(of: new, otherwise: unusedID, in: database)
                let number = try Self.register(new, in: database, chain: chain)
                try Self.checkRegistrationCode(of: new, in: database)
                let record = try EnrollmentRecord(beginning, of: subject, number: number, in: database, chain: chain)
                try Self.add(new.searchKeys, to: new.id, tenant: new.tenantID, in: database)
                if let prefixes = new.searchPrefixes {
                    try Self.insert(prefixes, of: number, begunAt: new.createdAt, in: database)
                }
                if let keyed = new.keyedResult {
                    try Self.insert(keyed, of: new.id, tenant: new.tenantID, at: new.createdAt, in: database)
                }
                if let mail = new.mail {
                    try Self.checkMailLimit(
                        of: new.searchKeys.first { $0.kind == .email }, tenant: new.tenantID, at: new.createdAt,
                        in: database)
                    try Self.insert(mail, of: new.id, tenant: new.tenantID, at: new.createdAt, in: database)
                }
                if let trigger = new.trigger { try Self.insert(trigger, of: new, in: database) }
                if cancelsOthersOfUsername || new.isOfNobodyRegistered {
                    try Self.checkNoneIsComplete(than: record, in: database)
                }
                guard cancelsOthersOfUsername else { return [] }
                return try Self.cancelOthers(
                    than: record, areStarted: true, at: new.createdAt, in: database, chain: chain)
            }
        } catch let error as DatabaseError where error.extendedResultCode == .SQLITE_CONSTRAINT_UNIQUE {
            throw StorageError.nameTaken
        } catch let error as DatabaseError where error.extendedResultCode == .SQLITE_CONSTRAINT_FOREIGNKEY {
            throw StorageError.unknownSubject
        }
    }

    static func checkRegistrationCode(of new: NewEnrollment, in database: Database) throws {
        for case .codeReserved(let code) in new.events {
            let taken = try database.row(
                "SELECT 1 FROM enrollment WHERE tenant_id = ? AND registration_code = ?", [new.tenantID.text, code])
            guard taken == nil else { throw StorageError.registrationCodeTaken }
        }
    }

    /// - Throws: `usernameComplete` where another enrollment of the person whom `record` is of is complete, also since the
    ///   caller looked last.
    static func checkNoneIsComplete(than record: EnrollmentRecord, in database: Database) throws {
        let complete = try database.row(
            "SELECT 1 FROM enrollment WHERE subject_id = ? AND status = 'complete' AND number <> ?",
            [record.subjectID.text, record.number])
        guard complete == nil else { throw StorageError.usernameComplete }
    }

    /// Cancels the other open enrollments of the person whom `record` is of.
    /// - Parameter areStarted: whether those stay that no phone has started.
    static func cancelOthers(
        than record: EnrollmentRecord, areStarted: Bool, at instant: Instant, in database: Database, chain: AuditChain
    ) throws -> [EnrollmentID] {
        let others = try database.rows(
            """
            SELECT * FROM enrollment WHERE subject_id = ? AND is_started >= ? AND deadline IS NOT NULL AND number <> ?
            """, [record.subjectID.text, areStarted, record.number])
        var cancelled: [EnrollmentID] = []
        for row in others {
            var other = try EnrollmentRecord(row)
            let proposal = Proposal(.cancel, record: nil, at: instant, registrationCode: "")
            // One that is overdue is left to the job that ends it.
            guard case .accept(let events) = decide(proposal, on: other.state) else { continue }
            try other.append(events, at: instant, in: database, chain: chain)
            cancelled.append(other.id)
        }
        return cancelled
    }

    /// The living subject of the enrollment's username in its tenant; a new one, called `id`, where there is none.
    static func subject(
        of new: NewEnrollment, otherwise id: SubjectID, in database: Database
    ) throws -> SubjectID {
        let row = try database.row(
            """
            INSERT INTO subject (id, tenant_id, username_digest, email_digest, created_at) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT (tenant_id, username_digest) WHERE username_digest IS NOT NULL
            DO UPDATE SET email_digest = coalesce(excluded.email_digest, email_digest) RETURNING id
            """,
            [
                id.text, new.tenantID.text, Data(new.usernameDigest), new.emailDigest.blob,
                new.createdAt.millisecondsSince1970,
            ])
        guard let row else { throw StorageError.storedValueInvalid }
        return try row.identifier("id")
    }

    /// Gives the enrollment its number and takes it into the list that no enrollment may be missing from.
    static func register(_ new: NewEnrollment, in database: Database, chain: AuditChain) throws -> Int {
        var end = try chainEnd(.list(of: Enrollment.self), in: database)
        let number = end.length + 1
        end.append(
            AuditChain.text(
                register: number, enrollment: new.id, tenant: new.tenantID, at: new.createdAt.millisecondsSince1970))
        try setChainEnd(.list(of: Enrollment.self), to: end, in: database, chain: chain)
        return number
    }
}
