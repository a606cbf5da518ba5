import TestSupport
import Testing

@testable import OnboardingCrypto

@Suite struct SealingKeyTests {
    @Test func whatWasSealedOpens() throws {
        let key = try SealingKey.generate()
        for count in [0, 1, 15, 16, 17, 1_000_000] {
            let plain = try Random.bytes(count)
            let sealed = try key.seal(plain, associated: [1, 2, 3])
            #expect(sealed.count == count + SealingKey.overhead)
            #expect(try key.open(sealed, associated: [1, 2, 3]) == plain)
        }
    }

    @Test func everyFlippedBitIsNoticed() throws {
        let key = try SealingKey.generate()
        let sealed = try key.seal(Array("a template".utf8), associated: [9])
        for position in 0..<sealed.count * 8 {
            var changed = sealed
            changed[position / 8] ^= 1 << (position % 8)
            #expect(throws: CryptoError.authenticationFailed) { try key.open(changed, associated: [9]) }
        }
    }

    @Test func nothingOpensWithAnotherKeyOtherAssociatedBytesOrAnotherLength() throws {
        let key = try SealingKey.generate()
        let sealed = try key.seal([1, 2, 3], associated: Array("tenant:a".utf8))
        let other = try SealingKey.generate()
        #expect(throws: CryptoError.authenticationFailed) {
            try other.open(sealed, associated: Array("tenant:a".utf8))
        }
        #expect(throws: CryptoError.authenticationFailed) { try key.open(sealed, associated: Array("tenant:b".utf8)) }
        #expect(throws: CryptoError.authenticationFailed) { try key.open(sealed, associated: []) }
        for count in 0..<sealed.count {
            #expect(throws: CryptoError.authenticationFailed) {
                try key.open(Array(sealed.prefix(count)), associated: Array("tenant:a".utf8))
            }
        }
    }

    @Test func theSamePlainTextIsSealedDifferentlyEachTime() throws {
        let key = try SealingKey.generate()
        #expect(try key.seal([1], associated: []) != key.seal([1], associated: []))
    }

    @Test(arguments: [0, 16, 31, 33]) func aKeyHas32Bytes(count: Int) {
        #expect(throws: CryptoError.invalidLength) { try SealingKey(bytes: [UInt8](repeating: 1, count: count)) }
    }

    @Test func publishedSealedObjectsOpenAndForgedOnesDoNot() throws {
        let counts = try PublishedVectors.load("aes-256-gcm.json").forEach { row in
            let key = try row.bytes("key")
            let nonce = try row.bytes("nonce")
            let associated = try row.bytes("associated")
            let sealed = try row.bytes("sealed")
            let plain = try row.bytes("plain")
            let opened = try? GaloisCounterMode.open(sealed, key: key, nonce: nonce, associated: associated)
            #expect(opened == (row.isValid ? plain : nil), "row \(row.number)")
            if row.isValid {
                let again = try GaloisCounterMode.seal(plain, key: key, nonce: nonce, associated: associated)
                #expect(again == sealed, "row \(row.number)")
            }
        }
        #expect(counts == ["valid": 39, "invalid": 27])
    }

    /// Test case 16 of McGrew and Viega's submission to NIST.
    @Test func theGaloisCounterModeExampleComesOut() throws {
        let plain = try fromHexadecimal(
            "d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a72"
                + "1c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b39")
        let sealed = try GaloisCounterMode.seal(
            plain, key: fromHexadecimal("feffe9928665731c6d6a8f9467308308feffe9928665731c6d6a8f9467308308"),
            nonce: fromHexadecimal("cafebabefacedbaddecaf888"),
            associated: fromHexadecimal("feedfacedeadbeeffeedfacedeadbeefabaddad2"))
        #expect(
            Hexadecimal.encode(sealed)
                == "522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa"
                + "8cb08e48590dbb3da7b08b1056828838c5f61e6393ba7a0abcc9f66276fc6ece0f4e1768cddf8853bb2d551b")
    }
}
