internal import OnboardingCore
internal import Tenancy

/// Lets nobody try sealed packages of no enrollment without end: what does not open says whether it opened.
struct PackageThrottle: Sendable {
    /// Packages that did not open, by tenant and address: no enrollment counts them.
    private let attempts = AttemptThrottle(limit: Limit.unreadablePackages.value)

    func around<Result>(
        _ request: Request, _ perform: (Principal) async throws -> Result
    ) async throws -> Result {
        let principal = try request.authenticated
        let key = "\(principal.tenant.id.text)\n\(request.senderBlock)"
        request.quotas.note(.unreadablePackages, attempts, key, at: request.now)
        if let wait = attempts.wait(key, at: request.now) {
            throw Refusal(.rateLimited, retryAfterInSeconds: wait)
        }
        do {
            return try await perform(principal)
        } catch let refusal as Refusal where refusal.reason == .packageUnreadable {
            attempts.countFailure(key, at: request.now)
            throw refusal
        }
    }
}
