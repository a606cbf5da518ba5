import OnboardingCore
import Testing

@testable import Tenancy

@Suite struct NameFormTests {
    @Test(arguments: [
        "ada", "Ada Lovelace", "ada@example.org", "Jos\u{E9}", "\u{5D0}\u{5D3}\u{5D4}", "\u{645}\u{6CC}\u{200C}\u{62E}",
        "\u{1F469}\u{200D}\u{1F4BB}", "a\u{A0}b", "1",
    ])
    func aNameIsTaken(_ name: String) throws {
        #expect(try name.checkedName(as: "username") == name)
    }

    @Test(arguments: [
        " ada", "ada ", "\u{3000}ada", "ada\u{A0}", " ", "\t", "a\nb", "a\u{0}b", "a\u{85}b", "a\u{2028}b",
        "a\u{2029}b", "a\u{202E}b",
        "\u{2066}a\u{2069}", "a\u{200F}", "a\u{61C}b", "a\u{7F}",
    ])
    func whatCannotBeSeenIsRefused(_ name: String) {
        let refusal = #expect(throws: Refusal.self) { try name.checkedName(as: "username") }
        #expect(refusal?.reason == .wrongType)
    }

    @Test func oneLetterHasOneSpellingAndTwoCasesAreTwoNames() throws {
        let (composed, decomposed) = ("Jos\u{E9}", "Jose\u{301}")
        #expect(Array(try decomposed.checkedName(as: "username").utf8) == Array(composed.utf8))
        #expect(NameForm.normalized("ADA") != NameForm.normalized("ada"))
        // Some letters are longer in NFC: the limit is on what is kept.
        let growing = String(repeating: "\u{958}", count: Limit.username.value / 2 + 1)
        let refusal = #expect(throws: Refusal.self) { try growing.checkedName(as: "username") }
        #expect(refusal?.reason == .fieldTooLong)
    }
}
