package import OnboardingCrypto

/// Registration codes: 10 characters of Crockford's base32. An identifier, never a credential (decision 0016).
package enum RegistrationCode {
    private static let alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ")

    package static func random() throws(CryptoError) -> String {
        String(try Random.bytes(10).map { alphabet[Int($0 & 31)] })
    }
}
