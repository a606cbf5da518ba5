import Testing

@testable import OnboardingCrypto

@Suite struct KeyDerivationTests {
    /// RFC 5869 A.1 to A.3.
    @Test func hkdfGivesThePublishedKeys() throws {
        let first = try KeyDerivation.hkdfSHA256(
            secret: [UInt8](repeating: 0x0b, count: 22), salt: Array(0...12), info: Array(0xf0...0xf9), count: 42)
        #expect(
            Hexadecimal.encode(first)
                == "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865")

        let second = try KeyDerivation.hkdfSHA256(
            secret: Array(0...0x4f), salt: Array(0x60...0xaf), info: Array(0xb0...0xff), count: 82)
        let expected =
            "b11e398dc80327a1c8e7f78c596a49344f012eda2d4efad8a050cc4c19afa97c59045a99cac7827271cb41c65e590e09"
            + "da3275600c2f09b8367793a9aca3db71cc30c58179ec3e87c14c01d5c1f3434f1d87"
        #expect(Hexadecimal.encode(second) == expected)

        let third = try KeyDerivation.hkdfSHA256(
            secret: [UInt8](repeating: 0x0b, count: 22), salt: [], info: [], count: 42)
        #expect(
            Hexadecimal.encode(third)
                == "8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8")
    }

    @Test func hkdfGivesAtMost255Digests() throws {
        #expect(try KeyDerivation.hkdfSHA256(secret: [1], salt: [], info: [], count: 8160).count == 8160)
        for count in [-1, 0, 8161] {
            #expect(throws: CryptoError.invalidLength) {
                try KeyDerivation.hkdfSHA256(secret: [1], salt: [], info: [], count: count)
            }
        }
    }
}
