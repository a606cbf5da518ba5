internal import OnboardingCore
internal import OnboardingCrypto
internal import OnboardingStorage

extension CaseFile.Timeline {
    init(of material: CaseMaterial) {
        let events = material.explained.events
        // A session is handed over by a QR image; of one that was erased the phone's exchange alone tells of it.
        let isHandedOver = material.stored?.sessionDigest != nil || events.contains { $0.event == .validated }
        var entries: [Entry] = []
        for (index, (at, event)) in events.enumerated() {
            if case .answered = event { continue }
            let told = Told(event, isHandedOver: isHandedOver)
            entries.append(
                Entry(
                    number: index + 1, at: at, kind: event.kind.rawValue, actor: told.actor, decision: told.decision,
                    reason: told.reason, detail: told.detail,
                    sinceLastInMilliseconds: entries.last.map { at.millisecondsSince1970 - $0.at.millisecondsSince1970 }
                ))
        }
        self.init(
            entries: entries, chain: Chain(material.chain), length: events.count,
            head: material.stored.map { Hexadecimal.encode($0.chainHead) })
    }
}

extension CaseFile.Timeline.Chain {
    init(_ check: ChainCheck?) {
        self =
            switch check {
            case .intact: .intact
            case .broken(let place, let damage): .broken(at: place, damage: damage.rawValue)
            case nil: .notChecked
            }
    }
}

/// What an event says beside its kind.
private struct Told {
    private(set) var actor: CaseFile.Timeline.Actor?
    private(set) var decision: String?
    private(set) var reason: String?
    private(set) var detail: String?

    init(_ event: Event, isHandedOver: Bool) {
        let hand: CaseFile.Timeline.Actor = isHandedOver ? .phone : .client
        switch event {
        case .triggered: actor = isHandedOver ? .portal : .client
        case .codeReserved(let code), .completed(let code): (actor, detail) = (.server, code)
        case .validated: actor = .phone
        case .started(let policy, _):
            (actor, detail) = (hand, policy.requiredChecks.map(\.rawValue).joined(separator: " "))
        case .consentGiven, .deviceAdded: actor = hand
        case .faceAdded: (actor, decision) = (.server, FaceDecision.live.rawValue)
        case .facesTaken(let count): (actor, detail) = (.client, "\(count)")
        case .faceRefused(let refused, _): (actor, decision) = (.server, refused.rawValue)
        case .faceChallenged(let challenge):
            (actor, detail) = (.server, challenge.steps.map(\.prompt.rawValue).joined(separator: " "))
        case .documentAdded: (actor, decision) = (.server, DocumentDecision.verified.rawValue)
        case .documentRefused(let refused, _, _): (actor, decision) = (.server, refused.rawValue)
        case .faceReopened(let reopening):
            (actor, reason, detail) = (
                .server, EnrollmentReason(reopening.reason).rawValue, reopening.turn.rawValue
            )
        case .duplicateFound(let other): (actor, detail) = (.server, other.text)
        case .failed(let failure): (actor, reason) = (.server, EnrollmentReason(failure).rawValue)
        case .expired: actor = .server
        case .reviewed(let reviewed, _): (actor, decision) = (.human, reviewed.rawValue)
        case .captureAsked: actor = .server
        // Whoever asked for these is not on record.
        case .cancelled, .reviewRequested: break
        case .answered: break
        }
    }
}
