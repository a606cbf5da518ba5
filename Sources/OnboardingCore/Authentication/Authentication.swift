/// What an authentication leads to: whoever came back is the person who was registered.
package struct Verified: Codable, Equatable, Sendable {}

package typealias AuthenticationState = CaseState<AuthenticationProgress, Verified>

/// A registered person comes back: to be let in, or to register another device. A case of the same subject as the enrollment, with
/// a flow of its own.
///
/// The form in which it is stored, version 1: one JSON object, its members in alphabetical order.
///
///     {"records":[RECORD …],"state":STATE,"version":1}
///
/// with RECORD as `Event+JSON.swift` has it, and STATE as `CaseState` has it, with the members of `AuthenticationProgress`.
package struct Authentication: Case {
    private var version = StoredVersion()
    package internal(set) var state: AuthenticationState
    package internal(set) var records: [IdempotencyRecord] = []

    private enum CodingKeys: String, CodingKey {
        case version, state, records
    }

    package static func triggered(until deadline: Instant) -> Authentication {
        Authentication(state: .triggered(until: deadline))
    }
}

package typealias AuthenticationID = Identifier<Authentication>

extension Authentication {
    /// How it stands, in the words of enrollments.
    package var standing: EnrollmentStanding.State {
        switch state {
        case .triggered, .validated, .open: .pending
        case .complete: .complete
        case .failed: .failed
        case .expired: .expired
        case .cancelled: .cancelled
        }
    }

    /// Why it failed for good; nil where it did not.
    package var failure: AuthenticationFailure? {
        if case .failed(let reason) = state { reason } else { nil }
    }

    /// Whether the next capture of the face has to answer a challenge.
    package var requiresChallenge: Bool {
        progress.map { $0.nextCheck == .verifyFace && $0.requiresChallenge } ?? false
    }
}
