internal import OnboardingCrypto
internal import Tenancy

/// What hands a session over to a phone.
enum QRHandOff {
    /// The URL that the QR symbol says.
    /// - Parameter keys: the tenant's; `data` verifies and opens under these alone (docs/package-format.md).
    static func callbackURL(publicURL: String, sessionToken: String, keys: TenantKeys) throws -> String {
        let data = try QRData.seal(
            QRContent(host: PublicURL.hostPart(of: publicURL), apiKey: keys.apiKey, sessionToken: sessionToken),
            signingKey: keys.qrSignature, contentKey: keys.qrContent)
        return "\(publicURL)/onboarding?data=\(data)"
    }

    /// What `data` of a callback URL hand over; nil where it was not made under these keys for this server.
    static func content(of data: String, publicURL: String, keys: TenantKeys) -> QRContent? {
        let content = try? QRData.open(data, publicKey: keys.qrSignature.publicKey, contentKey: keys.qrContent)
        return content.flatMap { $0.host == PublicURL.hostPart(of: publicURL) ? $0 : nil }
    }
}
