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

    /// RFC 7914 §12, the first three.
    @Test(arguments: [
        (
            "", "", KeyDerivation.ScryptCost(cost: 16, blockSize: 1, parallelization: 1),
            "77d6576238657b203b19ca42c18a0497f16b4844e3074ae8dfdffa3fede21442"
                + "fcd0069ded0948f8326a753a0fc81f17e8d3e0fb2e0d3628cf35e20c38d18906"
        ),
        (
            "password", "NaCl", KeyDerivation.ScryptCost(cost: 1024, blockSize: 8, parallelization: 16),
            "fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b373162"
                + "2eaf30d92e22a3886ff109279d9830dac727afb94a83ee6d8360cbdfa2cc0640"
        ),
        (
            "pleaseletmein", "SodiumChloride",
            KeyDerivation.ScryptCost(cost: 16384, blockSize: 8, parallelization: 1),
            "7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2"
                + "d5432955613f0fcf62d49705242a9af9e61e85dc0d651e40dfcf017b45575887"
        ),
    ])
    func scryptGivesThePublishedKeys(
        password: String, salt: String, cost: KeyDerivation.ScryptCost, expected: String
    ) throws {
        let key = try KeyDerivation.scrypt(
            password: Array(password.utf8), salt: Array(salt.utf8), cost: cost, count: 64)
        #expect(Hexadecimal.encode(key) == expected)
    }

    @Test func scryptRefusesCostsThatItCannotPay() {
        func attempt(_ cost: UInt64, _ blockSize: UInt64, _ parallelization: UInt64) throws -> [UInt8] {
            let cost = KeyDerivation.ScryptCost(cost: cost, blockSize: blockSize, parallelization: parallelization)
            return try KeyDerivation.scrypt(password: [1], salt: [2], cost: cost, count: 32)
        }
        #expect(throws: CryptoError.invalidLength) { try attempt(1 << 30, 8, 1) }
        #expect(throws: CryptoError.invalidLength) { try attempt(.max, .max, .max) }
        #expect(throws: CryptoError.libraryFailure) { try attempt(1000, 8, 1) }
        #expect(throws: CryptoError.libraryFailure) { try attempt(0, 0, 0) }
    }
}
