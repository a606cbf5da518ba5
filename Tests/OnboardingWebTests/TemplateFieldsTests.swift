import Foundation
import Testing

@testable import OnboardingWeb

/// What a template shows of a structure is what the library would have found in it.
@Suite struct TemplateFieldsTests {
    private struct Page {
        struct Row {
            struct Person { let name: String }

            let id: Int
            let person: Person?
            var note: String?
        }

        enum Kind: CustomStringConvertible {
            case long

            var description: String { "a long one" }
        }

        let title: String?
        let isLong: Bool
        let kind: Kind
        let rows: [Row]
        let none: [Row]
        let names: [String]
        let more: Any
    }

    private static var page: Page {
        Page(
            title: "<Cases>", isLong: true, kind: .long,
            rows: [
                Page.Row(id: 1, person: Page.Row.Person(name: "Ada"), note: nil),
                Page.Row(id: 2, person: nil, note: "seen"),
            ],
            none: [], names: ["a", "b"], more: ["inner": Page.Row(id: 3, person: nil, note: nil)] as [String: Any])
    }

    private static func rendered(_ template: String, _ content: Any) throws -> String? {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("fields-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data(template.utf8).write(to: folder.appendingPathComponent("page.mustache"))
        return try Templates(folder: folder.path).render("page", content)
    }

    @Test(arguments: [
        ("{{title}} {{kind}} {{isLong}}", "&lt;Cases&gt; a long one true"),
        ("{{#rows}}{{id}}:{{#person}}{{name}}{{/person}}{{^person}}nobody{{/person}};{{/rows}}", "1:Ada;2:nobody;"),
        ("{{#rows}}{{person.name}}{{note}}{{missing}},{{/rows}}", "Ada,seen,"),
        // A row has no title, so that the page's is meant.
        ("{{#rows}}{{title}}{{/rows}}", "&lt;Cases&gt;&lt;Cases&gt;"),
        ("{{#none}}some{{/none}}{{^none}}none{{/none}}", "none"),
        ("{{#names}}{{.}}{{/names}}", "ab"),
        ("{{#isLong}}long{{/isLong}}{{^isLong}}short{{/isLong}}", "long"),
        ("{{more.inner.id}}{{#more}}{{#inner}}{{id}}{{/inner}}{{/more}}", "33"),
    ]) func aFieldIsFoundByItsName(template: String, shown: String) throws {
        #expect(try Self.rendered(template, Self.page) == shown)
    }

    @Test func aStructureInADictionaryIsFoundToo() throws {
        #expect(
            try Self.rendered("{{page.title}}{{#page}}{{#rows}}{{id}}{{/rows}}{{/page}}", ["page": Self.page])
                == "&lt;Cases&gt;12")
    }
}
