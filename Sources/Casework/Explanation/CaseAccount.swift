internal import Foundation
internal import Onboarding
internal import OnboardingCore

/// A case in one paragraph for whoever knows nothing of the machine: what was asked for, what was seen, who has looked, and what can
/// be asked for until when. It names nobody, and says nothing that the document states.
struct CaseAccount {
    private(set) var sentences: [Explanation.Words] = []

    var words: Explanation.Words {
        Explanation.Words(
            en: sentences.map(\.en).joined(separator: " "), de: sentences.map(\.de).joined(separator: " "))
    }

    mutating func add(_ english: String, _ german: String) {
        sentences.append(Explanation.Words(en: english, de: german))
    }

    mutating func add(_ english: (String) -> String, _ german: (String) -> String, at instant: Instant) {
        let moment = Self.moment(instant)
        add(english(moment.en), german(moment.de))
    }

    mutating func addCarried(_ carried: [Explanation.Words]) {
        guard !carried.isEmpty else { return }
        add(
            "This carried it: \(carried.map(\.en).joined(separator: "; ")).",
            "Das gab den Ausschlag: \(carried.map(\.de).joined(separator: "; ")).")
    }

    /// What the machine did not accept, and why.
    /// - Parameter isLast: whether that stands; else it was accepted afterwards.
    mutating func addRefused(_ check: Check, _ why: Explanation.Words, isLast: Bool) {
        let named = check.words
        add(
            isLast
                ? "The machine did not accept \(named.en): \(why.en)."
                : "At first the machine did not accept \(named.en): \(why.en).",
            isLast
                ? "Die Maschine nahm \(named.de) nicht an: \(why.de.asSentence)."
                : "Zuerst nahm die Maschine \(named.de) nicht an: \(why.de.asSentence).")
    }

    /// What the machine has accepted of what did not come to its end.
    mutating func addAccepted(_ checks: [Check]) {
        guard !checks.isEmpty else { return }
        let named = Explanation.Words.list(checks.map(\.words))
        add("The machine accepted \(named.en).", "Die Maschine nahm \(named.de) an.")
    }

    /// - Parameter isItsEnd: whether the machine decided how it ended, too; else only what was judged before.
    mutating func addMachineAlone(isItsEnd: Bool) {
        if isItsEnd {
            add(
                "A machine decided this; no member of staff has looked at it.",
                "Das entschied eine Maschine; niemand von den Mitarbeitenden hat es angesehen.")
        } else {
            add(
                "Until then a machine decided; no member of staff has looked at it.",
                "Bis dahin entschied eine Maschine; niemand von den Mitarbeitenden hat es angesehen."
            )
        }
    }

    mutating func addPersona(_ persona: String) {
        add(
            "The persona \(persona) of the sandbox decided: nothing was measured, and nothing of it is true of anybody.",
            "Die Persona \(persona) der Sandbox entschied: Nichts wurde gemessen, und nichts davon gilt für irgendwen.")
    }

    mutating func addErased(at instant: Instant) {
        add(
            {
                "On \($0) everything about the person was erased: only what was decided is left, and nothing can be asked for."
            },
            {
                "Am \($0) wurde alles über die Person gelöscht: Übrig ist nur, was entschieden wurde, und nichts kann mehr verlangt werden."
            },
            at: instant)
    }

    mutating func addLock(until end: Instant) {
        add(
            { "After too many failures no further attempt is taken before \($0)." },
            { "Nach zu vielen Fehlversuchen wird vor dem \($0) kein weiterer angenommen." }, at: end)
    }

    /// What is checked, as it is named among people.
    enum Check {
        case device, face, document

        var words: Explanation.Words {
            switch self {
            case .device: .init(en: "the device", de: "das Gerät")
            case .face: .init(en: "the face", de: "das Gesicht")
            case .document: .init(en: "the document", de: "das Dokument")
            }
        }

        /// As something that is asked for.
        var asked: Explanation.Words {
            switch self {
            case .device: .init(en: "a device", de: "ein Gerät")
            case .face: .init(en: "a living face before the camera", de: "ein lebendes Gesicht vor der Kamera")
            case .document: .init(en: "an identity document", de: "ein Ausweisdokument")
            }
        }
    }

    mutating func addAsked(_ checks: [Check]) {
        guard !checks.isEmpty else { return }
        let asked = Explanation.Words.list(checks.map(\.asked))
        add("It asked for \(asked.en).", "Verlangt wurde: \(asked.de).")
    }

    // MARK: - Time

    /// `21 Nov 2026`
    static func day(_ instant: Instant) -> Explanation.Words {
        let iso = instant.iso8601WithMilliseconds
        return Explanation.Words(en: WrittenTime.english.day(iso), de: WrittenTime.german.day(iso))
    }

    /// `21 Nov 2026, 09:14 UTC`
    static func moment(_ instant: Instant) -> Explanation.Words {
        let iso = instant.iso8601WithMilliseconds
        return Explanation.Words(en: WrittenTime.english.moment(iso), de: WrittenTime.german.moment(iso))
    }
}

extension CaseAccount.Check {
    init(_ check: RequiredCheck) {
        self =
            switch check {
            case .addDevice: .device
            case .addFace: .face
            case .addDocument: .document
            }
    }

    init(_ check: AuthenticationCheck) {
        self =
            switch check {
            case .verifyDevice: .device
            case .verifyFace: .face
            case .addDocument: .document
            }
    }
}

// MARK: - An enrollment

extension EnrollmentCourse {
    /// What carried the checks that stand; none before it is complete.
    var carried: [Explanation.Words] {
        guard standing.state == .complete else { return [] }
        var found: [RequiredCheck: [Explanation.Words]] = [:]
        for (_, event) in explained.events {
            switch event {
            case .faceAdded(let evidence): found[.addFace] = explained.record.carried(evidence, isFace: true)
            case .faceReopened: found[.addFace] = nil
            case .documentAdded(let evidence): found[.addDocument] = explained.record.carried(evidence, isFace: false)
            default: break
            }
        }
        var all: [Explanation.Words] = []
        // A persona carries every check alike.
        for words in RequiredCheck.allCases.flatMap({ found[$0] ?? [] }) where !all.contains(words) {
            all.append(words)
        }
        return all
    }

    /// - Parameter isBesideWhatCarried: without what carried it, and without the persona that decided.
    func account(isBesideWhatCarried: Bool = false) -> Explanation.Words {
        var account = CaseAccount()
        let tenant = explained.tenant + (explained.isTest ? " (test)" : "")
        account.add(
            { "On \($0) an identification for \(tenant) was begun." },
            { "Am \($0) begann eine Identifizierung für \(tenant)." }, at: standing.begunAt)
        account.addAsked((policy?.requiredChecks ?? []).map(CaseAccount.Check.init))
        let kinds = explained.events.map(\.event.kind)
        if kinds.contains(.facesTaken), !kinds.contains(.faceAdded) {
            account.add(
                "The tenant's own client handed in what is kept of the face; nobody judged it, neither a machine nor a person.",
                "Das eigene System des Mandanten hat übergeben, was vom Gesicht aufbewahrt ist; niemand hat es beurteilt, weder Maschine noch Mensch."
            )
        }
        addEnd(to: &account)
        if explained.erasedAt == nil, persona == nil, !isBesideWhatCarried { account.addCarried(carried) }
        if let persona {
            if !isBesideWhatCarried { account.addPersona(persona.rawValue) }
            addReview(to: &account, isOfPersona: true)
        } else {
            addLook(to: &account)
        }
        addRights(to: &account)
        return account.words
    }

    /// Whose script decided; nil where something was measured.
    private var persona: SandboxPersona? { explained.evidence.values.lazy.compactMap(\.persona).first }

    private func addEnd(to account: inout CaseAccount) {
        if standing.state != .complete, persona == nil {
            // A device that names itself is not judged.
            account.addAccepted(standing.accepted.map(\.check).filter { $0 != .addDevice }.map(CaseAccount.Check.init))
        }
        if let refused = standing.lastRefused {
            let isAcceptedSince = standing.accepted.contains { $0.check == refused.check && $0.at >= refused.at }
            account.addRefused(
                CaseAccount.Check(refused.check), .why(refused.reason, refused.findings), isLast: !isAcceptedSince)
        }
        let end = standing.endedAt ?? standing.begunAt
        switch standing.state {
        case .pending:
            let next = standing.check.map { CaseAccount.Check($0).words }
            account.add(
                next.map { "It is not over: \($0.en) is next." }
                    ?? "It is not over, and the person has not begun yet.",
                next.map { "Die Identifizierung ist nicht beendet: Als Nächstes ist \($0.de) dran." }
                    ?? "Die Identifizierung ist nicht beendet, und die Person hat noch nicht begonnen.")
        case .complete:
            account.add(
                { "On \($0) it was completed." }, { "Am \($0) wurde die Identifizierung abgeschlossen." }, at: end)
        case .failed:
            if standing.reason == .duplicateEnrollment, standing.lastRefused?.reason != .duplicateEnrollment {
                account.add(
                    "The face is that of another registration, and nobody is registered twice here.",
                    "Das Gesicht ist das einer anderen Registrierung, und zweimal wird hier niemand registriert.")
            }
            addLastAttempt(to: &account)
            account.add({ "With that it ended, on \($0)." }, { "Damit endete die Identifizierung, am \($0)." }, at: end)
        case .expired:
            account.add(
                { "On \($0) its time was over before everything was done." },
                { "Am \($0) lief die Zeit ab, bevor alles getan war." }, at: end)
        case .cancelled:
            account.add(
                {
                    "On \($0) it was cancelled: the person or the tenant stopped it, or another identification took its place."
                },
                {
                    "Am \($0) wurde die Identifizierung abgebrochen: Die Person oder der Mandant hat sie beendet, oder eine andere trat an ihre Stelle."
                }, at: end)
        }
    }

    /// That there is no attempt left, and how many there were.
    private func addLastAttempt(to account: inout CaseAccount) {
        guard let rule = failed, let used = rule.measured.map({ Int($0) }) else { return }
        let isAttempts = rule.rule == "enrollment.attempts"
        guard used > 1 else {
            return account.add(
                isAttempts ? "It was the only attempt." : "It was the only recording that was allowed.",
                isAttempts ? "Es war der einzige Versuch." : "Es war die einzige erlaubte Aufnahme.")
        }
        account.add(
            isAttempts ? "It was the last of \(used) attempts." : "It was the last of \(used) recordings.",
            isAttempts ? "Es war der letzte von \(used) Versuchen." : "Es war die letzte von \(used) Aufnahmen.")
    }

    /// Who has looked.
    private func addLook(to account: inout CaseAccount) {
        guard standing.review == nil else { return addReview(to: &account, isOfPersona: false) }
        // Nothing is decided by a device that names itself.
        let isJudged = standing.accepted.contains { $0.check != .addDevice } || standing.lastRefused != nil
        if isJudged {
            account.addMachineAlone(isItsEnd: standing.state != .cancelled && standing.state != .expired)
        }
    }

    /// The second look, where one was asked for.
    private func addReview(to account: inout CaseAccount, isOfPersona: Bool) {
        guard let review = standing.review else { return }
        guard let decision = review.decision, let at = review.decidedAt else {
            return account.add(
                (isOfPersona ? "A" : "A machine decided this; a")
                    + " member of staff was asked for a second look and has not decided.",
                (isOfPersona ? "Jemand" : "Das entschied eine Maschine; jemand")
                    + " von den Mitarbeitenden wurde um eine zweite Prüfung gebeten und hat noch nicht entschieden.")
        }
        account.add(
            { moment in
                "The machine's decision was looked at: on \(moment) a member of staff "
                    + (decision == .accepted ? "accepted the person." : "refused the person too.")
            },
            { moment in
                "Die Entscheidung der Maschine wurde geprüft: Am \(moment) hat jemand von den Mitarbeitenden die Person "
                    + (decision == .accepted ? "angenommen." : "ebenfalls abgelehnt.")
            }, at: at)
    }

    /// What can be asked for until when.
    private func addRights(to account: inout CaseAccount) {
        if let erasedAt = explained.erasedAt {
            account.addErased(at: erasedAt)
            return
        }
        if let lock = explained.lock?.until ?? explained.registrationLock?.until { account.addLock(until: lock) }
        if standing.state == .pending {
            if let deadline = standing.deadline {
                account.add(
                    { "The person can go on until \($0)." }, { "Bis zum \($0) kann die Person weitermachen." },
                    at: deadline)
            }
            return
        }
        let mayBeLookedAt = standing.state == .failed && standing.review == nil
        guard let keptUntil = explained.keptUntil else {
            if mayBeLookedAt {
                account.add(
                    "A second look by a person can be asked for as long as the case is kept.",
                    "Solange der Fall aufbewahrt wird, kann man eine zweite Prüfung durch einen Menschen verlangen.")
            }
            account.add(
                "A copy of what is kept can be asked for at any time.",
                "Eine Kopie des Aufbewahrten kann man jederzeit verlangen.")
            return
        }
        let day = CaseAccount.day(keptUntil)
        if mayBeLookedAt {
            account.add(
                "Until \(day.en) a second look by a person can be asked for.",
                "Bis zum \(day.de) kann man eine zweite Prüfung durch einen Menschen verlangen.")
        }
        account.add(
            "What is kept is erased by itself after \(day.en); until then a copy of it, or its erasure, can be asked for.",
            "Was aufbewahrt ist, wird nach dem \(day.de) von selbst gelöscht; bis dahin kann man eine Kopie davon oder die Löschung verlangen."
        )
    }
}

extension ExplainedCase.Kept {
    /// Whose script it is; nil where something was measured.
    fileprivate var persona: SandboxPersona? {
        switch contents {
        case .face(let record): record.sandboxPersona
        case .document(let record): record.sandboxPersona
        case .review, .unreadable: nil
        }
    }
}

// MARK: - An authentication

extension AuthenticationCourse {
    /// What carried the checks that were accepted; none before it is complete.
    var carried: [Explanation.Words] {
        guard state == .complete else { return [] }
        return explained.events.flatMap { entry -> [Explanation.Words] in
            switch entry.event {
            case .deviceVerified(let decision):
                [
                    decision == .signed
                        ? .init(
                            en: "the device signed with the key that it was registered with",
                            de: "das Gerät hat mit dem Schlüssel unterschrieben, mit dem es registriert wurde")
                        : .init(en: "the device is a registered one", de: "das Gerät ist ein registriertes")
                ]
            case .faceVerified(let evidence): explained.record.carried(evidence, isFace: true, isReturning: true)
            case .documentAdded(let evidence): explained.record.carried(evidence, isFace: false, isReturning: true)
            default: []
            }
        }
    }

    var account: Explanation.Words {
        var account = CaseAccount()
        let tenant = explained.tenant + (explained.isTest ? " (test)" : "")
        account.add(
            {
                explained.purpose == .authenticate
                    ? "On \($0) somebody asked to be let in at \(tenant) as a registered person."
                    : "On \($0) somebody asked to register another device of a registered person at \(tenant)."
            },
            {
                explained.purpose == .authenticate
                    ? "Am \($0) wollte jemand bei \(tenant) als registrierte Person eingelassen werden."
                    : "Am \($0) wollte jemand bei \(tenant) ein weiteres Gerät einer registrierten Person anmelden."
            }, at: begunAt)
        account.addAsked((policy?.requiredChecks ?? []).map(CaseAccount.Check.init))
        if let (check, why, isLast) = refusedWords {
            account.addRefused(CaseAccount.Check(check), why, isLast: isLast)
        }
        let end = endedAt ?? begunAt
        switch state {
        case .pending: account.add("It is not over.", "Es ist nicht beendet.")
        case .complete:
            account.add(
                {
                    explained.purpose == .authenticate
                        ? "On \($0) the person was let in." : "On \($0) the device was registered."
                },
                {
                    explained.purpose == .authenticate
                        ? "Am \($0) wurde die Person eingelassen." : "Am \($0) wurde das Gerät angemeldet."
                }, at: end)
        case .failed:
            account.add(
                { "On \($0) the person was not let in." }, { "Am \($0) wurde die Person nicht eingelassen." }, at: end)
        case .expired:
            account.add({ "On \($0) the time was over." }, { "Am \($0) lief die Zeit ab." }, at: end)
        case .cancelled: account.add({ "On \($0) it was cancelled." }, { "Am \($0) wurde es abgebrochen." }, at: end)
        }
        let persona = explained.record.evidence.values.lazy.compactMap(\.persona).first
        if explained.record.erasedAt == nil, persona == nil { account.addCarried(carried) }
        if let persona {
            account.addPersona(persona.rawValue)
        } else if !carried.isEmpty || refusedWords != nil {
            account.addMachineAlone(isItsEnd: state != .cancelled && state != .expired)
        }
        if let erasedAt = explained.record.erasedAt {
            account.addErased(at: erasedAt)
        } else if let deadline {
            account.add(
                { "It can be finished until \($0)." }, { "Bis zum \($0) kann es beendet werden." }, at: deadline)
        } else {
            account.add(
                "A copy of what is kept, or its erasure, can be asked for as long as the registration is kept.",
                "Solange die Registrierung besteht, kann man eine Kopie des Aufbewahrten oder dessen Löschung verlangen."
            )
        }
        return account.words
    }

    /// The last check that was not accepted, why, and whether that stands.
    private var refusedWords: (check: AuthenticationCheck, why: Explanation.Words, isLast: Bool)? {
        var last: (check: AuthenticationCheck, why: Explanation.Words, isLast: Bool)?
        func refuse(_ check: AuthenticationCheck, _ why: Explanation.Words?) {
            if let why { last = (check, why, true) }
        }
        func accept(_ check: AuthenticationCheck) {
            if last?.check == check { last?.isLast = false }
        }
        for (_, event) in explained.events {
            switch event {
            case .deviceRefused(let decision): refuse(.verifyDevice, decision.why)
            case .faceRefused(let decision, _):
                refuse(.verifyFace, EnrollmentReason(decision).map { .why($0, isReturning: true) })
            case .documentRefused(let decision, _, let findings):
                refuse(.addDocument, EnrollmentReason(decision).map { .why($0, findings) })
            case .deviceVerified: accept(.verifyDevice)
            case .faceVerified: accept(.verifyFace)
            case .documentAdded: accept(.addDocument)
            default: break
            }
        }
        return last
    }
}

extension DeviceDecision {
    fileprivate var why: Explanation.Words {
        switch self {
        case .unknownDevice:
            .init(en: "it is none of the registration's", de: "es gehört nicht zur Registrierung")
        case .signatureInvalid:
            .init(
                en: "it did not sign with the key that it was registered with",
                de: "es hat nicht mit dem Schlüssel unterschrieben, mit dem es registriert wurde")
        case .keyMissing:
            .init(en: "it was registered without a key", de: "es wurde ohne Schlüssel registriert")
        case .signed, .identified: .init(en: "it was accepted", de: "es wurde angenommen")
        }
    }
}

extension String {
    /// With a capital letter, as a whole sentence has, in German after a colon too.
    package var asSentence: String { prefix(1).uppercased() + dropFirst() }
}
