internal import Foundation
public import OnboardingCalls
internal import OnboardingCrypto

/// The keys that an app of a tenant carries to read QR images.
public struct QRKeys: Sendable {
    fileprivate let publicKey: RSAPublicKey
    fileprivate let contentKey: [UInt8]

    /// Both in base64, as `onboarding tenant create` shows them.
    /// - Throws: `unusableKey`.
    public init(publicKey: String, contentKey: String) throws(ClientError) {
        guard let der = Data(base64Encoded: publicKey), let key = try? RSAPublicKey(spkiDER: [UInt8](der)),
            let bytes = Data(base64Encoded: contentKey)
        else { throw .unusableKey }
        self.publicKey = key
        self.contentKey = [UInt8](bytes)
    }
}

extension QRHandOff {
    /// Opens a callback URL, as a QR reader gives it: `…?data=…`.
    public init(openingCallbackURL url: String, keys: QRKeys) throws(Unreadable) {
        let items = URLComponents(string: url)?.queryItems?.filter { $0.name == "data" } ?? []
        guard items.count == 1, let data = items.first?.value,
            let content = try? QRData.open(data, publicKey: keys.publicKey, contentKey: keys.contentKey)
        else { throw Unreadable() }
        self.init(host: content.host, apiKey: content.apiKey, sessionToken: content.sessionToken)
    }
}
