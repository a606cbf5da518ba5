internal import OnboardingAPI
internal import OnboardingCore

/// A request that is refused: thrown by flow functions and handlers, rendered by `Responder` in the one envelope.
struct Refusal: Error, Equatable {
    let reason: RefusalReason
    /// In place of the reason's own words, where they can say more; never what the caller sent.
    let message: String?
    /// Seconds after which it is worth trying again; sent as Retry-After.
    let retryAfterInSeconds: Int?

    init(_ reason: RefusalReason, message: String? = nil, retryAfterInSeconds: Int? = nil) {
        self.reason = reason
        self.message = message
        self.retryAfterInSeconds = retryAfterInSeconds
    }
}
