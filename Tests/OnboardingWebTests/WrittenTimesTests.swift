import Foundation
import OnboardingCore
import TestSupport
import Testing

@testable import OnboardingWeb

/// Days and times have one form, and no page has another one (`WrittenTime`).
@Suite struct WrittenTimesTests {
    private static func files(_ folder: String, _ ending: String) throws -> [(path: String, text: String)] {
        try FolderFiles(Material.packageRoot + "/" + folder).contents.filter { $0.key.hasSuffix(ending) }.map {
            (path: $0.key, text: String(decoding: $0.value, as: UTF8.self))
        }
    }

    @Test func noScriptWritesOneAsItsBrowserDoes() throws {
        let scripts = try Self.files("web/static", ".js")
        #expect(scripts.count > 20)
        for (path, text) in scripts {
            #expect(
                text.firstMatch(of: /toLocale(Date|Time)|DateTimeFormat|toUTCString|toISOString\(\)\./) == nil,
                "\(path)")
        }
    }

    /// What programs read stands in `datetime`, beside what people do.
    @Test func noTemplateShowsWhatProgramsRead() throws {
        for (path, text) in try Self.files("web/templates", ".mustache") where path != "time.mustache" {
            for match in text.matches(of: /<time datetime="([^"]*)">([^<]*)</) {
                #expect(match.1 != match.2, "\(path)")
            }
        }
    }

    @Test func noPageCutsOneOutOfWhatProgramsRead() throws {
        let sources =
            try Self.files("Sources/OnboardingWeb", ".swift") + Self.files("Sources/Casework/SubjectAccess", ".swift")
        for (path, text) in sources {
            #expect(text.firstMatch(of: /dropFirst\(11\)|ISO8601FormatStyle|DateFormatter|\) UTC"/) == nil, "\(path)")
        }
    }

    @Test(arguments: Language.allCases) func noTextHasAFormOfItsOwn(language: Language) throws {
        let words = try AdminMaterial.words(language)
        for path in words.paths {
            #expect(words(path).firstMatch(of: /\{(day|month)\}[.]? \{(month|year)\}|\} UTC/) == nil, "\(path)")
        }
    }

    @Test(arguments: Language.allCases) func theCaseShowsNoOther(language: Language) throws {
        let page = String(
            decoding: try #require(
                FileManager.default.contents(
                    atPath: Material.packageRoot + "/Tests/OnboardingWebTests/Golden/case-\(language.rawValue).html")),
            as: UTF8.self)
        // What a client says by another clock stands as it was said, and 2026-03 is what the tenant calls a text.
        let shown = page.replacing(/<[^>]*>/, with: " ").replacing(
            /[0-9-]{10}T[0-9:.]+[+-][0-9:]{5}|\s2026-03\s/, with: "")
        #expect(shown.contains(language == .english ? "21 Nov 2026, 09:0" : "21. Nov. 2026, 09:0"))
        #expect(shown.firstMatch(of: /[0-9]{4}-[0-9]{2}(-[0-9]{2})?(?![0-9a-f-])/) == nil)
        // What the document states, too; a month where it states no day.
        for date in language == .english
            ? ["12 Aug 1974", "15 Apr 2012", " Apr 2002"] : ["12. Aug. 1974", "15. Apr. 2012", " Apr. 2002"]
        {
            #expect(shown.contains(date), "\(date)")
        }
    }
}
