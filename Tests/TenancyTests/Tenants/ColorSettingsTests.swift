import OnboardingCore
import OnboardingJSON
import Testing

@testable import Tenancy

@Suite struct ColorSettingsTests {
    private func change(_ members: [String: JSONValue]) throws(ConfigurationRefusal) -> JSONValue {
        try ConfigurationChange.result(
            of: .object(["ui": .object(members)]), on: CustomerConfiguration.initial(.compatible))
    }

    private func refusal(_ members: [String: JSONValue]) -> ConfigurationRefusal? {
        do throws(ConfigurationRefusal) {
            _ = try change(members)
            return nil
        } catch {
            return error
        }
    }

    @Test func aTenantHasTwoColorsAndWordsOfItsOwn() throws {
        let changed = try change([
            "primaryColor": .string("#8A5A00"), "accentColor": .string("#e06000"),
            "wording": .object([
                "title": .object(["en": .string("Hello"), "de": .string("Hallo")]), "support": .string("Call 1"),
            ]),
        ])
        let pages = try TenantSettings(changed).pages
        #expect(pages.primaryColor == Color("#8a5a00") && pages.accentColor == Color("#e06000"))
        #expect(pages.wording.title.text(in: "de") == "Hallo" && pages.wording.support.text(in: "de") == "Call 1")
        #expect(pages.wording.welcome.text(in: "en") == nil)
        let usual = try TenantSettings(CustomerConfiguration.initial(.strict)).pages
        #expect(usual.primaryColor == nil && usual.accentColor == nil && usual.wording.title.text(in: "en") == nil)
    }

    @Test(arguments: [
        JSONValue.string("red"), .string("#12"), .string("#1a56db;} body{display:none"), .string("var(--ink)"),
        .string("url(//evil.example)"), .number(1), .array([]), .bool(true), .object([:]),
    ]) func whatIsNoColorIsRefused(value: JSONValue) {
        for key in ["primaryColor", "accentColor"] {
            #expect(refusal([key: value]) == ConfigurationRefusal(notAllowed: "ui.\(key)"))
        }
    }

    @Test func aColorThatIsNotReadIsRefusedWithItsRatioAndTheOneThatIsNeeded() throws {
        let refused = try #require(refusal(["primaryColor": .string("#777777")]))
        let message =
            "ui.primaryColor has a contrast of 3.84:1 on the page's background #eaeef3 and needs 4.50:1; a darker one has it"
        #expect(refused.message == message && refused.rule == .colorContrast && refused.kind == .value)
        #expect(refused.key == "ui.primaryColor" && refused.shortfall?.needed == 4.5)
        let answered = Refusal(refused)
        #expect(answered.reason == .configurationValue && answered.details.member == "ui.primaryColor")
    }

    @Test func anAccentNeedsLessThanWhatIsRead() throws {
        #expect(refusal(["accentColor": .string("#777777")]) == nil)
        let refused = try #require(refusal(["accentColor": .string("#ffd24a")]))
        #expect(refused.message.contains("ui.accentColor") && refused.shortfall?.needed == 3)
        #expect(refusal(["accentColor": .string("#d07000")]) == nil, "3.003 : 1")
        #expect(refusal(["primaryColor": .string("#6a6a6a")]) == nil, "4.64 : 1")
        #expect(refusal(["primaryColor": .string("")]) == nil)
    }

    @Test func textsOfATenantHaveABound() {
        for (name, bound) in [("title", Limit.displayName), ("welcome", .wording), ("portal", .wording)] {
            let longest = String(repeating: "ü", count: bound.value)
            #expect(refusal(["wording": .object([name: .object(["de": .string(longest)])])]) == nil)
            #expect(
                refusal(["wording": .object([name: .string(longest + "u")])])
                    == ConfigurationRefusal(notAllowed: "ui.wording.\(name)"))
        }
    }
}
