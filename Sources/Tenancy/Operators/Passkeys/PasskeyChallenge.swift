internal import Foundation
internal import OnboardingCore
internal import OnboardingCrypto

/// A challenge that a browser was given and has not come back with. The browser keeps it, sealed, so that nothing is stored for
/// whoever only asks, and so that no other browser can end what this one has begun.
struct PasskeyChallenge: Codable, Equatable, Sendable {
    enum Purpose: String, Codable, Sendable {
        /// A passkey is being added.
        case adding
        case secondFactor
        /// It stands for name, password and second factor.
        case alone
    }

    let purpose: Purpose
    /// 32 random bytes as base64url.
    let challenge: String
    /// The digest of the session that asked, as hexadecimal digits; nil where there is none yet.
    let session: String?
    /// In milliseconds since 1970.
    let begunAt: Int64

    init(_ purpose: Purpose, session: [UInt8]?, at now: Instant) throws(CryptoError) {
        self.purpose = purpose
        challenge = Base64URL.encode(try Random.bytes(32))
        self.session = session.map(Hexadecimal.encode)
        begunAt = now.millisecondsSince1970
    }

    func isOver(at now: Instant) -> Bool {
        let begun = Instant(millisecondsSince1970: begunAt)
        return now >= begun.adding(seconds: Limit.passkeyTime.seconds) || now < begun.adding(seconds: -1)
    }

    private static let label = [UInt8]("onboarding-passkey-challenge-v1".utf8)

    func sealed(under key: SealingKey) throws -> String { try BrowserSeal.seal(self, Self.label, under: key) }

    /// Nil for what this server has not sealed.
    init?(sealed text: String, under key: SealingKey) {
        guard let challenge: Self = BrowserSeal.open(text, Self.label, under: key) else { return nil }
        self = challenge
    }
}
