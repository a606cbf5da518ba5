internal import OnboardingCore
internal import OnboardingCrypto

/// Bounds how often operators fail to sign in: by name and address, and by address. Where a name fails very often, wherever from, each
/// address has one try at it and no more; not one from which its bearer has signed in lately, because who knows a name alone must
/// not keep its bearer out (decision 0117). Addresses are blocks: who has a /64 has all of its addresses.
final class SignInAttempts: Sendable {
    /// What is counted of an attempt. Digests, because what strangers make up is of any length and is remembered.
    struct Key: Sendable {
        fileprivate let pair: String
        fileprivate let name: String
        fileprivate let address: String

        init(name: String, address: String) {
            pair = Digest.hex([UInt8]("\(name)\n\(address)".utf8))
            self.name = Digest.hex([UInt8](name.utf8))
            self.address = Digest.hex([UInt8](address.utf8))
        }
    }

    private let byPair = AttemptThrottle(
        limit: Limit.signInFailures.value, windowInSeconds: Limit.signInWindow.seconds)
    private let byAddress = AttemptThrottle(
        limit: Limit.signInFailuresOfAddress.value, windowInSeconds: Limit.signInWindow.seconds)
    private let byName = AttemptThrottle(
        limit: Limit.signInFailuresOfName.value, windowInSeconds: Limit.signInWindow.seconds)
    /// Of names that fail very often.
    private let single = AttemptThrottle(limit: 1, windowInSeconds: Limit.signInWindow.seconds)
    /// Counts no failures: who has shown the password there lately.
    private let known = AttemptThrottle(limit: 1, windowInSeconds: Limit.signInMemory.seconds)
    private let codes = AttemptThrottle(
        limit: Limit.wrongCodes.value, windowInSeconds: Limit.wrongCodeWindow.seconds)

    /// - Returns: in how many seconds it may be tried again; nil where it may now, and was counted.
    func begin(_ key: Key, at now: Instant) -> Int? {
        var counted: [(throttle: AttemptThrottle, key: String)] = [(byPair, key.pair), (byAddress, key.address)]
        if known.wait(key.pair, at: now) == nil, byName.wait(key.name, at: now) != nil {
            counted.append((single, key.pair))
        }
        for (number, (throttle, key)) in counted.enumerated() {
            guard let seconds = throttle.begin(key, at: now) else { continue }
            for (throttle, key) in counted.prefix(number) { throttle.forgive(key, at: now) }
            return seconds
        }
        byName.countFailure(key.name, at: now)
        return nil
    }

    /// Somebody has shown the password.
    func succeed(_ key: Key, at instant: Instant) {
        forgive(key, at: instant)
        known.countFailure(key.pair, at: instant)
    }

    func forgive(_ key: Key, at instant: Instant) {
        byPair.forgive(key.pair, at: instant)
        byAddress.forgive(key.address, at: instant)
        byName.forgive(key.name, at: instant)
        single.forgive(key.pair, at: instant)
    }

    /// Of one address alone, for who comes from elsewhere with a proof and no name.
    func begin(address: String, at now: Instant) -> Int? { byAddress.begin(Self.digest(of: address), at: now) }

    func forgive(address: String, at instant: Instant) { byAddress.forgive(Self.digest(of: address), at: instant) }

    private static func digest(of address: String) -> String { Digest.hex([UInt8](address.utf8)) }

    /// - Parameter secret: of a second factor that is being set up: what was tried at another before does not count against it.
    func beginCode(of id: OperatorID, settingUp secret: [UInt8]? = nil, at now: Instant) -> Int? {
        codes.begin(Self.key(of: id, secret), at: now)
    }

    func forgiveCode(of id: OperatorID, settingUp secret: [UInt8]? = nil, at instant: Instant) {
        codes.forgive(Self.key(of: id, secret), at: instant)
    }

    private static func key(of id: OperatorID, _ secret: [UInt8]?) -> String {
        id.text + (secret.map { Digest.hex($0) } ?? "")
    }
}
