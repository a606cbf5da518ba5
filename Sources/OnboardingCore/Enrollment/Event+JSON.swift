/// The form in which events are stored, version 1: one JSON object each, its members in alphabetical order.
///
///     {"event":"triggered","until":INSTANT,"version":1}
///     {"event":"codeReserved","registrationCode":TEXT,"version":1}
///     {"event":"validated","version":1}
///     {"deadline":INSTANT,"event":"started","policy":POLICY,"version":1}
///     {"consent":CONSENT,"event":"consentGiven","version":1}
///     {"event":"deviceAdded","version":1}
///     {"event":"faceAdded","evidence":EVIDENCE,"version":1}
///     {"decision":FACE,"event":"faceRefused","evidence":EVIDENCE,"version":1}
///     {"challenge":CHALLENGE,"event":"faceChallenged","version":1}
///     {"count":N,"event":"facesTaken","version":1}
///     {"event":"documentAdded","evidence":EVIDENCE,"version":1}
///     {"decision":DOCUMENT,"event":"documentRefused","evidence":EVIDENCE,"version":1}
///     {"event":"faceReopened","reopening":REOPENING,"version":1}
///     {"event":"duplicateFound","of":32 hexadecimal digits,"version":1}
///     {"event":"completed","registrationCode":TEXT,"version":1}
///     {"event":"failed","reason":REASON,"version":1}
///     {"event":"cancelled","version":1}
///     {"event":"expired","version":1}
///     {"event":"reviewRequested","version":1}
///     {"decision":REVIEW,"event":"reviewed","evidence":EVIDENCE,"version":1}
///     {"event":"answered","record":RECORD,"version":1}
///
/// where INSTANT is UTC milliseconds since 1970; FACE, DOCUMENT, REVIEW and REASON are words of `FaceDecision`,
/// `DocumentDecision`, `Review.Decision` and `FailureReason`; `evidence` is absent where none was kept; and
///
///     POLICY    {"challengeKind":KIND,"faceWorkflow":WORKFLOW,"lifetimeInSeconds":N,"maximumCaptures":N,
///                "maximumDocumentAttempts":N,"maximumFaceAttempts":N,"maximumPassiveCaptures":N,
///                "requiredChecks":[CHECK …],"requiresConsent":BOOL}, older ones without KIND, WORKFLOW and passive captures
///     CHALLENGE {"id":32 hexadecimal digits,"issuedAt":INSTANT,"kind":KIND,"leadInMilliseconds":N,
///                "steps":[{"durationInMilliseconds":N,"prompt":PROMPT} …],"until":INSTANT}
///     CONSENT   {"acceptedAt":TEXT,"language":TEXT,"textHash":TEXT,"textVersion":TEXT}
///     EVIDENCE  {"id":32 hexadecimal digits,"sha256":64 hexadecimal digits, of the sealed object}
///     REOPENING {"reason":TEXT,"turn":TEXT}
///     RECORD    {"requestDigest":TEXT,"step":STEP}
///
/// with CHECK, STEP, KIND, WORKFLOW and PROMPT words of `RequiredCheck`, `Step`, `FaceChallenge.Kind`, `FaceWorkflow` and
/// `FaceChallenge.Prompt`, and those of `FaceReopening.Reason` and `HeadTurn`. A word is never renamed or reused: chains are
/// made of them.
extension Event: Codable {
    private enum Member: String, CodingKey {
        case version, event, until, policy, deadline, consent, evidence, decision, challenge, reopening
        case registrationCode, reason, record, of, count
    }

    /// The word for each kind of event.
    package enum Kind: String, CaseIterable, Codable, Sendable {
        case triggered, codeReserved, validated, started, consentGiven, deviceAdded, faceAdded, faceRefused
        case faceChallenged, documentAdded, documentRefused, faceReopened, completed, failed, cancelled, expired,
            reviewRequested, reviewed, answered, duplicateFound, facesTaken
    }

    package var kind: Kind {
        switch self {
        case .triggered: .triggered
        case .codeReserved: .codeReserved
        case .validated: .validated
        case .started: .started
        case .consentGiven: .consentGiven
        case .deviceAdded: .deviceAdded
        case .faceAdded: .faceAdded
        case .faceRefused: .faceRefused
        case .facesTaken: .facesTaken
        case .faceChallenged: .faceChallenged
        case .documentAdded: .documentAdded
        case .documentRefused: .documentRefused
        case .faceReopened: .faceReopened
        case .duplicateFound: .duplicateFound
        case .completed: .completed
        case .failed: .failed
        case .cancelled: .cancelled
        case .expired: .expired
        case .reviewRequested: .reviewRequested
        case .reviewed: .reviewed
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
        case .codeReserved:
            self = .codeReserved(registrationCode: try container.decode(String.self, forKey: .registrationCode))
        case .validated: self = .validated
        case .started:
            self = .started(
                try container.decode(Policy.self, forKey: .policy),
                deadline: try container.decodeInstant(forKey: .deadline))
        case .consentGiven: self = .consentGiven(try container.decode(Consent.self, forKey: .consent))
        case .deviceAdded: self = .deviceAdded
        case .faceAdded: self = .faceAdded(try evidence())
        case .faceRefused:
            self = .faceRefused(try container.decode(FaceDecision.self, forKey: .decision), try evidence())
        case .faceChallenged: self = .faceChallenged(try container.decode(FaceChallenge.self, forKey: .challenge))
        case .facesTaken: self = .facesTaken(count: try container.decode(Int.self, forKey: .count))
        case .documentAdded: self = .documentAdded(try evidence())
        case .documentRefused:
            self = .documentRefused(try container.decode(DocumentDecision.self, forKey: .decision), try evidence())
        case .faceReopened:
            self = .faceReopened(try container.decode(FaceReopening.self, forKey: .reopening))
        case .duplicateFound:
            let text = try container.decode(String.self, forKey: .of)
            guard let id = EnrollmentID(text: text) else {
                throw DecodingError.dataCorruptedError(forKey: .of, in: container, debugDescription: "no identifier")
            }
            self = .duplicateFound(of: id)
        case .completed:
            self = .completed(registrationCode: try container.decode(String.self, forKey: .registrationCode))
        case .failed: self = .failed(try container.decode(FailureReason.self, forKey: .reason))
        case .cancelled: self = .cancelled
        case .expired: self = .expired
        case .reviewRequested: self = .reviewRequested
        case .reviewed:
            self = .reviewed(try container.decode(Review.Decision.self, forKey: .decision), try evidence())
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
        case .consentGiven(let consent): try container.encode(consent, forKey: .consent)
        case .faceRefused(let decision, _): try container.encode(decision, forKey: .decision)
        case .faceChallenged(let challenge): try container.encode(challenge, forKey: .challenge)
        case .facesTaken(let count): try container.encode(count, forKey: .count)
        case .documentRefused(let decision, _): try container.encode(decision, forKey: .decision)
        case .faceReopened(let reopening): try container.encode(reopening, forKey: .reopening)
        case .duplicateFound(let id): try container.encode(id.text, forKey: .of)
        case .codeReserved(let registrationCode), .completed(let registrationCode):
            try container.encode(registrationCode, forKey: .registrationCode)
        case .failed(let reason): try container.encode(reason, forKey: .reason)
        case .answered(let record): try container.encode(record, forKey: .record)
        case .reviewed(let decision, _): try container.encode(decision, forKey: .decision)
        case .validated, .deviceAdded, .faceAdded, .documentAdded, .cancelled, .expired, .reviewRequested: break
        }
    }
}
