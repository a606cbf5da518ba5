/// What an enrollment leads to: the person is registered under a code.
package struct Registered: Codable, Equatable, Sendable {
    package let registrationCode: String

    private enum CodingKeys: String, CodingKey {
        case registrationCode
    }
}

/// A person is registered.
///
/// The form in which it is stored, version 1: one JSON object, its members in alphabetical order.
///
///     {"hasConsent":BOOL,"records":[RECORD …],"reservedCode":TEXT,"review":REVIEW,"state":STATE,"version":1}
///
/// with RECORD as `Event+JSON.swift` has it, `reservedCode` absent in enrollments from before codes were reserved, REVIEW
/// {"asksForCapture":true,"decision":DECISION}, absent where nobody asked for one, without a decision where nobody has looked and
/// without `asksForCapture` where an acceptance asks for no capture, and STATE as
/// `CaseState` has it, with the members of `Progress` and `Registered`.
package struct Enrollment: Case {
    private var version = StoredVersion()
    package internal(set) var state: CaseState<Progress, Registered>
    /// The registration code that it has from its beginning; nil where it began before codes were reserved.
    package internal(set) var reservedCode: String?
    package internal(set) var hasConsent = false
    /// Of one that a machine has refused; nil where nobody asked for it.
    package internal(set) var review: Review?
    package internal(set) var records: [IdempotencyRecord] = []

    private enum CodingKeys: String, CodingKey {
        case version, state, reservedCode, hasConsent, review, records
    }

    package static func triggered(until deadline: Instant) -> Enrollment {
        Enrollment(state: .triggered(until: deadline))
    }
}

package typealias EnrollmentID = Identifier<Enrollment>

extension Enrollment {
    /// What clients are told as they go on: empty until the first check was accepted, and where it ended otherwise than complete.
    package var registrationCode: String {
        switch state {
        case .complete(let registered): registered.registrationCode
        case .open(let progress): progress.accepted.isEmpty ? "" : reservedCode ?? ""
        case .triggered, .validated, .failed, .cancelled, .expired: ""
        }
    }

    /// The code by which the tenant finds it, whatever became of it; nil where it has none.
    package var code: String? {
        if case .complete(let registered) = state { registered.registrationCode } else { reservedCode }
    }

    /// Whether the next capture of the face has to answer a challenge.
    package var requiresChallenge: Bool {
        progress.map {
            !$0.accepted.contains(.addFace) && $0.policy.requiredChecks.contains(.addFace) && $0.requiresChallenge
        }
            ?? false
    }
}
