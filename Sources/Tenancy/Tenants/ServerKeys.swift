package import OnboardingCore
package import OnboardingCrypto
package import OnboardingStorage

/// The server's token keys: generated at first use and stored sealed.
package enum ServerKeys {
    private enum Kind: String {
        case rs256 = "token-rs256"
        case es256 = "token-es256"
        case receipt = "receipt-es256"

        var label: [UInt8] { [UInt8]("server-secret:\(rawValue)".utf8) }
    }

    /// The kind of the keys that sign receipts, of which none is deleted: a receipt is verified years later.
    package static let receiptKind = Kind.receipt.rawValue

    package static func tokens(store: any Store, keys: any KeyStore, at now: Instant) async throws -> AccessTokens {
        let rsa = try await keyPair(.rs256, store, keys, now) { try RSAKeyPair.generate(bits: 3072).pkcs8DER }
        let ec = try await keyPair(.es256, store, keys, now) { try ECKeyPair.generate().pkcs8DER }
        return AccessTokens(
            rsa: .rs256(try RSAKeyPair(pkcs8DER: rsa)), ec: .es256(try ECKeyPair(pkcs8DER: ec)),
            previous: try await previous(store, keys, now), receipts: try await receipts(store, keys, now))
    }

    /// The key that signs receipts and the archives of exports, made where there is none.
    package static func receiptKey(store: any Store, keys: any KeyStore, at now: Instant) async throws
        -> TokenSigningKey
    {
        let der = try await keyPair(.receipt, store, keys, now) { try ECKeyPair.generate().pkcs8DER }
        return .es256(try ECKeyPair(pkcs8DER: der))
    }

    private static func receipts(_ store: any Store, _ keys: any KeyStore, _ now: Instant) async throws -> ReceiptKeys {
        let current = try await receiptKey(store: store, keys: keys, at: now)
        let earlier = try await store.secrets(of: .server).filter { $0.kind == receiptKind && $0.retiredAt != nil }
        return ReceiptKeys(
            current: current,
            earlier: try earlier.map { secret in
                let der = try keys.serverKey.open(secret.sealed, associated: Kind.receipt.label)
                return .es256(try ECKeyPair(pkcs8DER: der).publicKey)
            })
    }

    /// Generates a new key for receipts. Those of the keys before are verified for ever.
    static func rotateReceiptKey(store: any Store, keys: any KeyStore, at now: Instant) async throws {
        try await store.rotate(
            to: [try row(.receipt, try ECKeyPair.generate().pkcs8DER, keys, now)], of: .server, at: now)
    }

    /// Generates new token keys. A running server signs with them within a second; tokens of the keys before stay valid for
    /// an hour.
    static func rotate(store: any Store, keys: any KeyStore, at now: Instant) async throws {
        let rsa = try row(.rs256, try RSAKeyPair.generate(bits: 3072).pkcs8DER, keys, now)
        let ec = try row(.es256, try ECKeyPair.generate().pkcs8DER, keys, now)
        try await store.rotate(to: [rsa, ec], of: .server, at: now)
    }

    private static func previous(
        _ store: any Store, _ keys: any KeyStore, _ now: Instant
    ) async throws -> [AccessTokens.RetiredKey] {
        try await store.secrets(of: .server).compactMap { secret in
            guard let end = secret.retiredAt?.adding(seconds: 3600), end > now, let kind = Kind(rawValue: secret.kind)
            else { return nil }
            let der = try keys.serverKey.open(secret.sealed, associated: kind.label)
            switch kind {
            case .receipt: return nil
            case .rs256: return .init(key: .rs256(try RSAKeyPair(pkcs8DER: der).publicKey), end: end)
            case .es256: return .init(key: .es256(try ECKeyPair(pkcs8DER: der).publicKey), end: end)
            }
        }
    }

    private static func row(
        _ kind: Kind, _ der: [UInt8], _ keys: any KeyStore, _ now: Instant
    ) throws -> SecretRow {
        try SecretRow(sealing: der, kind: kind.rawValue, under: keys.serverKey, label: kind.label, at: now)
    }

    /// The PKCS#8 DER of the current key of `kind`.
    private static func keyPair(
        _ kind: Kind, _ store: any Store, _ keys: any KeyStore, _ now: Instant, make: () throws -> [UInt8]
    ) async throws -> [UInt8] {
        // The newest first.
        let known = try await store.secrets(of: .server).first { $0.kind == kind.rawValue && $0.retiredAt == nil }
        if let known { return try keys.serverKey.open(known.sealed, associated: kind.label) }
        let made = try make()
        try await store.rotate(to: [try row(kind, made, keys, now)], of: .server, at: now)
        return made
    }
}
