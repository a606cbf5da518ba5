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
            for isPadded in [true, false] {
                let text = Base32.encode(bytes, isPadded: isPadded)
                #expect(Base32.decode(text) == bytes, "seed \(generator.seed)")
            }
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

    /// RFC 4648 §10.
    @Test(arguments: [
        ("", ""), ("f", "MY======"), ("fo", "MZXQ===="), ("foo", "MZXW6==="), ("foob", "MZXW6YQ="),
        ("fooba", "MZXW6YTB"), ("foobar", "MZXW6YTBOI======"),
    ]) func base32GivesThePublishedTexts(bytes: String, text: String) {
        #expect(Base32.encode(Array(bytes.utf8)) == text)
        #expect(Base32.encode(Array(bytes.utf8), isPadded: false) == text.filter { $0 != "=" })
        #expect(Base32.decode(text) == Array(bytes.utf8))
    }

    @Test(arguments: [
        "M", "MZX", "MZXW6Y", "my======", "MZ======", "MZXW6YT1", "MZXW6YTB=", "MZXW6YQ==", "MY=====", "=MY=====",
        "MY M",
        "MZXW 6YTB", "ÄÄ",
    ]) func base32DecodesNothingButItsOwnWriting(text: String) {
        #expect(Base32.decode(text) == nil)
    }
}
