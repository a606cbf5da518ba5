internal import OnboardingCrypto

/// The QR image that hands a session over to a phone.
struct QRHandOff: Sendable {
    let callbackURL: String
    let png: [UInt8]

    /// - Parameter keys: the tenant's; `data` verifies and opens under these alone (docs/package-format.md).
    static func make(publicURL: String, sessionToken: String, keys: TenantKeys) throws -> QRHandOff {
        let data = try QRData.seal(
            QRContent(host: PublicURL.hostPart(of: publicURL), apiKey: keys.apiKey, sessionToken: sessionToken),
            signingKey: keys.qrSignature, contentKey: keys.qrContent)
        let callbackURL = "\(publicURL)/onboarding?data=\(data)"
        return QRHandOff(callbackURL: callbackURL, png: try QRSymbol(text: callbackURL).image.png())
    }
}
