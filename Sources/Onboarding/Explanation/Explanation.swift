internal import OnboardingCore
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
    struct Words: Encodable, Equatable, Sendable {
        let en: String
        let de: String

        subscript(language: Language) -> String {
            switch language {
            case .en: en
            case .de: de
            }
        }
    }

    /// A model that measured.
    struct Model: Encodable, Hashable, Sendable {
        let name: String
        /// SHA-256; nil where the record has the name alone.
        let digest: String?
    }

    /// What computed the measurements, beside the models.
    struct Software: Encodable, Equatable, Sendable {
        /// Of the rules of liveness; nil for a document.
        let rulesVersion: Int?
        let runtime: String
        let modelLock: String
        let calibration: String
    }

    /// What is left of what a decision rested on.
    struct Basis: Encodable, Equatable, Sendable {
        enum State: String, CaseIterable, Encodable, Sendable {
            case whole
            /// To what was measured, by retention.
            case reduced
            case erased
            /// Nothing was kept, because nothing was decided on: a package that did not open, a challenge that ran out.
            case none
            /// It is damaged or missing: `audit verify` says so.
            case unreadable
        }

        let state: State
        /// As the chain of events names it.
        var id: String?
        /// Of the sealed object, as the chain of events names it.
        var sha256: String?
        var reducedAt: String?
    }

    /// What would have been enough, of something that was not.
    struct Help: Encodable, Equatable, Sendable {
        /// A code of `RecaptureReason`, where the person can do something about it.
        let code: String?
        let quantity: String
        let measured: Double?
        let wanted: Double?
        let bound: Rule.Bound?
        let unit: String?
        let person: Words?
    }

    /// A decision of the machine, or a step that needed none.
    struct Step: Encodable, Equatable, Sendable {
        let check: String
        let at: String
        /// A word of `FaceDecision` or `DocumentDecision`; `accepted` for a device, `reopened` for a face that is asked for again.
        let decision: String
        let accepted: Bool
        let reason: String?
        /// What it used up: `nothing`, `capture` or `attempt`.
        let counts: String
        let person: Words?
        /// A word of `SandboxPersona`, where one decided and nothing was measured.
        let sandboxPersona: String?
        /// Those that decided: of what was refused, why; of what was accepted, what had to hold.
        let rules: [Rule]
        let wouldHaveHelped: [Help]
        let models: [Model]
        let software: Software?
        /// Nil where nothing was measured, and in records from before it was recorded.
        let configurationVersion: Int?
        let evidence: Basis
    }

    /// A human's decision beside the machine's. Reason and name are evidence; they are not here.
    struct SecondLook: Encodable, Equatable, Sendable {
        let requestedAt: String?
        let decidedAt: String?
        let decision: String?
        let evidence: Basis?
    }

    /// Why no further attempt is taken at the moment.
    struct Lock: Encodable, Equatable, Sendable {
        let until: String
        let rule: Rule
    }

    let version = 1
    let enrollmentId: String
    let tenant: String
    let test: Bool
    let registrationCode: String?
    let state: String
    let reason: String?
    /// One sentence, exact.
    let headline: String
    let person: Words
    let begunAt: String
    let endedAt: String?
    /// When it ends by itself; nil once it has ended.
    let expiresAt: String?
    let erasedAt: String?
    /// What was asked for, fixed when the enrollment started; nil before.
    let policy: Policy?
    /// Of the end: those that ended it. Empty while it goes on.
    let rules: [Rule]
    /// Oldest first.
    let steps: [Step]
    let review: SecondLook?
    let lock: Lock?

    /// The JSON, with sorted keys.
    package var json: [UInt8] {
        get throws { try sortedKeyJSON(self) }
    }
}
