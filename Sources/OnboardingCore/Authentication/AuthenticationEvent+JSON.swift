/// The form in which the events of authentications are stored, version 1: one JSON object each, its members in alphabetical order.
///
///     {"event":"triggered","until":INSTANT,"version":1}
///     {"event":"validated","version":1}
///     {"deadline":INSTANT,"event":"started","policy":POLICY,"version":1}
///     {"decision":DEVICE,"event":"deviceVerified","version":1}
///     {"decision":DEVICE,"event":"deviceRefused","version":1}
///     {"event":"faceVerified","evidence":EVIDENCE,"version":1}
///     {"decision":FACE,"event":"faceRefused","evidence":EVIDENCE,"version":1}
///     {"challenge":CHALLENGE,"event":"faceChallenged","version":1}
///     {"event":"documentAdded","evidence":EVIDENCE,"version":1}
///     {"decision":DOCUMENT,"event":"documentRefused","evidence":EVIDENCE,"findings":[FINDING …],"version":1}
///     {"change":CHANGE,"event":"deviceReplaced","version":1}
///     {"event":"locked","failures":N,"until":INSTANT,"version":1}
///     {"event":"completed","version":1}
///     {"event":"failed","reason":REASON,"version":1}
///     {"event":"cancelled","version":1}
///     {"event":"expired","version":1}
///     {"event":"answered","record":RECORD,"version":1}
///
/// where DEVICE, CHANGE and REASON are words of `DeviceDecision`, `DeviceChange` and `AuthenticationFailure`;
///
///     POLICY {"challengeKind":KIND,"faceWorkflow":WORKFLOW,"lifetimeInSeconds":N,"maximumAttempts":N,"maximumCaptures":N,
///             "maximumPassiveCaptures":N,"purpose":PURPOSE,"requiredChecks":[CHECK …]}
///
/// with PURPOSE and CHECK words of `AuthenticationPurpose` and `AuthenticationCheck`; and all else is as `Event+JSON.swift` has it.
extension AuthenticationEvent {
    /// The word for each kind of event.
    package enum Kind: String, CaseIterable, Codable, Sendable {
        case triggered, validated, started, deviceVerified, deviceRefused, faceVerified, faceRefused, faceChallenged
        case documentAdded, documentRefused, deviceReplaced, locked, completed, failed, cancelled, expired, answered
    }

    package var kind: Kind {
        switch self {
        case .triggered: .triggered
        case .validated: .validated
        case .started: .started
        case .deviceVerified: .deviceVerified
        case .deviceRefused: .deviceRefused
        case .faceVerified: .faceVerified
        case .faceRefused: .faceRefused
        case .faceChallenged: .faceChallenged
        case .documentAdded: .documentAdded
        case .documentRefused: .documentRefused
        case .deviceReplaced: .deviceReplaced
        case .locked: .locked
        case .completed: .completed
        case .failed: .failed
        case .cancelled: .cancelled
        case .expired: .expired
        case .answered: .answered
        }
    }

    package init(_ kind: Kind, _ members: StoredMembers) throws {
        self =
            switch kind {
            case .triggered: .triggered(until: try members[.until])
            case .validated: .validated
            case .started: .started(try members[.policy], deadline: try members[.deadline])
            case .deviceVerified: .deviceVerified(try members[.decision])
            case .deviceRefused: .deviceRefused(try members[.decision])
            case .faceVerified: .faceVerified(try members.evidence)
            case .faceRefused: .faceRefused(try members[.decision], try members.evidence)
            case .faceChallenged: .faceChallenged(try members[.challenge])
            case .documentAdded: .documentAdded(try members.evidence)
            case .documentRefused:
                .documentRefused(try members[.decision], try members.evidence, try members.findings)
            case .deviceReplaced: .deviceReplaced(try members[.change])
            case .locked: .locked(failures: try members[.failures], until: try members[.until])
            case .completed: .completed
            case .failed: .failed(try members[.reason])
            case .cancelled: .cancelled
            case .expired: .expired
            case .answered: .answered(try members[.record])
            }
    }

    package var members: [CaseEventMember: any Encodable] {
        switch self {
        case .triggered(let until): [.until: until]
        case .started(let policy, let deadline): [.policy: policy, .deadline: deadline]
        case .deviceVerified(let decision), .deviceRefused(let decision): [.decision: decision]
        case .faceRefused(let decision, _): [.decision: decision]
        case .faceChallenged(let challenge): [.challenge: challenge]
        case .documentRefused(let decision, _, let findings):
            findings.isEmpty ? [.decision: decision] : [.decision: decision, .findings: findings]
        case .deviceReplaced(let change): [.change: change]
        case .locked(let failures, let until): [.failures: failures, .until: until]
        case .failed(let reason): [.reason: reason]
        case .answered(let record): [.record: record]
        case .validated, .faceVerified, .documentAdded, .completed, .cancelled, .expired: [:]
        }
    }
}
