import Testing

@testable import OnboardingCrypto

@Suite struct BlockCipherTests {
    @Test func publishedCiphertextsDecryptAndWrongPaddingsDoNot() throws {
        let counts = try PublishedVectors.load("aes-cbc-pkcs7.json").forEach { row in
            let key = try row.bytes("key")
            let initializationVector = try row.bytes("initializationVector")
            let ciphertext = try row.bytes("ciphertext")
            let plain = try row.bytes("plain")
            let opened = try? BlockCipher.decrypt(ciphertext, key: key, initializationVector: initializationVector)
            #expect(opened == (row.isValid ? plain : nil), "row \(row.number)")
            if row.isValid {
                let again = try BlockCipher.encrypt(plain, key: key, initializationVector: initializationVector)
                #expect(again == ciphertext, "row \(row.number)")
            }
        }
        #expect(counts == ["valid": 48, "invalid": 74])
    }

    /// NIST SP 800-38A F.2.1 and F.2.5, the first two blocks.
    @Test(arguments: [
        (
            "2b7e151628aed2a6abf7158809cf4f3c",
            "7649abac8119b246cee98e9b12e9197d5086cb9b507219ee95db113a917678b2"
        ),
        (
            "603deb1015ca71be2b73aef0857d77811f352c073b6108d72d9810a30914dff4",
            "f58c4c04d6e5f1ba779eabfb5f7bfbd69cfc4e967edb808d679f777bc6702c7d"
        ),
    ])
    func theExamplesOfTheStandardComeOut(key: String, expected: String) throws {
        let ciphertext = try BlockCipher.encrypt(
            fromHexadecimal("6bc1bee22e409f96e93d7e117393172aae2d8a571e03ac9c9eb76fac45af8e51"),
            key: fromHexadecimal(key),
            initializationVector: Array(0...15))
        #expect(Hexadecimal.encode(Array(ciphertext.prefix(32))) == expected)
        #expect(ciphertext.count == 48)
    }

    @Test func whatWasEncryptedDecrypts() throws {
        for keyLength in [16, 32] {
            let key = try Random.bytes(keyLength)
            let initializationVector = try Random.bytes(16)
            for count in Array(0...48) + [100_000] {
                let plain = try Random.bytes(count)
                let ciphertext = try BlockCipher.encrypt(plain, key: key, initializationVector: initializationVector)
                #expect(ciphertext.count == (count / 16 + 1) * 16)
                #expect(
                    try BlockCipher.decrypt(ciphertext, key: key, initializationVector: initializationVector) == plain)
            }
        }
    }

    @Test func otherLengthsAreRefused() {
        let block = [UInt8](repeating: 0, count: 16)
        #expect(throws: CryptoError.invalidLength) {
            try BlockCipher.encrypt([1], key: Array(block.dropLast()), initializationVector: block)
        }
        #expect(throws: CryptoError.invalidLength) {
            try BlockCipher.encrypt([1], key: block + block.prefix(8), initializationVector: block)
        }
        #expect(throws: CryptoError.invalidLength) {
            try BlockCipher.encrypt([1], key: block, initializationVector: block + [0])
        }
        for ciphertext in [[], Array(block.dropLast()), block + [0]] {
            #expect(throws: CryptoError.invalidLength) {
                try BlockCipher.decrypt(ciphertext, key: block, initializationVector: block)
            }
        }
    }
}
