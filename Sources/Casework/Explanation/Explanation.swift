package import OnboardingCore
internal import OnboardingJSON

/// Why an enrollment stands or ended as it does: in plain words for the person, and exactly, for whoever has to answer for it.
///
/// It is made from the chain of events and the evidence that is kept, names nobody, and is not stored. As JSON it is what
/// `docs/openapi.yaml` describes as `Explanation`; a member without a value is absent, instants are ISO 8601.
package struct Explanation: Encodable, Equatable, Sendable {
    /// A language of the words for the person.
    package enum Language: String, CaseIterable, Sendable {
        case en, de
    }

    /// For the person.
    package struct Words: Encodable, Equatable, Sendable {
        package let en: String
        package let de: String

        package subscript(language: Language) -> String {
            switch language {
            case .en: en
            case .de: de
            }
        }

        /// A clause as a sentence of its own.
        package var sentence: Words { Words(en: en.asSentence + ".", de: de.asSentence + ".") }
    }

    /// A model that measured.
    package struct Model: Encodable, Hashable, Sendable {
        package let name: String
        /// SHA-256; nil where the record has the name alone.
        package let digest: String?
    }

    /// What computed the measurements, beside the models.
    package struct Software: Encodable, Equatable, Sendable {
        /// Of the rules of liveness; nil for a document.
        package let rulesVersion: Int?
        package let runtime: String
        package let modelLock: String
        package let calibration: String
    }

    /// What is left of what a decision rested on.
    package struct Basis: Encodable, Equatable, Sendable {
        package enum State: String, CaseIterable, Encodable, Sendable {
            case whole
            /// To what was measured, by retention.
            case reduced
            case erased
            /// Nothing was kept, because nothing was decided on: a package that did not open, a challenge that ran out.
            case none
            /// It is damaged or missing: `audit verify` says so.
            case unreadable
        }

        package let state: State
        /// As the chain of events names it.
        package var id: String?
        /// Of the sealed object, as the chain of events names it.
        package var sha256: String?
        package var reducedAt: String?
    }

    /// What would have been enough, of something that was not.
    package struct Help: Encodable, Equatable, Sendable {
        /// A code of `RecaptureReason`, where the person can do something about it.
        package let code: String?
        package let quantity: String
        package let measured: Double?
        package let wanted: Double?
        package let bound: Rule.Bound?
        package let unit: String?
        package let person: Words?
    }

    /// A decision of the machine, or a step that needed none.
    package struct Step: Encodable, Equatable, Sendable {
        package let check: String
        package let at: String
        /// A word of `FaceDecision` or `DocumentDecision`; `accepted` for a device, `reopened` for a face that is asked for again.
        package let decision: String
        package let accepted: Bool
        package let reason: String?
        /// What it used up: `nothing`, `capture` or `attempt`.
        package let counts: String
        package let person: Words?
        /// A word of `SandboxPersona`, where one decided and nothing was measured.
        package let sandboxPersona: String?
        /// Those that decided: of what was refused, why; of what was accepted, what had to hold.
        package let rules: [Rule]
        package let wouldHaveHelped: [Help]
        package let models: [Model]
        package let software: Software?
        /// Nil where nothing was measured, and in records from before it was recorded.
        package let configurationVersion: Int?
        package let evidence: Basis
    }

    /// A human's decision beside the machine's. Reason and name are evidence; they are not here.
    package struct SecondLook: Encodable, Equatable, Sendable {
        package let requestedAt: String?
        package let decidedAt: String?
        package let decision: String?
        package let evidence: Basis?
    }

    /// Why no further attempt is taken at the moment.
    package struct Lock: Encodable, Equatable, Sendable {
        package let until: String
        package let rule: Rule
    }

    package let version = 1
    package let enrollmentId: String
    package let tenant: String
    package let test: Bool
    package let registrationCode: String?
    package let state: String
    package let reason: String?
    /// A word of `EnrollmentOrigin`.
    package let origin: String
    /// One paragraph for whoever knows nothing of the machine: what was asked for, what was seen, who has looked, and what can be
    /// asked for until when.
    package let summary: Words
    /// `summary` for a page that shows beside it what carried the case, and whose script decided. Not in the JSON.
    package let account: Words
    /// What carried the checks of one that is complete; nil for every other.
    package let carriedBy: [Words]?
    /// One sentence, exact.
    package let headline: String
    package let person: Words
    package let begunAt: String
    package let endedAt: String?
    /// When it ends by itself; nil once it has ended.
    package let expiresAt: String?
    package let erasedAt: String?
    /// What was asked for, fixed when the enrollment started; nil before.
    package let policy: Policy?
    /// Of the end: those that ended it. Empty while it goes on, and of whom the tenant's client has registered.
    package let rules: [Rule]
    /// Oldest first.
    package let steps: [Step]
    package let review: SecondLook?
    package let lock: Lock?
    /// How the person came back: the newest times, oldest first; nil where they never did. Each is explained by itself.
    package var authentications: [ReturnedAuthentication]?
    /// How often in all.
    package var authenticationCount: Int?

    private enum CodingKeys: String, CodingKey {
        case version, enrollmentId, tenant, test, registrationCode, state, reason, origin, summary, carriedBy, headline,
            person
        case begunAt, endedAt, expiresAt, erasedAt, policy, rules, steps, review, lock, authentications,
            authenticationCount
    }

    /// The JSON, with sorted keys.
    package var json: [UInt8] {
        get throws { try sortedKeyJSON(self) }
    }
}
