import Foundation
import TestSupport
import Testing

@testable import OnboardingWeb

/// Every text that a page shows, in every language.
@Suite struct WordsTests {
    private static let folder = Material.packageRoot + "/web"

    private static func words(_ language: Language) throws -> Words {
        try Words(file: "\(folder)/texts/\(language.rawValue).json")
    }

    @Test func everyLanguageHasTheSameTexts() throws {
        let english = try Self.words(.english).paths
        for language in Language.allCases {
            // The sentences of the settings stand in English in their table.
            let paths = try Self.words(language).paths.filter { !$0.hasPrefix("admin.key.") }
            #expect(Set(paths).symmetricDifference(english) == [], "\(language)")
        }
    }

    @Test func noTextIsEmptyButWhereNothingIsToBeSaid() throws {
        for language in Language.allCases {
            let words = try Self.words(language)
            let empty = words.paths.filter { words($0).isEmpty }
            #expect(empty == ["portal.stepState.waiting"], "\(language)")
        }
    }

    @Test func everyLanguageHasTheSamePlaceholders() throws {
        let (english, german) = (try Self.words(.english), try Self.words(.german))
        for path in english.paths {
            #expect(Self.placeholders(english(path)) == Self.placeholders(german(path)), "\(path)")
        }
    }

    @Test func everyTextThatATemplateNamesIsThere() throws {
        let english = try Self.words(.english)
        var named = 0
        for (path, bytes) in try FolderFiles(Self.folder + "/templates").contents {
            let template = String(decoding: bytes, as: UTF8.self)
            for match in template.matches(of: /\{\{[#^\/]?\s*words\.([A-Za-z0-9_.]+)/) {
                named += 1
                let name = String(match.1)
                let isThere = english.paths.contains { $0 == name || $0.hasPrefix(name + ".") }
                #expect(isThere, "\(path) names \(name)")
            }
        }
        #expect(named > 50)
    }

    @Test func placeholdersAreFilledIn() throws {
        let words = try Self.words(.english)
        #expect(words("signIn.tooMany", ["seconds": "7"]).contains("7 seconds"))
        #expect(words("no.such.text") == "no.such.text")
    }

    private static func placeholders(_ text: String) -> Set<String> {
        Set(text.matches(of: /\{[A-Za-z]+\}/).map { String($0.output) })
    }
}
