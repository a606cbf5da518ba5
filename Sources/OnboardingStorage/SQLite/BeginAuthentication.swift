package import OnboardingCore
internal import Foundation
internal import GRDB

extension SQLiteStore {
    @discardableResult
    package func begin(_ new: NewAuthentication) async throws -> [AuthenticationID] {
        let chain = chain
        do {
            return try await writer.run { database in
                let registration = try database.row(
                    """
                    SELECT subject_id FROM enrollment
                    WHERE id = ? AND tenant_id = ? AND status = 'complete' AND erased_at IS NULL
                    """, [new.enrollmentID.text, new.tenantID.text])
                guard let subject: SubjectID = try registration?.identifier("subject_id") else {
                    throw StorageError.unknownSubject
                }
                let others = new.cancelsOthers ? try AuthenticationRecord.open(of: new.enrollmentID, in: database) : []
                var cancelled: [AuthenticationID] = []
                for var other in others where other.detail.purpose == new.purpose {
                    // One that is overdue is left to the job that ends it.
                    if try other.end(by: .cancel, at: new.createdAt, in: database, chain: chain) {
                        cancelled.append(other.id)
                    }
                }
                let number = try Self.register(new, in: database, chain: chain)
                _ = try AuthenticationRecord(
                    beginning: new, of: subject, number: number, in: database, chain: chain)
                if let keyed = new.keyedResult {
                    try Self.insert(keyed, of: new.enrollmentID, tenant: new.tenantID, at: new.createdAt, in: database)
                }
                if let (message, recipient) = new.mail {
                    try Self.checkMailLimit(of: recipient, tenant: new.tenantID, at: new.createdAt, in: database)
                    try Self.insert(
                        message, of: new.enrollmentID, tenant: new.tenantID, at: new.createdAt, in: database)
                }
                return cancelled
            }
        } catch let error as DatabaseError where error.extendedResultCode == .SQLITE_CONSTRAINT_UNIQUE {
            throw StorageError.nameTaken
        }
    }

    /// Gives the authentication its number and takes it into the list that none may be missing from.
    private static func register(_ new: NewAuthentication, in database: Database, chain: AuditChain) throws -> Int {
        var end = try chainEnd(.list(of: Authentication.self), in: database)
        let number = end.length + 1
        end.append(
            AuditChain.text(
                register: number, authentication: new.id, enrollment: new.enrollmentID,
                purpose: new.purpose.rawValue, tenant: new.tenantID, at: new.createdAt.millisecondsSince1970))
        try setChainEnd(.list(of: Authentication.self), to: end, in: database, chain: chain)
        return number
    }
}
