internal import Onboarding
internal import OnboardingCore
internal import Tenancy

/// What the capture page is told of its enrollment, or of the authentication of somebody who comes back. Every member is there,
/// null where there is nothing to say.
///
///     {"accepted":["addDevice"],"challengeRequired":false,
///      "consent":{"language":"en","text":"…","textHash":"…","textVersion":"…"},"deadline":"2026-03-02T07:36:25.000Z",
///      "face":{"frames":14,"leastFrames":12,"seconds":2.6,"turnInDegrees":12,"workflow":"charlie4"},"keys":{"ec":{"kid":"…","pem":"…"}},
///      "left":{"attempts":5,"captures":20},"lockedUntil":null,"outcome":null,"prescribedTurn":null,"purpose":null,
///      "reason":null,"registration":"…","requiredChecks":["addDevice","addFace","addDocument"],"review":null,
///      "step":"face",
///      "tenant":{"allowsGallery":false,"alternative":null,"isTest":false,"name":"…"},"token":"…"}
///
/// Of who has withdrawn nothing is known but the tenant: there is no token, no key and nothing that is asked for.
struct CaptureState: Encodable {
    struct Consent: Encodable {
        let textHash: String
        let textVersion: String
        let language: String
        /// What the page has to show, to the letter; an empty line stands between paragraphs.
        let text: String
    }

    struct Left: Encodable {
        let attempts: Int
        let captures: Int
    }

    struct TenantWords: Encodable {
        let name: String
        let alternative: Nullable<String>
        let allowsGallery: Bool
        let isTest: Bool
    }

    struct Keys: Encodable {
        struct Key: Encodable {
            let kid: String
            let pem: String
        }

        let ec: Key
    }

    struct Face: Encodable {
        let workflow: String
        let frames: Int
        let seconds: Double
        let leastFrames: Int
        let turnInDegrees: Double
    }

    let step: String
    let end: Nullable<String>
    let reason: Nullable<String>
    /// Opens the steps.
    let token: Nullable<String>
    let requiredChecks: [String]
    let accepted: [String]
    let left: Nullable<Left>
    let deadline: Nullable<String>
    let tenant: TenantWords
    let consent: Nullable<Consent>
    let keys: Nullable<Keys>
    let face: Nullable<Face>
    let challengeRequired: Bool
    /// `left` or `right`, the person's own side, where the face is asked for again with a turn.
    let prescribedTurn: Nullable<String>
    let review: Nullable<String>
    /// What a browser keeps the key of its device by, from the enrollment to every authentication of it.
    let registration: Nullable<String>
    /// `authenticate` or `reEnroll`; null of an enrollment.
    let purpose: Nullable<String>
    /// Until when the registration opens to nobody.
    let lockedUntil: Nullable<String>

    private enum CodingKeys: String, CodingKey {
        case step
        case end = "outcome"
        case reason, token, requiredChecks, accepted, left, deadline, tenant, consent, keys, face
        case challengeRequired, prescribedTurn, review, registration, purpose, lockedUntil
    }
}

extension CaptureState {
    /// - Parameter keys: of the standing's tenant.
    init(_ standing: CaptureStanding, _ consent: ConsentText?, keys: TenantKeys, _ language: Language) {
        let ec = keys.package.ec
        self.init(
            step: standing.step.rawValue, end: Nullable(standing.end?.rawValue),
            reason: Nullable(standing.reason?.rawValue ?? standing.failure?.rawValue),
            token: Nullable(standing.token),
            requiredChecks: standing.requiredChecks.map(\.rawValue), accepted: standing.accepted.map(\.rawValue),
            left: Nullable(standing.left.map { Left(attempts: $0.attempts, captures: $0.captures) }),
            deadline: Nullable(standing.deadline?.iso8601WithMilliseconds),
            tenant: TenantWords(standing.tenant, language),
            consent: Nullable(
                standing.purpose == nil
                    ? consent.map {
                        Consent(
                            textHash: $0.hash, textVersion: $0.version, language: $0.language, text: $0.text)
                    } : nil), keys: Nullable(Keys(ec: .init(kid: ec.keyID, pem: ec.publicKeyPEM))),
            face: Nullable(Face(standing.plan)), challengeRequired: standing.requiresChallenge,
            prescribedTurn: Nullable(standing.faceReopening?.turn.rawValue),
            review: Nullable(standing.review?.rawValue), registration: Nullable(standing.enrollmentID.text),
            purpose: Nullable(standing.purpose?.rawValue),
            lockedUntil: Nullable(standing.lockedUntil?.iso8601WithMilliseconds))
    }

    /// Of a person who has withdrawn from this tenant.
    static func withdrawn(from tenant: Tenant, _ language: Language) -> CaptureState {
        CaptureState(
            step: CaptureStanding.Step.ended.rawValue, end: Nullable("withdrawn"), reason: Nullable(nil),
            token: Nullable(nil), requiredChecks: [], accepted: [],
            left: Nullable(nil), deadline: Nullable(nil), tenant: TenantWords(tenant, language), consent: Nullable(nil),
            keys: Nullable(nil), face: Nullable(nil), challengeRequired: false, prescribedTurn: Nullable(nil),
            review: Nullable(nil), registration: Nullable(nil), purpose: Nullable(nil), lockedUntil: Nullable(nil))
    }
}

extension CaptureState.TenantWords {
    fileprivate init(_ tenant: Tenant, _ language: Language) {
        let pages = tenant.settings.pages
        self.init(
            name: tenant.displayName, alternative: Nullable(pages.alternative.text(in: language.rawValue)),
            allowsGallery: pages.allowsGallery, isTest: tenant.isTest)
    }
}

extension CaptureState.Face {
    fileprivate init(_ plan: FaceCapturePlan) {
        self.init(
            workflow: plan.workflow, frames: plan.frames, seconds: plan.seconds, leastFrames: plan.leastFrames,
            turnInDegrees: plan.turnInDegrees)
    }
}

/// A value, or null: a member that is always there.
struct Nullable<Value: Encodable>: Encodable {
    let value: Value?

    init(_ value: Value?) {
        self.value = value
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        if let value { try container.encode(value) } else { try container.encodeNil() }
    }
}
