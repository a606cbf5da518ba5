import Foundation
import TestSupport
import Testing

@testable import OnboardingWeb

@Suite struct TemplatesTests {
    private static func templates(_ texts: [String: String]) throws -> Templates {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("templates-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        for (name, text) in texts {
            try Data(text.utf8).write(to: folder.appendingPathComponent(name + ".mustache"))
        }
        return try Templates(folder: folder.path)
    }

    @Test func everyValueIsEscapedWhereverItStands() throws {
        let templates = try Self.templates([
            "page": #"<p title="{{text}}">{{text}}</p>{{> part}}{{#rows}}{{.}}{{/rows}}"#, "part": "<b>{{text}}</b>",
        ])
        let nasty = #"<script>"'&"#
        let safe = "&lt;script&gt;&quot;&#39;&amp;"
        let html = templates.render("page", ["text": nasty, "rows": [nasty]] as [String: Any])
        #expect(html == #"<p title="\#(safe)">\#(safe)</p><b>\#(safe)</b>\#(safe)"#)
    }

    @Test func aMarkWithAnAccentBehindItIsEscapedAsWell() throws {
        let templates = try Self.templates(["page": #"<p title="{{text}}">"#])
        // One character to Swift, two to a browser.
        let html = templates.render("page", ["text": "\"\u{0301} onclick=x"])
        #expect(html == "<p title=\"&quot;\u{0301} onclick=x\">")
    }

    @Test func aTextInsideAnInheritedBlockIsEscaped() throws {
        let templates = try Self.templates([
            "frame": "<main>{{$main}}{{/main}}</main>", "page": "{{<frame}}{{$main}}{{text}}{{/main}}{{/frame}}",
        ])
        #expect(templates.render("page", ["text": "<\u{0301}i>"]) == "<main>&lt;\u{0301}i&gt;</main>")
    }

    @Test(arguments: ["{{{text}}}", "{{& text}}", "{{&text}}"]) func aTemplateThatAsksForATextUnescapedIsRefused(
        text: String
    ) {
        #expect(throws: SiteError.self) { try Self.templates(["page": text]) }
    }

    @Test func allTemplatesOfTheProductAreRead() throws {
        _ = try Templates(folder: Material.packageRoot + "/web/templates")
    }
}
