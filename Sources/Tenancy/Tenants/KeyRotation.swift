internal import Foundation
internal import OnboardingCore
internal import OnboardingCrypto
internal import OnboardingStorage

/// Which keys an operator can replace.
public enum RotatedKey: String, CaseIterable, Sendable {
    /// Seals packages. The keys before still open packages for a day.
    case package
    /// Signs and seals QR data. The tenant's apps need the new values.
    case qr
    /// Signs tokens. Belongs to the server, not to a tenant.
    case token
    /// Signs receipts. Belongs to the server as well; receipts of the keys before stay valid.
    case receipt
}

/// The keys with which a tenant's apps read QR images.
public struct QRKeyValues: Sendable {
    /// Base64 of the SPKI DER.
    public let qrPublicKey: String
    /// Base64 of 32 bytes.
    public let qrKey: String
}

extension TenantAdministration {
    /// Replaces keys. A running server uses the new ones within a second.
    /// - Parameters:
    ///   - name: the tenant's; not needed for `token` and `receipt`.
    ///   - rsaBits: 2048, 3072 or 4096, for `package`.
    /// - Returns: for `qr`, the values that the tenant's apps now need.
    public func rotate(_ key: RotatedKey, tenant name: String?, rsaBits: Int) async throws -> QRKeyValues? {
        try await rotate(key, tenant: name, rsaBits: rsaBits, at: Instant.now())
    }

    func rotate(
        _ key: RotatedKey, tenant name: String?, rsaBits: Int, at now: Instant
    ) async throws -> QRKeyValues? {
        guard [2048, 3072, 4096].contains(rsaBits) else {
            throw ConfigurationError(description: "--rsa-bits is 2048, 3072 or 4096.", kind: .misused)
        }
        if key == .token {
            try await ServerKeys.rotate(store: data.store, keys: data.keys, at: now)
            return nil
        }
        if key == .receipt {
            try await ServerKeys.rotateReceiptKey(store: data.store, keys: data.keys, at: now)
            return nil
        }
        let tenant = try await data.tenant(name: name ?? "")
        let made: [(TenantSecretKind, [UInt8])]
        var values: QRKeyValues?
        switch key {
        case .package:
            let pair = try PackageKeyPair.generate(rsaBits: rsaBits)
            made = [(.packageRSA, pair.rsa.pkcs8DER), (.packageEC, pair.ec.pkcs8DER)]
        case .qr:
            let signature = try RSAKeyPair.generate(bits: 2048)
            let content = try Random.bytes(32)
            made = [(.qrSignature, signature.pkcs8DER), (.qrContent, content)]
            values = QRKeyValues(
                qrPublicKey: Data(signature.publicKeyDER).base64EncodedString(),
                qrKey: Data(content).base64EncodedString())
        case .token, .receipt: made = []
        }
        let tenantKey = try data.keys.tenantKey(of: tenant.id)
        let rows = try made.map { kind, value in
            try SecretRow(
                sealing: value, kind: kind.rawValue, under: tenantKey, label: kind.label(tenant.id), at: now)
        }
        try await data.store.rotate(to: rows, of: .tenant(tenant.id), at: now)
        return values
    }
}
