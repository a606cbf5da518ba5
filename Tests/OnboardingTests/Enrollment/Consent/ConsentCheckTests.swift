import OnboardingCore
import OnboardingCore
import Testing

@testable import Onboarding
@testable import Tenancy

@Suite struct ConsentCheckTests {
    private func consent(
        version: String = "2026-03", language: String = "en", acceptedAt: String = "2026-03-02T07:36:25Z"
    ) -> Consent {
        Consent(
            textHash: String(repeating: "ab", count: 32), textVersion: version, language: language,
            acceptedAt: acceptedAt)
    }

    @Test(arguments: ["de", "de-AT", "zh-Hant-TW", "es-419", "sl-rozaj-biske", "zh-yue-HK", "en-u-ca-gregory"])
    func aTagOfALanguageIsTaken(language: String) throws {
        _ = try consent(language: language).checked()
    }

    @Test(arguments: ["e", "in English", "x-jane", "de-x-jane", "de_AT", "de-", "-de", "dé", "de\n"])
    func whatIsNoTagOfALanguageIsRefused(language: String) {
        #expect(throws: Refusal(.wrongType)) { try consent(language: language).checked() }
    }

    @Test(arguments: [
        "2026-03-02T07:36:25Z", "2026-03-02T07:36:25.123456+05:30", "2024-02-29T23:59:60-0800", "2026-03-02T07:36+02",
        "2026-03-02T07:36:25,5Z",
    ])
    func aPointInTimeIsTaken(instant: String) throws {
        _ = try consent(acceptedAt: instant).checked()
    }

    @Test(arguments: [
        "yesterday", "2026-03-02", "2026-03-02T07:36:25", "2026-02-29T07:36:25Z", "2026-13-02T07:36:25Z",
        "2026-03-02T24:00:00Z", "2026-03-02T07:60:00Z", "2026-03-02T07:36:61Z", "2026-03-02T07:36:25+24:00",
        "2026-03-02 07:36:25Z", "1772437000", "٢٠٢٦-03-02T07:36:25Z",
    ])
    func whatIsNoPointInTimeIsRefused(instant: String) {
        #expect(throws: Refusal(.wrongType)) { try consent(acceptedAt: instant).checked() }
    }

    @Test(arguments: ["of Jane Roe", "jane@example.org", "-1", "1/2"])
    func aVersionIsNoFreeText(version: String) {
        #expect(throws: Refusal(.wrongType)) { try consent(version: version).checked() }
    }
}
