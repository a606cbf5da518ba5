/// Why a command does nothing.
package enum Rejection: String, CaseIterable, Sendable {
    case stepOutOfOrder
    case stepAlreadyDone
    case enrollmentFinished
    case consentRequired
    /// The step asks for the active workflow, and the capture answers no challenge.
    case challengeRequired
    /// The capture names a challenge that does not stand: another one, a used one, or one that ran out.
    case challengeInvalid
}
