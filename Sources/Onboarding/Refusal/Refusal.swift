package import OnboardingCore

/// A request that is refused. Thrown by use cases and by what decodes for them; rendered once, at the edge.
package struct Refusal: Error, Equatable {
    package let reason: RefusalReason
    /// In place of the reason's own words, where it can say more; never what the client sent.
    package let message: String?
    /// Seconds after which it is worth trying again.
    package let retryAfterInSeconds: Int?

    package init(_ reason: RefusalReason, message: String? = nil, retryAfterInSeconds: Int? = nil) {
        self.reason = reason
        self.message = message
        self.retryAfterInSeconds = retryAfterInSeconds
    }
}
