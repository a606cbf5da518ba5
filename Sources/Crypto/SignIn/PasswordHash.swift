internal import Foundation

/// What is kept of a password that a person chose, by which it is known again and not found out. As text:
///
///     scrypt$ln=17,r=8,p=1$SALT$HASH
///
/// with scrypt's parameters (RFC 7914: N = 2^ln), a salt of 16 random bytes and the 32 bytes that scrypt makes of the password's
/// UTF-8 in Unicode's form NFC, so that one letter has one spelling whatever keyboard wrote it; both as base64url.
///
/// Making and verifying one takes the memory and the time of its cost: nothing for an event loop, and bounded in number by
/// whoever asks.
public struct PasswordHash: Sendable {
    public let cost: Scrypt.Cost
    private let salt: [UInt8]
    private let hash: [UInt8]

    private static let saltByteCount = 16
    private static let hashByteCount = 32

    private init(cost: Scrypt.Cost, salt: [UInt8], hash: [UInt8]) {
        self.cost = cost
        self.salt = salt
        self.hash = hash
    }

    /// Makes one, with a new salt.
    public init(of password: String, cost: Scrypt.Cost = .standard) throws(CryptoError) {
        let salt = try Random.bytes(Self.saltByteCount)
        self.init(
            cost: cost, salt: salt,
            hash: try Scrypt.key(of: Self.bytes(password), salt: salt, cost: cost, count: Self.hashByteCount))
    }

    /// Nobody's: verifying a password against it takes as long as against another of this cost, and it is never right.
    public static func ofNobody(cost: Scrypt.Cost = .standard) -> PasswordHash {
        // To make a hash of zeros is as hard as to make any other.
        PasswordHash(
            cost: cost, salt: [UInt8](repeating: 0, count: saltByteCount),
            hash: [UInt8](repeating: 0, count: hashByteCount))
    }

    /// Reads a stored text; nil for anything but one that this program writes, within bounds for memory and time.
    public init?(text: String) {
        // The longest has 87 characters.
        guard text.utf8.count <= 96 else { return nil }
        let parts = text.split(separator: "$", omittingEmptySubsequences: false)
        guard parts.count == 4, parts[0] == "scrypt",
            let numbers = parts[1].wholeMatch(of: /ln=([0-9]{1,2}),r=([0-9]),p=([0-9])/)?.output,
            let logN = Int(numbers.1), let r = Int(numbers.2), let p = Int(numbers.3),
            let salt = Base64URL.decode(String(parts[2])), salt.count == Self.saltByteCount,
            let hash = Base64URL.decode(String(parts[3])), hash.count == Self.hashByteCount
        else { return nil }
        let cost = Scrypt.Cost(logN: logN, r: r, p: p)
        guard cost.isAllowed, cost.text == parts[1] else { return nil }
        self.init(cost: cost, salt: salt, hash: hash)
    }

    /// What is stored.
    public var text: String { "scrypt$\(cost.text)$\(Base64URL.encode(salt))$\(Base64URL.encode(hash))" }

    /// Whether it was made of this password. How long that takes tells nothing of either.
    public func verifies(_ password: String) throws(CryptoError) -> Bool {
        let made = try Scrypt.key(
            of: Self.bytes(password), salt: salt, cost: cost, count: Self.hashByteCount)
        return isEqualInConstantTime(made, hash)
    }

    private static func bytes(_ password: String) -> [UInt8] {
        [UInt8](password.precomposedStringWithCanonicalMapping.utf8)
    }
}

extension PasswordHash: SecretValue {}

extension Scrypt.Cost {
    /// Whether a stored text may ask for it: no more memory than `standard`, and four times its time.
    fileprivate var isAllowed: Bool { (10...17).contains(logN) && (1...8).contains(r) && (1...4).contains(p) }

    fileprivate var text: String { "ln=\(logN),r=\(r),p=\(p)" }
}
