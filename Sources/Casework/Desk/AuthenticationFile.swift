internal import Onboarding
package import OnboardingCore
internal import OnboardingCrypto
internal import OnboardingStorage
internal import Tenancy

/// One authentication as an auditor is shown it, made from the chain of its events and the evidence that is kept; not stored.
/// Codes and numbers alone: the page has the words.
package struct AuthenticationFile: Sendable {
    /// How many events are shown, the newest.
    package static let shownEvents = 200

    package let line: AuthenticationLine
    /// Of the registration.
    package let enrollmentID: String
    package let registrationCode: String?
    package let tenant: String
    package let isTest: Bool
    package let rights: CaseFile.Rights
    package let readAt: Instant
    /// When it ends by itself; nil once it has ended.
    package let expiresAt: Instant?
    /// What was asked for, fixed when it started; nil before.
    package let policy: AuthenticationPolicy?
    /// Whether an operator began it on the page for that.
    package let isByOperator: Bool
    /// Nil where the auditor may not see it.
    package let person: CaseFile.Person?
    /// The decisions on the way, the oldest first.
    package let steps: [Explanation.Step]
    /// The captures that were judged, the oldest first.
    package let faces: [CaseFile.FaceCapture]
    package let documents: [CaseFile.DocumentCapture]
    package let timeline: CaseFile.Timeline
}

extension AuthenticationFile {
    init(
        _ visit: Visit, _ events: [(at: Instant, event: AuthenticationEvent)], _ evidence: [JudgedEvidence],
        of kept: KeptCase, _ chain: ChainCheck?, tenant: Tenant, _ rights: CaseFile.Rights, at now: Instant
    ) {
        let stored = visit.stored
        let steps = AuthenticationSteps(
            events: events,
            record: KeptRecord(
                evidence: Dictionary(evidence.map { ($0.row.judgedID, $0.kept) }) { first, _ in first }, erasedAt: nil)
        ).all
        let captures = Captures(
            evidence, decidedAt: events.decided(by: { $0.evidence?.id }), steps, showsPersons: rights.persons)
        self.init(
            line: AuthenticationLine(stored, events.map(\.event), at: now), enrollmentID: stored.enrollmentID.text,
            registrationCode: visit.registration.enrollment.code, tenant: tenant.name, isTest: tenant.isTest,
            rights: rights, readAt: now,
            expiresAt: stored.authentication.deadline,
            policy: events.lazy.compactMap { entry in
                if case .started(let policy, _) = entry.event { policy } else { nil }
            }.last, isByOperator: stored.trigger != nil, person: rights.persons ? CaseFile.Person(kept.person) : nil,
            steps: steps, faces: captures.faces, documents: captures.documents,
            timeline: CaseFile.Timeline(events, stored, chain))
    }
}

extension CaseFile.Timeline {
    init(
        _ events: [(at: Instant, event: AuthenticationEvent)], _ stored: StoredAuthentication, _ chain: ChainCheck?
    ) {
        var entries: [Entry] = []
        for (index, (at, event)) in events.enumerated() {
            if case .answered = event { continue }
            let told = ToldOfAuthentication(event, isHandedOver: stored.sessionDigest != nil)
            entries.append(
                Entry(
                    number: index + 1, at: at, kind: event.kind.rawValue, actor: told.actor, decision: told.decision,
                    reason: told.reason, detail: told.detail,
                    sinceLastInMilliseconds: entries.last.map { at.millisecondsSince1970 - $0.at.millisecondsSince1970 }
                ))
        }
        self.init(
            entries: entries.suffix(AuthenticationFile.shownEvents), chain: Chain(chain), length: events.count,
            head: Hexadecimal.encode(stored.chainHead))
    }
}

/// What an event of an authentication says beside its kind.
private struct ToldOfAuthentication {
    private(set) var actor: CaseFile.Timeline.Actor?
    private(set) var decision: String?
    private(set) var reason: String?
    private(set) var detail: String?

    init(_ event: AuthenticationEvent, isHandedOver: Bool) {
        let hand: CaseFile.Timeline.Actor = isHandedOver ? .phone : .client
        switch event {
        case .triggered: actor = isHandedOver ? .portal : .client
        case .validated: actor = .phone
        case .started(let policy, _):
            (actor, detail) = (hand, policy.requiredChecks.map(\.rawValue).joined(separator: " "))
        case .deviceVerified(let made), .deviceRefused(let made): (actor, decision) = (.server, made.rawValue)
        case .faceVerified: (actor, decision) = (.server, FaceDecision.live.rawValue)
        case .faceRefused(let made, _): (actor, decision) = (.server, made.rawValue)
        case .faceChallenged(let challenge):
            (actor, detail) = (.server, challenge.steps.map(\.prompt.rawValue).joined(separator: " "))
        case .documentAdded: (actor, decision) = (.server, DocumentDecision.verified.rawValue)
        case .documentRefused(let made, _, _): (actor, decision) = (.server, made.rawValue)
        case .deviceReplaced(let change): (actor, detail) = (hand, change.rawValue)
        case .failed(let failure): (actor, reason) = (.server, failure.rawValue)
        case .locked(_, let until): (actor, detail) = (.server, until.iso8601WithMilliseconds)
        case .completed, .expired: actor = .server
        // Whoever asked for it is not on record.
        case .cancelled: break
        case .answered: break
        }
    }
}
