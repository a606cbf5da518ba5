import OnboardingCore
import Testing

@testable import Onboarding
@testable import Tenancy

@Suite struct ConsentTextTests {
    /// `printf 'Ihre Bilder werden geprüft.\n\nFür Muster & Söhne.' | sha256sum`
    private static let hash = "ebd09f5defa44349fcf324bf861bb8af2a9bae3a763696e4c4ec2f26ed961d2c"

    @Test(arguments: [
        ["Ihre Bilder werden geprüft.", "Für Muster & Söhne."],
        ["Ihre Bilder werden gepru\u{308}ft.\r\n\r\nFu\u{308}r Muster & Söhne."],
        [" \nIhre Bilder werden geprüft.\t", "", "  ", "\rFür Muster & Söhne.\n\n"],
    ])
    func theHashIsThatOfTheTextInItsNormalForm(parts: [String]) {
        let text = ConsentText(parts, version: nil, language: "de")
        #expect(text.text == "Ihre Bilder werden geprüft.\n\nFür Muster & Söhne.")
        #expect(text.hash == Self.hash)
        #expect(text.version == Self.hash.prefix(16))
    }

    @Test func aConsentToAnotherTextIsRefused() throws {
        let shown = [
            ConsentText(["Ihre Bilder werden geprüft.", "Für Muster & Söhne."], version: "v3", language: "de"),
            ConsentText(["Your pictures are looked at."], version: nil, language: "en"),
        ]
        func consent(
            _ hash: String = Self.hash, _ version: String = "v3", _ language: String = "de"
        ) -> Consent {
            Consent(textHash: hash, textVersion: version, language: language, acceptedAt: "2026-03-02T07:36:25Z")
        }
        try consent().check(isTo: shown)
        try consent(Self.hash.uppercased(), "v3", "DE").check(isTo: shown)
        try consent(shown[1].hash, shown[1].version, "en").check(isTo: shown)
        let wrong = [
            consent(String(repeating: "0", count: 64)), consent(""), consent(Self.hash, "v2"),
            consent(Self.hash, "v3", "en"), consent(shown[1].hash, "v3", "de"),
        ]
        for other in wrong {
            #expect(throws: Refusal(.consentTextUnknown)) { try other.check(isTo: shown) }
        }
        #expect(throws: Refusal(.consentTextUnknown)) { try consent().check(isTo: []) }
    }
}
