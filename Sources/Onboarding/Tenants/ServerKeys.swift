internal import EnrollmentCore
internal import OnboardingCrypto

/// The server's keys for tokens, made at first use and kept sealed.
enum ServerKeys {
    private enum Kind: String {
        case rs256 = "token-rs256"
        case es256 = "token-es256"

        var label: [UInt8] { [UInt8]("server-secret:\(rawValue)".utf8) }
    }

    static func tokens(store: Store, keyRing: KeyRing, at now: Instant) async throws -> AccessTokens {
        let rsa = try await keyPair(.rs256, store, keyRing, now) { try RSAKeyPair.generate(bits: 3072).pkcs8DER }
        let ec = try await keyPair(.es256, store, keyRing, now) { try ECKeyPair.generate().pkcs8DER }
        return AccessTokens(
            rsa: .rs256(try RSAKeyPair(pkcs8DER: rsa)), ec: .es256(try ECKeyPair(pkcs8DER: ec)), previous: [])
    }

    /// The PKCS#8 DER of the current key of `kind`.
    private static func keyPair(
        _ kind: Kind, _ store: Store, _ keyRing: KeyRing, _ now: Instant, make: () throws -> [UInt8]
    ) async throws -> [UInt8] {
        // The newest first.
        let known = try await store.secrets(of: .server).first { $0.kind == kind.rawValue && $0.retiredAt == nil }
        if let known { return try keyRing.serverKey.open(known.sealed, associated: kind.label) }
        let made = try make()
        let row = SecretRow(
            kind: kind.rawValue, keyID: Base64URL.encode(try Random.bytes(8)), createdAt: now, retiredAt: nil,
            sealed: try keyRing.serverKey.seal(made, associated: kind.label))
        try await store.rotate(to: [row], of: .server, at: now)
        return made
    }
}
