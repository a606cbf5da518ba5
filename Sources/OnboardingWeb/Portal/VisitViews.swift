internal import Casework
internal import OnboardingCore

extension TriggeredVisits.Entry: Begun {
    var isOver: Bool { state != .pending }

    func status(in words: Words) -> PortalStatus { PortalStatus(self, words: words) }

    func page(
        callbackURL: String?, mail: MailState, caseHref: String?, wasNew: Bool, words: Words, at now: Instant
    ) throws -> PortalEnrollmentView {
        let own = "portal.visit.\(purpose.rawValue)"
        return PortalEnrollmentView(
            path: "visits/\(id.text)", title: words("\(own).title"), heading: words("\(own).of"),
            username: username, status: status(in: words),
            became: wasNew ? words("portal.visit.became.\(purpose.rawValue)", ["name": username]) : nil,
            qr: try callbackURL.map(PortalEnrollmentView.QR.init), deadline: deadline.map { ShownTime($0, words) },
            secondsLeft: deadline.map { max(0, $0.secondsAfter(now)) } ?? 0,
            mail: mail.said(in: words), caseHref: caseHref)
    }
}

extension PortalStatus {
    /// Nobody is told that it was somebody else: a capture that is not good enough ends the same way.
    init(_ entry: TriggeredVisits.Entry, words: Words) {
        let own = "portal.visit.\(entry.purpose.rawValue)"
        let isPending = entry.state == .pending
        let reason = entry.failure.flatMap { words.text(at: "portal.visit.reason.\($0.rawValue)") }
        func locked(_ sentence: String) -> String? {
            entry.lockedUntil.map { words("portal.visit.\(sentence)", ["time": $0.firstMinute(in: words)]) }
        }
        // Whoever was let in, or stopped, is told nothing of a lock that came later or of another one's failures.
        let isHindered = entry.state == .failed || entry.state == .expired
        // Beginning again leads nowhere before then: until when it is locked is all that helps.
        let lock = isHindered ? locked("locked") : nil
        let advice = lock.map { [$0] } ?? [reason, words.text(at: "\(own).advice.\(entry.word)")]
        self.init(
            steps: entry.steps.map { step in
                Step(
                    name: words("portal.visit.step.\(step.kind.name)"), state: step.state.rawValue,
                    said: words("portal.stepState.\(step.state.rawValue)"))
            },
            state: entry.state.rawValue, isPending: isPending, isFinal: !isPending,
            isOpened: entry.steps.first?.state == .done, isAccepted: entry.state == .complete,
            mayStartAgain: !isPending && entry.state != .complete && !entry.isReplaced && lock == nil,
            registrationCode: nil,
            ending: isPending ? nil : words("\(own).ending.\(entry.word)"),
            advice: isPending ? nil : advice.compactMap(\.self).joined(separator: " "),
            hint: isPending ? locked("lockedPending") ?? words.text(at: "\(own).hint") : nil)
    }
}

extension PortalFormView.Row {
    init(_ entry: TriggeredVisits.Entry, words: Words) {
        let own = "portal.visit.\(entry.purpose.rawValue)"
        self.init(
            path: "visits/\(entry.id.text)", username: entry.username, begunAt: entry.begunAt,
            kind: words("\(own).title"), state: words("\(own).state.\(entry.word)"), sign: entry.state.sign,
            words: words)
    }
}

extension TriggeredVisits.Entry {
    /// In `state`, `ending` and `advice` of its purpose.
    fileprivate var word: String { isReplaced ? "replaced" : state.rawValue }
}

extension TriggeredVisits.Step.Kind {
    fileprivate var name: String {
        switch self {
        case .opened: "opened"
        case .check(let check): check.rawValue
        case .newDevice: "newDevice"
        }
    }
}
