internal import Foundation
internal import Onboarding
package import OnboardingCore
internal import OnboardingJSON
internal import OnboardingStorage
package import Tenancy

/// All cases that a search asks for, for a spreadsheet or a program, written as they are read.
package struct CaseExport: Sendable {
    package enum Form: String, CaseIterable, Sendable {
        case csv, json
    }

    /// How many cases are held at a time.
    private static let batch = 200

    let list: CaseList

    /// Refuses before anything is written.
    /// - Throws: `scopeMissing`; `queryInvalid` where a part of the search is wrong.
    package func check(_ search: CaseSearch, by principal: Principal) throws {
        try principal.require(right: .cases)
        try principal.require(right: .export)
        guard search.problems.isEmpty else { throw Refusal(.queryInvalid) }
    }

    /// Writes the cases, the newest first, from wherever the search begins. The audit trail is told before the first leaves the
    /// server and after the last has.
    package func write(
        _ search: CaseSearch, as form: Form, by principal: Principal, at now: Instant,
        to write: ([UInt8]) async throws -> Void
    ) async throws {
        try check(search, by: principal)
        let showsPersons = principal.has(.readPersons)
        let (query, tenant) = (search.withoutNames, principal.tenant.id)
        try await list.cases.note(
            .casesExported(query: query, namesPersons: showsPersons, count: nil), tenant: tenant, at: now)
        var written = 0
        do {
            try await write(opening(of: form, showsPersons: showsPersons))
            var next: PageStart? = search.start.isNewestFirst ? search.start : .newest
            while let start = next {
                try Task.checkCancellation()
                // Each name is unsealed, which no connection's thread has the time for.
                let found = try await awayFromTheLoops {
                    try await list.find(search, from: start, by: principal, at: now, limit: Self.batch)
                }
                var bytes: [UInt8] = []
                for line in found.lines {
                    bytes += try record(of: line, as: form, showsPersons: showsPersons, isFirst: written == 0, at: now)
                    written += 1
                }
                if !bytes.isEmpty { try await write(bytes) }
                next = found.older.map(PageStart.after)
            }
            if form == .json { try await write([UInt8]("\n]\n".utf8)) }
        } catch {
            // Whoever stops in the middle has what came before.
            try await noteEnd(query, showsPersons, written, tenant)
            throw error
        }
        try await noteEnd(query, showsPersons, written, tenant)
    }

    private func noteEnd(_ query: String, _ showsPersons: Bool, _ count: Int, _ tenant: TenantID) async throws {
        try await list.cases.note(
            .casesExported(query: query, namesPersons: showsPersons, count: count), tenant: tenant,
            at: list.cases.clock())
    }

    private func opening(of form: Form, showsPersons: Bool) -> [UInt8] {
        switch form {
        case .csv:
            // Spreadsheets take the bytes for another alphabet without the mark.
            [UInt8]("\u{FEFF}".utf8) + [UInt8](CSVLine.text(CaseRecord.names(showsPersons: showsPersons)).utf8)
        case .json: [UInt8]("[".utf8)
        }
    }

    private func record(
        of line: CaseList.Line, as form: Form, showsPersons: Bool, isFirst: Bool, at now: Instant
    ) throws -> [UInt8] {
        let record = CaseRecord(line, at: now)
        return switch form {
        case .csv: [UInt8](CSVLine.text(record.fields(showsPersons: showsPersons)).utf8)
        case .json: [UInt8]((isFirst ? "\n" : ",\n").utf8) + (try sortedKeyJSON(record))
        }
    }
}

/// A case as a program reads it. Members that do not apply are absent in JSON and empty in a table.
private struct CaseRecord: Encodable {
    let enrollment: String
    /// ISO 8601, as the next.
    let begun: String
    let ended: String?
    let durationInSeconds: Int64
    let state: String
    let reason: String?
    let review: String?
    /// `passed`, `failed`, `not judged`, as the next two.
    let device: String
    package let face: String
    let document: String
    let workflow: String?
    let livenessInPercent: Int?
    let portraitScore: Double?
    let documentType: String?
    let issuingState: String?
    let registrationCode: String?
    let isHeld: Bool
    let isFlagged: Bool
    /// A word of `EnrollmentOrigin`.
    let origin: String
    let username: String?
    let name: String?
    let email: String?
    let reference: String?

    init(_ line: CaseList.Line, at now: Instant) {
        let outline = line.outline
        func mark(_ check: RequiredCheck) -> String {
            outline.passed[check].map { $0 ? "passed" : "failed" } ?? "not judged"
        }
        enrollment = line.id.text
        begun = line.begunAt.iso8601WithMilliseconds
        ended = outline.endedAt?.iso8601WithMilliseconds
        durationInSeconds = line.duration(at: now).components.seconds
        (state, reason, review) = (
            outline.state.rawValue, outline.reason?.rawValue, outline.review?.standing.rawValue
        )
        (device, face, document) = (mark(.addDevice), mark(.addFace), mark(.addDocument))
        (workflow, livenessInPercent, portraitScore) = (line.workflow, line.liveness, line.portraitScore)
        (documentType, issuingState) = (line.documentType, line.issuingState)
        (registrationCode, isHeld, isFlagged) = (line.registrationCode, line.isHeld, line.isFlagged)
        origin = outline.origin.rawValue
        (username, name, email, reference) = (
            line.person?.username, line.person?.name, line.person?.email, line.person?.reference
        )
    }

    static func names(showsPersons: Bool) -> [String] {
        [
            "enrollment", "begun", "ended", "duration_in_seconds", "state", "reason", "review", "device", "face",
            "document", "workflow", "liveness_in_percent", "portrait_score", "document_type", "issuing_state",
            "registration_code", "is_held", "is_flagged", "origin",
        ] + (showsPersons ? ["username", "name", "email", "reference"] : [])
    }

    func fields(showsPersons: Bool) -> [String] {
        let texts: [String?] = [
            enrollment, begun, ended, "\(durationInSeconds)", state, reason, review, device, face, document, workflow,
            livenessInPercent.map { "\($0)" }, portraitScore.map { "\($0)" }, documentType, issuingState,
            registrationCode, "\(isHeld)", "\(isFlagged)", origin,
        ]
        return (texts + (showsPersons ? [username, name, email, reference] : [])).map { $0 ?? "" }
    }
}
