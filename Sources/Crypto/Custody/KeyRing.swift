/// The keys of one purpose, one after another: the newest seals, and each opens what it sealed.
public struct KeyRing: Sendable {
    /// What seals from now on.
    public let current: SealingKey
    /// Newest first.
    public let earlier: [SealingKey]

    public init(current: SealingKey, earlier: [SealingKey] = []) {
        (self.current, self.earlier) = (current, earlier)
    }

    /// As `SealingKey.seal`, under the newest key.
    public func seal(_ plain: [UInt8], associated: [UInt8]) throws(CryptoError) -> [UInt8] {
        try current.seal(plain, associated: associated)
    }

    /// The plain text of what one of the keys sealed.
    /// - Throws: `authenticationFailed` for everything else.
    public func open(_ sealed: [UInt8], associated: [UInt8]) throws(CryptoError) -> [UInt8] {
        guard let plain = firstOpened({ try? $0.open(sealed, associated: associated) }) else {
            throw .authenticationFailed
        }
        return plain
    }

    /// The key that was wrapped under one of the keys.
    /// - Throws: as `WrappedKey.unwrap`.
    public func unwrap(_ wrapped: WrappedKey, label: KeyLabel) throws(CryptoError) -> SealingKey {
        try SealingKey(bytes: open(wrapped.bytes, associated: label.associatedBytes))
    }

    /// What `open` makes of the first key that it does not refuse, the newest asked first.
    public func firstOpened<Value>(_ open: (SealingKey) -> Value?) -> Value? {
        for key in [current] + earlier {
            if let value = open(key) { return value }
        }
        return nil
    }
}

extension KeyRing: SecretValue {}
