import TestSupport
import Testing

@testable import OnboardingCrypto

@Suite struct TimeBasedCodeTests {
    /// The secret of RFC 4226 Appendix D and RFC 6238 Appendix B.
    private static func published() throws -> TimeBasedCode {
        try TimeBasedCode(secret: Array("12345678901234567890".utf8))
    }

    /// RFC 4226 Appendix D.
    @Test func theCodesOfTheFirstStepsAreThePublishedOnes() throws {
        let codes = [
            "755224", "287082", "359152", "969429", "338314", "254676", "287922", "162583", "399871", "520489",
        ]
        let made = try Self.published()
        #expect((0..<10).map { made.code(ofStep: $0) } == codes)
    }

    /// RFC 6238 Appendix B, of whose eight digits these are the last six.
    @Test(
        arguments: [
            (59, "287082"), (1_111_111_109, "081804"), (1_111_111_111, "050471"), (1_234_567_890, "005924"),
            (2_000_000_000, "279037"), (20_000_000_000, "353130"),
        ] as [(Int64, String)]) func theCodeOfAnInstantIsThePublishedOne(seconds: Int64, code: String) throws
    {
        #expect(try Self.published().code(ofStep: TimeBasedCode.step(at: seconds)) == code)
        #expect(try Self.published().step(of: code, at: seconds) == seconds / 30)
    }

    @Test func aCodeOfTheStepBeforeAndTheOneBehindIsTakenAndNoOther() throws {
        var generator = SeededGenerator.announced()
        for _ in 0..<200 {
            let code = try TimeBasedCode(
                secret: (0..<20).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
            let now = Int64.random(in: 90..<4_000_000_000, using: &generator)
            let step = TimeBasedCode.step(at: now)
            let codes = (-3...3).map { code.code(ofStep: step + $0) }
            // Two of seven have the same digits once in fifty thousand times.
            guard Set(codes).count == codes.count else { continue }
            for (offset, digits) in zip(Int64(-3)...3, codes) {
                let expected: Int64? = (-1...1).contains(offset) ? step + offset : nil
                #expect(code.step(of: digits, at: now) == expected, "seed \(generator.seed)")
            }
        }
    }

    @Test(arguments: ["", "28708", "2870820", "28708a", "287 082", "２８７０８２", "-87082"])
    func whatIsNoCodeIsOfNoStep(text: String) throws {
        #expect(try Self.published().step(of: text, at: 59) == nil)
    }

    @Test func aSecretHasTwentyBytes() throws {
        for count in [0, 19, 21, 64] {
            #expect(throws: CryptoError.invalidLength) {
                try TimeBasedCode(secret: [UInt8](repeating: 1, count: count))
            }
        }
        #expect(try TimeBasedCode.generate().secret != TimeBasedCode.generate().secret)
    }

    /// The form is that of the Google Authenticator's wiki, which apps read; the secret is that of RFC 4226 in Base32.
    @Test func anAppReadsTheSecretFromAURI() throws {
        let uri = try Self.published().uri(issuer: "Acme & Söhne", account: "ada@example.org")
        #expect(
            uri == "otpauth://totp/Acme%20%26%20S%C3%B6hne:ada%40example.org?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"
                + "&issuer=Acme%20%26%20S%C3%B6hne&algorithm=SHA1&digits=6&period=30")
    }
}
