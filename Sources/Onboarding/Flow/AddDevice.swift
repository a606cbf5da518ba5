internal import OnboardingAPI
internal import OnboardingCore
internal import OnboardingCrypto
internal import OnboardingStorage

extension Flow {
    /// Registers the device that the enrollment runs on, with its public key if it has one.
    func addDevice(_ call: Call, caller: Caller) async throws -> Answer {
        let record = try record(of: .addDevice, call, for: caller.tenant)
        return try await answerOnce(record, for: caller) { try await register(call, record, caller) }
    }

    private func register(_ call: Call, _ record: IdempotencyRecord, _ caller: Caller) async throws -> Answer {
        let request = try readJSON(AddDeviceRequest.self, from: call.body)
        let deviceID = try request.deviceId.checked()
        let pushID = try request.pushId.checkedIfPresent()
        let publicKey = try request.publicKey?.checked(limit: 4096)
        let stored = try await enrollment(withToken: request.enrollmentToken, for: caller)
        try permit(.addDevice, record, on: stored, at: call.now)
        if let publicKey {
            guard let der = Base64Bytes.decode(publicKey), (try? ECPublicKey(spkiDER: der)) != nil else {
                throw Refusal(.publicKeyInvalid)
            }
        }

        let device = DeviceDescription(deviceID: deviceID, pushID: pushID, publicKey: publicKey)
        let dataKey = try deployment.keyRing.dataKey(of: stored.id, tenant: stored.tenantID)
        var writes = StepWrites()
        writes.device = DeviceWrite(
            deviceDigest: try deployment.keyRing.lookupDigest(
                of: [UInt8](deviceID.utf8), field: "device", tenant: stored.tenantID),
            sealed: try device.sealed(for: stored.id, under: dataKey))
        return try await commit(.addDevice, record, to: stored, at: call.now, writes: writes) {
            try .json($0.stepResponse)
        }
    }
}
