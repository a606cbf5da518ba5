internal import OnboardingAPI
internal import OnboardingCore
internal import OnboardingStorage

extension Flow {
    /// Ends an enrollment at its client's wish. Cancelling again is no error; cancelling what is complete or failed is.
    func cancel(_ call: Call, caller: Caller) async throws -> Answer {
        let record = try record(of: .cancel, call, for: caller.tenant)
        return try await answerOnce(record, for: caller) {
            let request = try readJSON(CancelRequest.self, from: call.body)
            let stored = try await enrollment(withToken: request.enrollmentToken, for: caller)
            return try await commit(.cancel, record, to: stored, at: call.now) { try .json($0.stepResponse) }
        }
    }

    /// The person takes the consent back: what is known of them is erased, also where a registration had come of it, and
    /// with their other attempts. From then on the token is unknown.
    func withdrawConsent(_ call: Call, caller: Caller) async throws -> StepResponse {
        let request = try readJSON(CancelRequest.self, from: call.body)
        let stored = try await enrollment(withToken: request.enrollmentToken, for: caller)
        try await deployment.erase(of: stored.id, at: call.now)
        return StepResponse(enrollmentStatus: .failed, registrationCode: "")
    }

    /// Records the person's consent, which a strict tenant asks for before any capture.
    func giveConsent(_ call: Call, caller: Caller) async throws -> Answer {
        let record = try record(of: .giveConsent, call, for: caller.tenant)
        return try await answerOnce(record, for: caller) {
            let request = try readJSON(ConsentRequest.self, from: call.body)
            let consent = try request.consent.checked()
            let stored = try await enrollment(withToken: request.enrollmentToken, for: caller)
            return try await commit(.giveConsent(consent), record, to: stored, at: call.now) {
                try .json($0.stepResponse)
            }
        }
    }
}
