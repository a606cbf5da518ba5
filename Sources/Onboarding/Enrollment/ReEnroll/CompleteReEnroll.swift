package import OnboardingCore
internal import OnboardingCrypto
internal import OnboardingJSON
internal import OnboardingStorage
package import Tenancy

/// Registers another device of somebody whose face was verified for it: beside the others, or in the place of all of them.
package struct CompleteReEnroll: Sendable {
    package struct Request: Sendable {
        let token: String
        let deviceID: String
        let publicKey: AddDevice.Request.PublicKey?
        let change: DeviceChange

        package init(
            token: String, deviceID: String, publicKey: AddDevice.Request.PublicKey?, change: DeviceChange
        ) {
            self.token = token
            self.deviceID = deviceID
            self.publicKey = publicKey
            self.change = change
        }
    }

    let cases: Cases

    package func perform(
        _ incoming: Incoming<Request>, by principal: Principal, at now: Instant
    ) async throws -> CaseStanding {
        let record = try cases.record(of: .replaceDevice, bodyDigest: incoming.bodyDigest, for: principal.tenant)
        return try await cases.replaying(record, of: [.authentication], by: principal) {
            try await register(try incoming.decode(), record, principal, at: now)
        }
    }

    private func register(
        _ request: Request, _ record: IdempotencyRecord, _ principal: Principal, at now: Instant
    ) async throws -> CaseStanding {
        let tenant = principal.tenant
        let visit = try await cases.visit(
            token: request.token, as: AuthenticationPurpose.reEnroll.tokenMember, for: .reEnroll, by: principal)
        let registration = visit.registration
        let lock = try cases.lock(of: registration.id, in: tenant)
        try await cases.check(lock, tenant: tenant, at: now)
        try cases.permit(.replaceDevice(request.change), record, on: visit, at: now)
        guard request.publicKey.map({ $0.isUsable }) ?? !tenant.settings.requiresDeviceKeys else {
            throw Refusal(.publicKeyInvalid, member: "publicKey")
        }
        let digest = try cases.keys.lookupDigest(
            of: [UInt8](request.deviceID.utf8), field: "device", tenant: tenant.id)
        if request.change == .add { try await checkRoom(for: digest, in: registration, tenant) }

        let device = DeviceDescription(
            deviceID: request.deviceID, pushID: nil, publicKey: request.publicKey?.text)
        let writes = AuthenticationWrites(
            device: DeviceWrite(
                deviceDigest: digest,
                sealed: try device.sealed(for: registration.id, under: try cases.dataKey(of: registration))),
            failureLimit: lock.limit(at: now))
        return try await cases.commit(
            .replaceDevice(request.change), record, to: visit, at: now, lock: lock, writes: writes
        ) {
            CaseStanding(status: $0.status, registrationCode: registration.enrollment.registrationCode)
        }
    }

    /// One open re-enrollment of a registration is there at a time, so nobody else adds one between this and the commit. A device
    /// that is registered again takes the place of itself.
    private func checkRoom(for digest: [UInt8], in registration: StoredEnrollment, _ tenant: Tenant) async throws {
        let others = try await cases.store.devices(of: registration.id)
            .count { $0.replacedAt == nil && $0.device.deviceDigest != digest }
        guard others < tenant.settings.maximumDevices else { throw Refusal(.tooManyDevices) }
    }
}
