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
///     {"decision":DOCUMENT,"event":"documentRefused","evidence":EVIDENCE,"version":1}
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
extension AuthenticationEvent: Codable {
    private enum Member: String, CodingKey {
        case version, event, until, policy, deadline, evidence, decision, challenge, change, reason, record
        case failures
    }

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

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Member.self)
        try container.checkVersion(forKey: .version)
        func evidence() throws -> EvidenceReference? {
            try container.decodeIfPresent(EvidenceReference.self, forKey: .evidence)
        }
        switch try container.decode(Kind.self, forKey: .event) {
        case .triggered: self = .triggered(until: try container.decodeInstant(forKey: .until))
        case .validated: self = .validated
        case .started:
            self = .started(
                try container.decode(AuthenticationPolicy.self, forKey: .policy),
                deadline: try container.decodeInstant(forKey: .deadline))
        case .deviceVerified: self = .deviceVerified(try container.decode(DeviceDecision.self, forKey: .decision))
        case .deviceRefused: self = .deviceRefused(try container.decode(DeviceDecision.self, forKey: .decision))
        case .faceVerified: self = .faceVerified(try evidence())
        case .faceRefused:
            self = .faceRefused(try container.decode(FaceDecision.self, forKey: .decision), try evidence())
        case .faceChallenged: self = .faceChallenged(try container.decode(FaceChallenge.self, forKey: .challenge))
        case .documentAdded: self = .documentAdded(try evidence())
        case .documentRefused:
            self = .documentRefused(try container.decode(DocumentDecision.self, forKey: .decision), try evidence())
        case .deviceReplaced: self = .deviceReplaced(try container.decode(DeviceChange.self, forKey: .change))
        case .locked:
            self = .locked(
                failures: try container.decode(Int.self, forKey: .failures),
                until: try container.decodeInstant(forKey: .until))
        case .completed: self = .completed
        case .failed: self = .failed(try container.decode(AuthenticationFailure.self, forKey: .reason))
        case .cancelled: self = .cancelled
        case .expired: self = .expired
        case .answered: self = .answered(try container.decode(IdempotencyRecord.self, forKey: .record))
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Member.self)
        try container.encodeVersion(forKey: .version)
        try container.encode(kind, forKey: .event)
        try container.encodeIfPresent(evidence, forKey: .evidence)
        switch self {
        case .triggered(let until): try container.encode(until, forKey: .until)
        case .started(let policy, let deadline):
            try container.encode(policy, forKey: .policy)
            try container.encode(deadline, forKey: .deadline)
        case .deviceVerified(let decision), .deviceRefused(let decision):
            try container.encode(decision, forKey: .decision)
        case .faceRefused(let decision, _): try container.encode(decision, forKey: .decision)
        case .faceChallenged(let challenge): try container.encode(challenge, forKey: .challenge)
        case .documentRefused(let decision, _): try container.encode(decision, forKey: .decision)
        case .deviceReplaced(let change): try container.encode(change, forKey: .change)
        case .locked(let failures, let until):
            try container.encode(failures, forKey: .failures)
            try container.encode(until, forKey: .until)
        case .failed(let reason): try container.encode(reason, forKey: .reason)
        case .answered(let record): try container.encode(record, forKey: .record)
        case .validated, .faceVerified, .documentAdded, .completed, .cancelled, .expired: break
        }
    }
}
