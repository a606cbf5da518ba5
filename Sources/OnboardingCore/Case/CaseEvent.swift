/// What happened to a case. Stored for ever, in order, hash-chained. Those that are required here happen to every case.
///
/// The form in which events are stored is one JSON object each, with `event`, the word of its kind; `evidence`, absent where
/// none was kept; and the members that the kind has. A word is never renamed or reused: chains are made of them.
package protocol CaseEvent: Codable, Equatable, Sendable {
    associatedtype OwnCase: Case where OwnCase.OwnEvent == Self
    associatedtype Kind: Codable & Hashable & Sendable

    static func triggered(until: Instant) -> Self
    static var validated: Self { get }
    static func started(_ policy: OwnCase.OwnProgress.OwnPolicy, deadline: Instant) -> Self
    static func faceRefused(_ decision: FaceDecision, _ evidence: EvidenceReference?) -> Self
    /// What the next capture of the face may answer.
    static func faceChallenged(_ challenge: FaceChallenge) -> Self
    static func failed(_ reason: OwnCase.OwnProgress.Failure) -> Self
    static var cancelled: Self { get }
    static var expired: Self { get }
    /// The answer to this request is on record.
    static func answered(_ record: IdempotencyRecord) -> Self

    var kind: Kind { get }
    /// What its decision rests on.
    var evidence: EvidenceReference? { get }
    /// Until when the case goes on that begins with it; nil for all but `triggered`.
    var beginsUntil: Instant? { get }
    /// The members that its kind has.
    var members: [CaseEventMember: any Encodable] { get }

    /// - Throws: where a member of the kind is missing or no such value.
    init(_ kind: Kind, _ members: StoredMembers) throws
}

/// A member of the stored form of an event.
package enum CaseEventMember: String, CodingKey {
    case version, event, evidence, until, policy, deadline, consent, decision, challenge, reopening, registrationCode
    case reason, record, of, count, change, failures, findings
}

/// The members of a stored event.
package struct StoredMembers {
    fileprivate let container: KeyedDecodingContainer<CaseEventMember>

    package subscript<Value: Decodable>(_ member: CaseEventMember) -> Value {
        get throws { try container.decode(Value.self, forKey: member) }
    }

    package var evidence: EvidenceReference? {
        get throws { try container.decodeIfPresent(EvidenceReference.self, forKey: .evidence) }
    }

    package var findings: [DocumentFinding] {
        get throws { try container.decodeIfPresent([DocumentFinding].self, forKey: .findings) ?? [] }
    }
}

extension CaseEvent {
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CaseEventMember.self)
        _ = try container.decode(StoredVersion.self, forKey: .version)
        try self.init(
            try container.decode(Kind.self, forKey: .event), StoredMembers(container: container))
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CaseEventMember.self)
        try container.encode(StoredVersion(), forKey: .version)
        try container.encode(kind, forKey: .event)
        try container.encodeIfPresent(evidence, forKey: .evidence)
        for (member, value) in members { try container.encode(value, forKey: member) }
    }
}
