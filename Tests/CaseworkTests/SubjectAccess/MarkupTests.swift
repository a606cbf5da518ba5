import TestSupport
import Testing

@testable import Casework

@Suite struct MarkupTests {
    @Test func whatIsInterpolatedIsText() {
        let hostile = "<img src=x onerror=\"alert('1')\"> & \u{0}\u{85}\u{1B}"
        let written: Markup = "<p title=\"\(hostile)\">\(hostile)</p>"
        let text = "&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt; &amp; \u{FFFD}\u{FFFD}\u{FFFD}"
        #expect(written.html == "<p title=\"\(text)\">\(text)</p>")
    }

    @Test func markupStaysMarkup() {
        let parts: [Markup] = ["<b>\("a")</b>", "<b>\("<")</b>"]
        let whole: Markup = "<p>\(parts)\(parts[0])</p>"
        #expect(whole.html == "<p><b>a</b><b>&lt;</b><b>a</b></p>")
    }

    @Test func noTextMakesAnElement() {
        var generator = SeededGenerator.announced()
        let letters: [Character] = ["<", ">", "&", "\"", "'", "/", "a", "=", "\u{202E}", "ü", "\n"]
        for _ in 0..<2000 {
            let text = String((0..<12).map { _ in letters.randomElement(using: &generator) ?? "a" })
            let written: Markup = "\(text)"
            #expect(!written.html.contains { "<>\"'".contains($0) }, "seed \(generator.seed)")
        }
    }
}
