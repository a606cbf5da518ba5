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
