import OnboardingCore
import Testing

@Suite struct IdentifierTests {
    @Test func sixteenRandomBytesAreThirtyTwoDigits() throws {
        let bytes: [UInt8] = [0x00, 0x0F, 0xA0, 0xFF] + Array(repeating: 0x12, count: 12)
        let identifier = try #require(EnrollmentID(randomBytes: bytes))
        #expect(identifier.text == "000fa0ff" + String(repeating: "12", count: 12))
        #expect(EnrollmentID(text: identifier.text) == identifier)
        #expect("\(identifier)" == identifier.text)
    }

    @Test func anIdentifierIsTwoWordsAndBack() throws {
        let identifier = try #require(EnrollmentID(text: "000fa0ff121212120123456789abcdef"))
        #expect(identifier.words == SIMD2(0x000F_A0FF_1212_1212, 0x0123_4567_89AB_CDEF))
        #expect(EnrollmentID(words: identifier.words) == identifier)
        #expect(EnrollmentID(words: .zero)?.text == String(repeating: "0", count: 32))
    }

    @Test(arguments: [0, 15, 17]) func anyOtherNumberOfBytesMakesNone(count: Int) {
        #expect(EnrollmentID(randomBytes: Array(repeating: 1, count: count)) == nil)
    }

    @Test(arguments: [
        "", String(repeating: "a", count: 31), String(repeating: "a", count: 33), String(repeating: "A", count: 32),
        String(repeating: "g", count: 32), "../" + String(repeating: "a", count: 29),
    ])
    func aTextThatIsNoIdentifierIsRefused(_ text: String) {
        #expect(EnrollmentID(text: text) == nil)
    }
}
