package import OnboardingCore
package import OnboardingCrypto

extension Identifier {
    package static func random() throws(CryptoError) -> Identifier {
        guard let identifier = Identifier(randomBytes: try Random.bytes(byteCount)) else {
            throw .libraryFailure
        }
        return identifier
    }
}
