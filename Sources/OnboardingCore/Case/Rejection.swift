/// Why a command does nothing.
package enum Rejection: String, CaseIterable, Sendable {
    case stepOutOfOrder
    case stepAlreadyDone
    case enrollmentFinished
    case consentRequired
}
