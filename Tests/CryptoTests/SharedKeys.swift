@testable import OnboardingCrypto

/// Keys that all tests use, because making an RSA key takes a while. Made anew in each run.
enum SharedKeys {
    static let rsa2048 = Result { try RSAKeyPair.generate(bits: 2048) }
    static let otherRSA2048 = Result { try RSAKeyPair.generate(bits: 2048) }
    static let rsa3072 = Result { try RSAKeyPair.generate(bits: 3072) }
    static let ec = Result { try ECKeyPair.generate() }
    static let otherEC = Result { try ECKeyPair.generate() }
}
