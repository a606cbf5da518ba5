internal import OnboardingCore
internal import GRDB

/// What a registration is found and listed by of its document: that of the newest that was verified.
extension SQLiteStore {
    static func replaceDocumentFacts(
        of id: EnrollmentID, by facts: DocumentFacts, at instant: Instant, in database: Database
    ) throws {
        guard facts.searchKeys.allSatisfy({ $0.kind == .documentNumber }),
            let record = try EnrollmentRecord.load(id, in: database)
        else { throw StorageError.storedValueInvalid }
        try forgetDocument(of: id, in: database)
        try add(facts.searchKeys, to: id, tenant: record.tenantID, in: database)
        try updateFacts(
            of: record, after: [], at: instant,
            measured: CaseMeasurements(documentType: facts.type, issuingState: facts.issuingState), in: database)
    }

    static func forgetDocument(of id: EnrollmentID, in database: Database) throws {
        try database.run(
            "DELETE FROM search_key WHERE enrollment_id = ? AND kind = ?",
            [id.text, SearchKey.Kind.documentNumber.rawValue])
        try forgetDocumentFacts(of: id, in: database)
    }

    /// The object of the newest document that an authentication has verified, as its event names it; nil where the enrollment's own
    /// is the newest.
    static func newerDocument(of id: EnrollmentID, in database: Database) throws -> EvidenceID? {
        let events: [(at: Instant, event: AuthenticationEvent)] = try events(
            """
            SELECT authentication_event.at AS at, authentication_event.event AS event FROM authentication
            JOIN authentication_event ON authentication_event.authentication_id = authentication.id
            WHERE authentication.enrollment_id = ? AND authentication_event.event LIKE '%"documentAdded"%'
            ORDER BY authentication_event.at, authentication.number, authentication_event.sequence
            """, [id.text], in: database)
        for case .documentAdded(let reference?) in events.reversed().map(\.event) { return reference.id }
        return nil
    }
}
