internal import Foundation
internal import OnboardingCore
internal import OnboardingCrypto
internal import OnboardingJSON

/// Something that was begun with a browser and is not over: the browser keeps it, sealed, so that nothing is stored for whoever only
/// asks, and so that no other browser can end it.
protocol BegunWithBrowser: Codable, Sendable {
    /// What no other kind is sealed with.
    static var label: String { get }
    /// How long it may take.
    static var time: Limit { get }
    /// In milliseconds since 1970.
    var begunAt: Int64 { get }
}

extension BegunWithBrowser {
    func isOver(at now: Instant) -> Bool {
        let begun = Instant(millisecondsSince1970: begunAt)
        return now >= begun.adding(seconds: Self.time.seconds) || now < begun.adding(seconds: -1)
    }

    func sealed(under keys: KeyRing) throws -> String {
        try BrowserSeal.seal(self, [UInt8](Self.label.utf8), under: keys)
    }

    /// Nil for what this server has not sealed.
    init?(sealed text: String, under keys: KeyRing) {
        guard let opened: Self = BrowserSeal.open(text, [UInt8](Self.label.utf8), under: keys) else { return nil }
        self = opened
    }
}

/// What a browser keeps for the server, and can neither read nor change.
///
///     text = base64url(salt ‖ AES-256-GCM of the JSON text, as `SealingKey` writes it)
///     key  = HKDF-SHA-256(newest server key, salt, info `label`)
///
/// with a salt of 32 random bytes: anybody may ask for any number of these, and no key seals twice.
enum BrowserSeal {
    static func seal(_ value: some Encodable, _ label: [UInt8], under keys: KeyRing) throws -> String {
        let salt = try Random.bytes(Digest.byteCount)
        let text = try sortedKeyJSON(value)
        return Base64URL.encode(salt + (try Self.key(keys.current, salt, label).seal(text, associated: label)))
    }

    /// Nil for what this server has not sealed with this label.
    static func open<Value: Decodable>(_ text: String, _ label: [UInt8], under keys: KeyRing) -> Value? {
        guard let bytes = Base64URL.decode(text), bytes.count > Digest.byteCount,
            let plain = keys.firstOpened({ key in
                try? Self.key(key, Array(bytes.prefix(Digest.byteCount)), label)
                    .open(Array(bytes.dropFirst(Digest.byteCount)), associated: label)
            })
        else { return nil }
        return try? JSONDecoder().decode(Value.self, from: Data(plain))
    }

    private static func key(_ key: SealingKey, _ salt: [UInt8], _ label: [UInt8]) throws(CryptoError) -> SealingKey {
        try SealingKey(
            bytes: KeyDerivation.hkdfSHA256(
                secret: key.bytes, salt: salt, info: label, count: SealingKey.byteCount))
    }
}
