package import OnboardingCore
internal import OnboardingStorage
package import Tenancy

/// Verifies that whoever comes back does so on a registered device: by a signature of the key that was registered with it over the
/// authentication's token, or by its identifier alone where it has no key and the tenant demands none. A device that is refused is
/// a result, which does not say what was wrong.
package struct VerifyDevice: Sendable {
    let cases: Cases
    let metrics: Metrics

    package func perform(
        _ incoming: Incoming<Request>, by principal: Principal, at now: Instant
    ) async throws -> Result {
        let record = try cases.record(of: .verifyDevice, bodyDigest: incoming.bodyDigest, for: principal.tenant)
        return try await cases.replaying(record, of: [.authentication], by: principal) {
            try await verify(try incoming.decode(), record, principal, at: now)
        }
    }

    private func verify(
        _ request: Request, _ record: IdempotencyRecord, _ principal: Principal, at now: Instant
    ) async throws -> Result {
        let tenant = principal.tenant
        if let nobody = try cases.pageVisit(token: request.authToken, for: .authenticate, by: principal) {
            return try await refuse(nobody, record, at: now)
        }
        let visit = try await cases.visit(
            token: request.authToken, as: "authToken", for: .authenticate, by: principal)
        let dataKey = try cases.dataKey(of: visit.registration)
        let lock = try cases.lock(
            of: visit, by: principal,
            persona: try cases.persona(of: visit.registration, in: tenant, under: dataKey))
        try await cases.check(lock, tenant: tenant, at: now)
        try cases.permit(.verifyDevice(.signed), record, on: visit, at: now)

        let decision = try await cases.deviceDecision(
            on: request.device, signing: request.authToken, of: visit.registration, in: tenant, under: dataKey)
        metrics.countDecision(step: "device", decision: decision.rawValue)
        var writes = AuthenticationWrites(failureLimit: lock.limit(at: now))
        if decision.counts == .attempt { writes.failureSubjects = lock.subjects }
        return try await cases.commit(
            .verifyDevice(decision), record, to: visit, at: now, lock: lock, writes: writes
        ) {
            Result(
                isVerified: decision.counts == .nothing, status: $0.status,
                requiresChallenge: $0.requiresChallenge ? true : nil)
        }
    }

    /// Nobody has a device.
    private func refuse(_ nobody: PageVisit, _ record: IdempotencyRecord, at now: Instant) async throws -> Result {
        try await cases.check(nobody.lock, tenant: nobody.tenant, at: now)
        let command = AuthenticationCommand.verifyDevice(.unknownDevice)
        try nobody.permit(command, record, at: now)
        metrics.countDecision(step: "device", decision: DeviceDecision.unknownDevice.rawValue)
        return try await nobody.perform(command, record, counts: DeviceDecision.unknownDevice.counts, at: now) {
            Result(isVerified: false, status: $0.status, requiresChallenge: $0.requiresChallenge ? true : nil)
        }
    }
}
