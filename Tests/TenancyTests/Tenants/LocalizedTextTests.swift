import OnboardingJSON
import Testing

@testable import Tenancy

@Suite struct LocalizedTextTests {
    @Test func oneTextIsForEverybody() throws {
        let text = try #require(LocalizedText(.string("Come to a branch.")))
        for language in ["en", "de", "de-AT", ""] { #expect(text.text(in: language) == "Come to a branch.") }
        #expect(LocalizedText(.string(""))?.text(in: "en") == nil)
    }

    @Test func eachLanguageHasItsTextAndOthersTheNearest() throws {
        let text = try #require(
            LocalizedText(.object(["de": .string("Filiale"), "en": .string("Branch"), "fr": .string("")])))
        #expect(text.text(in: "de") == "Filiale" && text.text(in: "DE-at") == "Filiale")
        #expect(text.text(in: "fr") == "Branch" && text.text(in: "tr") == "Branch")
        let german = try #require(LocalizedText(.object(["de": .string("Filiale")])))
        #expect(german.text(in: "en") == "Filiale")
        #expect(LocalizedText(.object([:]))?.text(in: "en") == nil)
    }

    @Test func whatIsNoTextIsNone() {
        let wrong: [JSONValue] = [
            .null, .bool(true), .number(1), .array([.string("a")]), .object(["en": .number(1)]),
            .object(["": .string("a")]), .object(["e": .string("a")]), .object(["en_GB": .string("a")]),
        ]
        for value in wrong { #expect(LocalizedText(value) == nil) }
        #expect(LocalizedText(.string("ab"), atMost: 1) == nil)
        #expect(LocalizedText(.object(["en": .string("a"), "de": .string("ab")]), atMost: 1) == nil)
        #expect(LocalizedText(.object(["en": .string("é")]), atMost: 1) != nil)
    }

    @Test func aTenantSaysWhatThePagesSayInItsName() throws {
        let change = JSONValue.object([
            "ui": .object([
                "displayName": .string("Muster & Söhne"), "alternative": .object(["de": .string("Filiale")]),
                "allowGallery": .bool(true), "consentText": .string("And more."), "consentVersion": .string("v3"),
            ])
        ])
        let initial = CustomerConfiguration.initial(.compatible)
        let pages = try TenantSettings(try ConfigurationChange.result(of: change, on: initial)).pages
        #expect(pages.displayName == "Muster & Söhne" && pages.allowsGallery && pages.consentVersion == "v3")
        #expect(pages.alternative.text(in: "de") == "Filiale" && pages.consentText.text(in: "en") == "And more.")
        let usual = try TenantSettings(initial).pages
        #expect(usual.displayName == nil && !usual.allowsGallery && usual.consentVersion == nil)
        #expect(usual.alternative.text(in: "en") == nil && usual.consentText.text(in: "en") == nil)
    }

    @Test(arguments: ["of Jane Roe", "-1", "1/2", String(repeating: "1", count: 33)])
    func aVersionIsOneThatAConsentMayHave(version: String) {
        let change = JSONValue.object(["ui": .object(["consentVersion": .string(version)])])
        #expect(throws: ConfigurationRefusal(notAllowed: "ui.consentVersion")) {
            try ConfigurationChange.result(of: change, on: CustomerConfiguration.initial(.compatible))
        }
    }
}
