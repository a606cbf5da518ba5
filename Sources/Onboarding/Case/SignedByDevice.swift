package import OnboardingCore
internal import OnboardingCrypto
internal import OnboardingStorage
internal import Tenancy

/// What a device shows of itself: which it is, and by a signature that it holds the key that was registered with it.
package struct SignedByDevice: Sendable {
    let deviceID: String
    /// ECDSA on P-256 with SHA-256, as DER or, as browsers make it, as two numbers of 32 bytes; nil where none was sent.
    let signature: [UInt8]?
    /// The bytes of a public key as it was sent when the device was registered; nil where it is no base64.
    let readPublicKey: @Sendable (String) -> [UInt8]?

    package init(
        deviceID: String, signature: [UInt8]?, readPublicKey: @escaping @Sendable (String) -> [UInt8]?
    ) {
        self.deviceID = deviceID
        self.signature = signature
        self.readPublicKey = readPublicKey
    }
}

extension Cases {
    /// Whether a registered device has signed the UTF-8 of `text`.
    func deviceDecision(
        on shown: SignedByDevice, signing text: String, of registration: StoredEnrollment, in tenant: Tenant,
        under dataKey: SealingKey
    ) async throws -> DeviceDecision {
        let digest = try keys.lookupDigest(of: [UInt8](shown.deviceID.utf8), field: "device", tenant: tenant.id)
        let devices = try await store.devices(of: registration.id)
        guard let row = devices.last(where: { $0.replacedAt == nil && $0.device.deviceDigest == digest }) else {
            return .unknownDevice
        }
        let device = try DeviceDescription(row.device, of: registration.id, under: dataKey)
        guard let publicKey = device.publicKey else {
            return tenant.settings.requiresDeviceKeys ? .keyMissing : .identified
        }
        // It was checked when it was registered.
        guard let der = shown.readPublicKey(publicKey), let key = try? ECPublicKey(spkiDER: der) else {
            throw StorageError.storedValueInvalid
        }
        let signed = [UInt8](text.utf8)
        let isSigned = shown.signature.map {
            key.isValidES256(derSignature: $0, of: signed) || key.isValidES256(rawSignature: $0, of: signed)
        }
        return isSigned == true ? .signed : .signatureInvalid
    }
}
