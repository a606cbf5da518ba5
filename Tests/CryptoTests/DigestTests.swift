import Testing

@testable import OnboardingCrypto

@Suite struct DigestTests {
    /// FIPS 180-4's examples.
    @Test(arguments: [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
    ])
    func digestsArePublishedOnes(text: String, expected: String) {
        let bytes = Array(text.utf8)
        #expect(Digest.hex(bytes) == expected)
        for length in [1, 7, 64] {
            let parts = stride(from: 0, to: bytes.count, by: length).map { Array(bytes[$0...].prefix(length)) }
            #expect(Hexadecimal.encode(Digest.sha256(parts: parts)) == expected)
        }
    }

    @Test func partsAreDigestedAsIfJoined() {
        let parts: [[UInt8]] = [[1, 2], [], [3], Array(repeating: 7, count: 100)]
        #expect(Digest.sha256(parts: parts) == Digest.sha256(parts.flatMap { $0 }))
    }
}

@Suite struct MessageAuthenticationCodeTests {
    /// RFC 4231 §4.2 to 4.8, without the truncated one.
    @Test func codesArePublishedOnes() throws {
        let longKey = [UInt8](repeating: 0xaa, count: 131)
        let cases: [(key: [UInt8], message: [UInt8], code: String)] = [
            (
                [UInt8](repeating: 0x0b, count: 20), Array("Hi There".utf8),
                "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
            ),
            (
                Array("Jefe".utf8), Array("what do ya want for nothing?".utf8),
                "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
            ),
            (
                [UInt8](repeating: 0xaa, count: 20), [UInt8](repeating: 0xdd, count: 50),
                "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"
            ),
            (
                Array(1...25), [UInt8](repeating: 0xcd, count: 50),
                "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b"
            ),
            (
                longKey, Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8),
                "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
            ),
            (
                longKey,
                Array(
                    """
                    This is a test using a larger than block-size key and a larger than block-size data. \
                    The key needs to be hashed before being used by the HMAC algorithm.
                    """.utf8),
                "9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2"
            ),
        ]
        for (key, message, code) in cases {
            #expect(Hexadecimal.encode(MessageAuthenticationCode.hmacSHA256(key: key, message: message)) == code)
        }
    }

    @Test func anEmptyKeyAndAnEmptyMessageHaveACode() {
        // The value that Python's hmac module gives.
        #expect(
            Hexadecimal.encode(MessageAuthenticationCode.hmacSHA256(key: [], message: []))
                == "b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad")
    }

    @Test func equalityLooksAtEveryByte() {
        let code = Array<UInt8>(0..<32)
        #expect(isEqualInConstantTime(code, code))
        #expect(isEqualInConstantTime([], []))
        #expect(!isEqualInConstantTime(code, Array(code.dropLast())))
        for index in code.indices {
            var other = code
            other[index] ^= 0x80
            #expect(!isEqualInConstantTime(code, other))
        }
    }
}
