package import OnboardingCore
internal import OnboardingStorage

/// What an auditor leaves on a case for colleagues: notes, and a flag that asks for another look. No decision is changed by
/// either (decision 0095).
package struct AnnotateCase: Sendable {
    let cases: Cases

    /// - Parameter text: in the auditor's words.
    /// - Throws: `fieldEmpty`, `fieldTooLong`; `enrollmentUnknown`, also of one that was erased.
    package func note(_ text: String?, on id: String?, by principal: Principal, at now: Instant) async throws {
        let found = try await cases.case(id, by: principal)
        // Browsers send the ends of lines as two characters.
        let text = try (text ?? "").replacing("\r\n", with: "\n").trimmingEnds.checked(.caseNote, as: "text")
        guard found.erasedAt == nil, let kept = try await cases.kept(of: found.id) else {
            throw Refusal(.enrollmentUnknown)
        }
        let row = try CaseNote(text: text).sealed(
            for: found.id, by: AuditActor.current.identity.name, at: now, under: kept.dataKey)
        try await refusingErased { try await cases.store.add(row, to: found.id) }
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
