/// What a command does to a case.
package enum CaseDecision<OwnEvent: Equatable & Sendable>: Equatable, Sendable {
    case accept([OwnEvent])
    /// The same request was answered before.
    case replay(IdempotencyRecord)
    case reject(Rejection)
}
