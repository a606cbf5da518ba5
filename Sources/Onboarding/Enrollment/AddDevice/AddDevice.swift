package import OnboardingCore
internal import OnboardingCrypto
internal import OnboardingStorage
package import Tenancy

/// Registers the device that an enrollment runs on, with its public key if it has one.
package struct AddDevice: Sendable {
    let cases: Cases

    package func perform(
        _ incoming: Incoming<Request>, by principal: Principal, at now: Instant
    ) async throws -> CaseStanding {
        let record = try cases.record(of: .addDevice, bodyDigest: incoming.bodyDigest, for: principal.tenant)
        return try await cases.replaying(record, by: principal) {
            try await register(try incoming.decode(), record, principal, at: now)
        }
    }

    private func register(
        _ request: Request, _ record: IdempotencyRecord, _ principal: Principal, at now: Instant
    ) async throws -> CaseStanding {
        let stored = try await cases.enrollment(token: request.enrollmentToken, for: principal)
        try cases.permit(.addDevice, record, on: stored, at: now)
        guard request.publicKey.map({ $0.isUsable }) ?? true else {
            throw Refusal(.publicKeyInvalid, member: "publicKey")
        }

        let device = DeviceDescription(
            deviceID: request.deviceID, pushID: request.pushID, publicKey: request.publicKey?.text)
        var writes = StepWrites()
        writes.device = DeviceWrite(
            deviceDigest: try cases.keys.lookupDigest(
                of: [UInt8](request.deviceID.utf8), field: "device", tenant: stored.tenantID),
            sealed: try device.sealed(for: stored.id, under: try cases.dataKey(of: stored)))
        return try await cases.commit(.addDevice, record, to: stored, at: now, writes: writes) { CaseStanding(of: $0) }
    }
}

extension AddDevice.Request.PublicKey {
    /// Whether it is a public key on P-256.
    var isUsable: Bool { spkiDER.map { (try? ECPublicKey(spkiDER: $0)) != nil } ?? false }
}
