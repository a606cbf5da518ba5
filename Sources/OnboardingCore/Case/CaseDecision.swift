/// What a command does to a case.
package enum CaseDecision<Event: Equatable & Sendable>: Equatable, Sendable {
    case accept([Event])
    /// The same request was answered before.
    case replay(IdempotencyRecord)
    case reject(Rejection)
}
