package import OnboardingCore
internal import OnboardingCrypto
internal import OnboardingStorage
package import Tenancy

/// The person takes the consent back: what is known of them is erased, also where a registration had come of it, and with
/// their other attempts. From then on the token is unknown. What shows an attack stays locked away for the tenant's time.
///
/// What is complete is withdrawn by the tenant, or by the device that completed it: whoever has seen the QR code is not the person.
package struct WithdrawConsent: Sendable {
    let cases: Cases
    let certificates: ErasureCertificates

    package struct Withdrawal: Equatable, Sendable {
        package let standing: CaseStanding
        /// Of each enrollment that was erased a compact JWS, the withdrawn one's first.
        package let certificates: [String]
    }

    package struct Request: Sendable {
        let enrollmentToken: String
        /// Nil where the device shows no key of its own.
        let device: SignedByDevice?

        package init(enrollmentToken: String, device: SignedByDevice? = nil) {
            (self.enrollmentToken, self.device) = (enrollmentToken, device)
        }
    }

    /// - Throws: `deviceProofRequired`.
    package func perform(_ request: Request, by principal: Principal, at now: Instant) async throws -> Withdrawal {
        let tenant = principal.tenant
        let stored = try await cases.enrollment(token: request.enrollmentToken, for: principal)
        guard try await mayWithdraw(stored, request, principal) else { throw Refusal(.deviceProofRequired) }
        let (erase, traces) = (cases.erasePerson, FraudHolds(cases: cases))
        let erased: [EnrollmentID]
        switch try cases.beginner(of: stored) {
        case .tenant:
            let others = try await cases.store.enrollments(beside: stored.id).filter { !$0.isComplete }.map(\.id)
            let holds = try await traces.prepare(for: [stored.id] + others, of: tenant, at: now)
            do {
                erased = try await erase(of: stored.id, leaving: holds, at: now)
            } catch StorageError.unknownSubject {
                throw Refusal(.tokenUnknown)
            }
        // Nobody has vouched for that the others are of the same person.
        case .page:
            let holds = try await traces.prepare(for: [stored.id], of: tenant, at: now)
            try await erase.enrollment(stored.id, leaving: holds.first, at: now)
            erased = [stored.id]
        }
        return Withdrawal(
            standing: CaseStanding(status: .failed, registrationCode: ""),
            certificates: try await certificates.perform(for: erased, of: tenant).certificates)
    }

    private func mayWithdraw(
        _ stored: StoredEnrollment, _ request: Request, _ principal: Principal
    ) async throws -> Bool {
        let isRegistered = stored.enrollment.status == .complete || stored.enrollment.review?.decision == .accepted
        guard principal.sessionDigest != nil, isRegistered, !principal.hasProvedKey else { return true }
        guard let shown = request.device else { return false }
        let decision = try await cases.deviceDecision(
            on: shown, signing: request.enrollmentToken, of: stored, in: principal.tenant,
            under: try cases.dataKey(of: stored))
        return decision == .signed
    }
}
