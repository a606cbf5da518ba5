internal import OnboardingAPI

/// A request that is refused: thrown by flow functions and handlers, rendered by `Responder` in the one envelope.
struct Refusal: Error, Equatable {
    let reason: RefusalReason
    /// Seconds after which it is worth trying again; sent as Retry-After.
    let retryAfterInSeconds: Int?

    init(_ reason: RefusalReason, retryAfterInSeconds: Int? = nil) {
        self.reason = reason
        self.retryAfterInSeconds = retryAfterInSeconds
    }
}
