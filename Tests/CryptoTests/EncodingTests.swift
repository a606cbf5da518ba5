import TestSupport
import Testing

@testable import OnboardingCrypto

@Suite struct EncodingTests {
    @Test func whatWasEncodedDecodesToTheSame() {
        var generator = SeededGenerator.announced()
        for count in 0..<300 {
            let bytes = (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
            #expect(Base64URL.decode(Base64URL.encode(bytes)) == bytes, "seed \(generator.seed)")
            #expect(Hexadecimal.decode(Hexadecimal.encode(bytes)) == bytes, "seed \(generator.seed)")
        }
    }

    @Test func base64URLHasItsOwnAlphabetAndNoPadding() {
        #expect(Base64URL.encode([0xfb, 0xff, 0xbf, 0xff]) == "-_-__w")
        #expect(Base64URL.encode([]) == "")
    }

    /// One value has one text, so a token or a `data` parameter cannot be respelled.
    @Test(arguments: [
        "A", "AAAAA", "AA==", "AAA=", "AB", "AAB", "+/+//w", "-_-__x", "AA A", "AAAA\n", " AAAA", "ÄÄÄÄ", "AA\0A",
        "AAA.",
    ])
    func base64URLDecodesNothingButItsOwnWriting(text: String) {
        #expect(Base64URL.decode(text) == nil)
    }

    @Test func hexadecimalTakesEitherCaseAndNothingElse() {
        #expect(Hexadecimal.decode("00fFaB") == [0, 0xff, 0xab])
        #expect(Hexadecimal.encode([0, 0xff, 0xab]) == "00ffab")
        for text in ["0", "0g", " 00", "0x00", "é", "00:11"] { #expect(Hexadecimal.decode(text) == nil) }
    }
}
