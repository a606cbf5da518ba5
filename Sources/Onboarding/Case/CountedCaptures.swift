internal import OnboardingCore
internal import OnboardingStorage
internal import Tenancy

extension Cases {
    /// Counts a capture that could not be used. Where that ends the enrollment, a capture that comes at the same time is told the end
    /// alone.
    func count(_ command: Command, of stored: StoredEnrollment, at now: Instant) async throws {
        let proposal = Proposal(command, record: nil, at: now, recordedAt: clock(), registrationCode: "")
        switch try await store.commit(stored.id, proposal) {
        case .rejected(let rejection): throw Refusal(rejection.reason)
        case .unknown: throw Refusal(.tokenUnknown)
        case .accepted, .alreadyAnswered, .captureReplayed, .failuresExhausted: break
        }
    }
}
