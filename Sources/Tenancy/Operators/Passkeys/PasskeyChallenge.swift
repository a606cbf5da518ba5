internal import Foundation
internal import OnboardingCore
internal import OnboardingCrypto

/// A challenge that a browser was given and has not come back with.
struct PasskeyChallenge: BegunWithBrowser, Equatable {
    static let label = "onboarding-passkey-challenge-v1"
    static let time = Limit.passkeyTime

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
}
