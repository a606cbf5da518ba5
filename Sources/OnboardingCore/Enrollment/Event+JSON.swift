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
///     {"decision":DOCUMENT,"event":"documentRefused","evidence":EVIDENCE,"findings":[FINDING …],"version":1}
///     {"event":"faceReopened","reopening":REOPENING,"version":1}
///     {"event":"duplicateFound","of":32 hexadecimal digits,"version":1}
///     {"event":"completed","registrationCode":TEXT,"version":1}
///     {"event":"failed","reason":REASON,"version":1}
///     {"event":"cancelled","version":1}
///     {"event":"expired","version":1}
///     {"event":"reviewRequested","version":1}
///     {"decision":REVIEW,"event":"reviewed","evidence":EVIDENCE,"version":1}
///     {"deadline":INSTANT,"event":"captureAsked","policy":POLICY,"version":1}
///     {"event":"answered","record":RECORD,"version":1}
///
/// where INSTANT is UTC milliseconds since 1970; FACE, DOCUMENT, REVIEW and REASON are words of `FaceDecision`,
/// `DocumentDecision`, `Review.Decision` and `FailureReason`; `evidence` is absent where none was kept, `findings` where there are
/// none, each as `DocumentFinding`; and
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
extension Event {
    /// The word for each kind of event.
    package enum Kind: String, CaseIterable, Codable, Sendable {
        case triggered, codeReserved, validated, started, consentGiven, deviceAdded, faceAdded, faceRefused
        case faceChallenged, documentAdded, documentRefused, faceReopened, completed, failed, cancelled, expired,
            reviewRequested, reviewed, answered, duplicateFound, facesTaken, captureAsked
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
        case .captureAsked: .captureAsked
        case .answered: .answered
        }
    }

    package init(_ kind: Kind, _ members: StoredMembers) throws {
        self =
            switch kind {
            case .triggered: .triggered(until: try members[.until])
            case .codeReserved: .codeReserved(registrationCode: try members[.registrationCode])
            case .validated: .validated
            case .started: .started(try members[.policy], deadline: try members[.deadline])
            case .consentGiven: .consentGiven(try members[.consent])
            case .deviceAdded: .deviceAdded
            case .faceAdded: .faceAdded(try members.evidence)
            case .faceRefused: .faceRefused(try members[.decision], try members.evidence)
            case .faceChallenged: .faceChallenged(try members[.challenge])
            case .facesTaken: .facesTaken(count: try members[.count])
            case .documentAdded: .documentAdded(try members.evidence)
            case .documentRefused:
                .documentRefused(try members[.decision], try members.evidence, try members.findings)
            case .faceReopened: .faceReopened(try members[.reopening])
            case .duplicateFound: .duplicateFound(of: try members[.of])
            case .completed: .completed(registrationCode: try members[.registrationCode])
            case .failed: .failed(try members[.reason])
            case .cancelled: .cancelled
            case .expired: .expired
            case .reviewRequested: .reviewRequested
            case .reviewed: .reviewed(try members[.decision], try members.evidence)
            case .captureAsked: .captureAsked(try members[.policy], deadline: try members[.deadline])
            case .answered: .answered(try members[.record])
            }
    }

    package var members: [CaseEventMember: any Encodable] {
        switch self {
        case .triggered(let until): [.until: until]
        case .started(let policy, let deadline), .captureAsked(let policy, let deadline):
            [.policy: policy, .deadline: deadline]
        case .consentGiven(let consent): [.consent: consent]
        case .faceRefused(let decision, _): [.decision: decision]
        case .faceChallenged(let challenge): [.challenge: challenge]
        case .facesTaken(let count): [.count: count]
        case .documentRefused(let decision, _, let findings):
            findings.isEmpty ? [.decision: decision] : [.decision: decision, .findings: findings]
        case .faceReopened(let reopening): [.reopening: reopening]
        case .duplicateFound(let id): [.of: id]
        case .codeReserved(let registrationCode), .completed(let registrationCode):
            [.registrationCode: registrationCode]
        case .failed(let reason): [.reason: reason]
        case .answered(let record): [.record: record]
        case .reviewed(let decision, _): [.decision: decision]
        case .validated, .deviceAdded, .faceAdded, .documentAdded, .cancelled, .expired, .reviewRequested: [:]
        }
    }
}
