internal import Onboarding
package import OnboardingCore
internal import OnboardingStorage
package import Tenancy

/// What an auditor leaves on a case for colleagues: notes, and a flag that asks for another look. No decision is changed by
/// either (decision 0095).
package struct AnnotateCase: Sendable {
    let cases: Cases

    /// A form that is sent again within so many seconds, by a double click or a reload, is no second note.
    private static let sameNoteWithinSeconds: Int64 = 60

    /// - Parameter text: in the auditor's words.
    /// - Throws: `fieldEmpty`, `fieldTooLong`; `enrollmentUnknown`, also of one that was erased.
    package func note(_ text: String?, on id: String?, by principal: Principal, at now: Instant) async throws {
        let found = try await cases.case(id, by: principal)
        // Browsers send the ends of lines as two characters.
        let text = try (text ?? "").replacing("\r\n", with: "\n").trimmingEnds.checked(.caseNote, as: "text")
        guard found.erasedAt == nil, let kept = try await cases.kept(of: found.id) else {
            throw Refusal(.enrollmentUnknown)
        }
        let writer = AuditActor.current.identity.name
        try await cases.singleFlight.run("note:\(found.id.text):\(writer)") {
            guard try await !isWritten(text, on: found.id, by: writer, kept, at: now) else { return }
            let row = try CaseNote(text: text).sealed(for: found.id, by: writer, at: now, under: kept.dataKey)
            try await refusingErased { try await cases.store.add(row, to: found.id) }
        }
    }

    /// Whether the writer's newest note says the same, and was written just now.
    private func isWritten(
        _ text: String, on id: EnrollmentID, by writer: String, _ kept: KeptCase, at now: Instant
    ) async throws -> Bool {
        let newest = try await cases.store.caseNotes(of: id, limit: Limit.shownNotes.value)
            .last { $0.writtenBy == writer }
        guard let newest, newest.at.adding(seconds: Self.sameNoteWithinSeconds) > now else { return false }
        return (try? CaseNote(opening: newest, of: id, under: kept.dataKey).text) == text
    }

    package func flag(_ isSet: Bool, on id: String?, by principal: Principal, at now: Instant) async throws {
        let found = try await cases.case(id, by: principal)
        guard found.erasedAt == nil else { throw Refusal(.enrollmentUnknown) }
        let flag = isSet ? CaseFlag(setBy: AuditActor.current.identity.name, at: now) : nil
        try await refusingErased { try await cases.store.setFlag(flag, of: found.id, at: now) }
    }

    /// Where it was erased meanwhile, it is unknown.
    private func refusingErased(_ write: () async throws -> Void) async throws {
        do {
            try await write()
        } catch StorageError.unknownSubject {
            throw Refusal(.enrollmentUnknown)
        }
    }
}

extension String {
    /// Without white space before and behind.
    fileprivate var trimmingEnds: String {
        String(
            drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }
}
