/// What is kept of a person, as a program reads it: `person.json` of an export. `docs/subject-access.md` names every member;
/// a test compares the two. Instants in ISO 8601, days `YYYY-MM-DD` in UTC, files relative to the export. What is not known is
/// absent. A reader takes members that it does not know.
struct PersonRecord: Encodable, Equatable, Sendable {
    let version = 1
    let writtenAt: String
    let tenant: Holder
    let retention: RetentionDays
    /// Where the tenant's messages about enrollments go, or went.
    let recipients: [Recipient]
    /// Who was given the person's data, oldest first, as far as the audit trail still tells.
    let readings: [Reading]
    /// All that the person has, the oldest first.
    let enrollments: [Attempt]

    /// Whoever holds the data, and what they say of it.
    struct Holder: Encodable, Equatable, Sendable {
        let name: String
        let isTest: Bool
        let contact: String?
        let purposes: String?
        let recipients: String?
    }

    struct RetentionDays: Encodable, Equatable, Sendable {
        let registration: Int
        let failed: Int
        let biometric: Int
        let document: Int
        let trail: Int
        /// After a withdrawal: evidence of captures that were judged attacks, and digests of images; 0 for none.
        let fraudHold: Int
        /// The tenant's legal ground of that; absent where it has stated none.
        let fraudHoldGround: String?
    }

    struct Recipient: Encodable, Equatable, Sendable {
        let host: String
        let since: String
        let until: String?
    }

    struct Reading: Encodable, Equatable, Sendable {
        let at: String
        /// `credential …`, `user …`, `phone` or `server`.
        let by: String
        let operation: String
        let purpose: String?
        let enrollments: [String]
    }

    /// An enrollment.
    struct Attempt: Encodable, Equatable, Sendable {
        let enrollment: String
        let registrationCode: String?
        /// A word of `EnrollmentStanding.State`.
        let state: String
        /// A word of `EnrollmentOrigin`.
        let origin: String
        /// A code of `EnrollmentReason`.
        let reason: String?
        let begunAt: String
        let endedAt: String?
        let expiresAt: String?
        /// The last day on which it is kept; nil where a hold keeps it, or it has not ended.
        let keptUntil: String?
        let isHeld: Bool
        let person: Identity
        let device: Device?
        /// That the registration has or had beside it, oldest first.
        let otherDevices: [OtherDevice]
        let consents: [ConsentGiven]
        let timeline: [Entry]
        /// Oldest first, those of its authentications last.
        let steps: [Step]
        /// When the person came back, oldest first.
        let authentications: [Authentication]
        let review: HumanReview?
        /// What staff of the operator wrote on the case, oldest first. Who it was is another person's datum.
        let notes: [NoteTaken]
        /// What the person was sent.
        let messages: [Message]
        let templates: [Template]
        /// What a system of the tenant keeps here of the person beside the enrollment; nil where it keeps nothing.
        let user: User?
        /// What the guard against replays knows its captures by.
        let captureCodes: [String]
        /// Its events as they are stored.
        let events: String
    }

    struct Identity: Encodable, Equatable, Sendable {
        let username: String
        let email: String?
        let firstName: String?
        let lastName: String?
        let phoneNumber: String?
        let reference: String?
    }

    struct Device: Encodable, Equatable, Sendable {
        let deviceID: String
        let pushID: String?
        let publicKey: String?
    }

    struct OtherDevice: Encodable, Equatable, Sendable {
        let deviceID: String
        let pushID: String?
        let publicKey: String?
        let registeredAt: String
        /// Nil while it opens the registration.
        let replacedAt: String?
    }

    /// A visit of the registered person.
    struct Authentication: Encodable, Equatable, Sendable {
        let authentication: String
        /// A word of `AuthenticationPurpose`.
        let purpose: String
        /// A word of `EnrollmentStanding.State`.
        let state: String
        /// A code of `AuthenticationFailure`.
        let reason: String?
        /// What the tenant called it by.
        let reference: String?
        let begunAt: String
        let endedAt: String?
        let expiresAt: String?
        let timeline: [Entry]
        /// Its events as they are stored.
        let events: String
    }

    struct ConsentGiven: Encodable, Equatable, Sendable {
        let recordedAt: String
        let acceptedAt: String
        let textVersion: String
        let textHash: String
        let language: String
    }

    struct Entry: Encodable, Equatable, Sendable {
        let at: String
        /// A word of `Event.Kind`, or of `AuthenticationEvent.Kind`.
        let event: String
        /// A word of `FaceDecision`, `DocumentDecision`, `ReviewDecision`, `DeviceDecision` or `DeviceChange`.
        var decision: String?
        /// A code of `EnrollmentReason`.
        var reason: String?
        /// Of `locked`: until when nobody was let in.
        var until: String?
    }

    /// A capture that was judged, with what is kept of it.
    struct Step: Encodable, Equatable, Sendable {
        /// `face` or `document`.
        let kind: String
        /// That it was captured for; nil for a step of the enrollment.
        let authentication: String?
        let at: String
        /// A word of `FaceDecision` or `DocumentDecision`.
        let decision: String?
        let isAccepted: Bool
        /// Of the sealed object that the decision rested on.
        let evidence: String
        let evidenceDigest: String
        /// false where the object is damaged: then nothing more is known.
        let isReadable: Bool
        /// The last day on which its images are kept, no later than `keptUntil` of the enrollment; nil where a hold keeps them, the
        /// enrollment has not ended, or they are erased.
        let imagesKeptUntil: String?
        /// When its images were erased.
        let reducedAt: String?
        /// A word of `SandboxPersona`, whose script `face` or `document` is: nothing was measured. Nil for everybody else.
        let sandboxPersona: String?
        package let face: Face?
        let document: Document?
        let images: [Image]
        /// Measurements and the like, as they are stored.
        let records: [String]
    }

    struct Image: Encodable, Equatable, Sendable {
        let file: String
        let sha256: String
        /// Its section of the evidence: `frame-00`, `image-00`, `portrait`, `given-face`.
        let name: String
    }

    struct Face: Encodable, Equatable, Sendable {
        let workflow: String
        let level: Int
        let frameCount: Int
        let isFromVideo: Bool
        /// A word of `LivenessDecision`.
        let liveness: String
        /// A word of `LivenessReason`.
        let reason: String
        /// 0 … 100.
        let scoreInPercent: Double?
        /// From which a capture is taken for live; nil where it was not decided by the fused score.
        let leastScoreInPercent: Double?
        let falseRejectionInPercent: Double?
        let challenge: Challenge?
        let checks: [Check]
        let portrait: Comparison?
        /// With the faces of the registration, where the person came back.
        var registered: Comparison?
        /// In years; nil where nobody estimated it.
        var estimatedAge: Double?
    }

    struct Challenge: Encodable, Equatable, Sendable {
        let prompts: [String]
        let isMet: Bool?
    }

    /// A gate or a cue.
    struct Check: Encodable, Equatable, Sendable {
        let name: String
        let scoreInPercent: Double?
        /// `bonaFide`, `attack`, `unclear` or `abstained`; nil for a gate.
        let finding: String?
        let limits: [Bound]
    }

    struct Bound: Encodable, Equatable, Sendable {
        let name: String
        let value: Double
    }

    /// Live face and portrait.
    struct Comparison: Encodable, Equatable, Sendable {
        /// −log10 of the false match rate; nil where nothing was compared.
        let score: Double?
        let threshold: Double
        let model: String?
    }

    struct Document: Encodable, Equatable, Sendable {
        /// A word of `DocumentRules.Decision`.
        let decision: String
        let reasons: [String]
        /// Nil once what was read is erased.
        let sources: [Source]?
        let portrait: Comparison
        /// Whether the live face may be the photograph on the document: a word of `PhotographComparison.Decision`.
        let photograph: String?
    }

    struct Source: Encodable, Equatable, Sendable {
        /// A word of `SourceKind`.
        let kind: String
        let documentKind: String?
        let fields: [Field]
        let findings: [String]
    }

    struct Field: Encodable, Equatable, Sendable {
        /// A word of `DocumentFieldType`.
        let type: String
        let value: String
        /// A word of `FieldStatus`.
        let status: String
    }

    struct HumanReview: Encodable, Equatable, Sendable {
        let requestedAt: String?
        let decision: String?
        let decidedAt: String?
        let reason: String?
    }

    struct NoteTaken: Encodable, Equatable, Sendable {
        let at: String
        let text: String
    }

    struct Message: Encodable, Equatable, Sendable {
        let writtenAt: String
        /// A word: what it says.
        let kind: String
        /// Nil where it waits, as the next.
        let sentAt: String?
        let givenUpAt: String?
        /// A word of `MailFailure`, where it was given up.
        let reason: String?
    }

    struct User: Encodable, Equatable, Sendable {
        /// What the tenant's system has written.
        let details: String?
        /// The names of the groups.
        let groups: [String]
        /// Images of the face that it has handed in.
        let images: [String]
        /// By which it acts for the person, the oldest first. What opens is kept nowhere.
        var tokens: [Token] = []
        /// Until when the last one-time password counts; nil where there is none.
        var oneTimePasswordUntil: String?
    }

    struct Token: Encodable, Equatable, Sendable {
        let issuedAt: String
        let endsAt: String
    }

    struct Template: Encodable, Equatable, Sendable {
        /// `face` or `portrait`.
        let kind: String
        /// Whether a system of the tenant handed in the image that it was made from.
        let isHandedIn: Bool
        let model: String
        /// How many numbers it has.
        let dimensions: Int
        let file: String
    }
}
