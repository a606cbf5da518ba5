/// A sealing key sealed under another one, as it is stored: 60 bytes.
public struct WrappedKey: Equatable, Sendable {
    /// A sealed object of `SealingKey` whose plain text is the key's 32 bytes.
    public let bytes: [UInt8]

    /// A wrapped key as it was stored; checked when it is unwrapped.
    public init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Wraps `key` under `wrappingKey` for the purpose that `label` names.
    public init(wrapping key: SealingKey, under wrappingKey: SealingKey, label: KeyLabel) throws(CryptoError) {
        bytes = try wrappingKey.seal(key.bytes, associated: label.associatedBytes)
    }

    /// The key inside.
    /// - Throws: `authenticationFailed` for another wrapping key, another label or changed bytes.
    public func unwrap(under wrappingKey: SealingKey, label: KeyLabel) throws(CryptoError) -> SealingKey {
        try SealingKey(bytes: wrappingKey.open(bytes, associated: label.associatedBytes))
    }
}
