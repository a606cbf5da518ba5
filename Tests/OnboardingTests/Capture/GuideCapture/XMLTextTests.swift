import TestSupport
import Testing

@testable import Onboarding

@Suite struct XMLTextTests {
    @Test(arguments: [
        "<p/>", " <p />\n", "\u{FEFF}<p></p>", "<?xml version=\"1.0\" encoding=\"UTF-8\"?><p/>",
        "<?xml version='1.0'?>\n<!-- a - b -->\n<p a=\"1\" b='2'><q/>text &lt;&amp;&#38;&#x26;<r>é</r></p>\n<?end?>",
        "<p><![CDATA[<q>&]]></p>", "<a:p xmlns:a=\"urn:a\"><a:q.r-1/></a:p>", "<p a=\"'>'\" b='\"'/>", "<é/>",
        "<capture><eye max=\"75\"/><yaw min=\"-30\" max=\"30\"/></capture>",
    ])
    func isTaken(_ text: String) {
        #expect(XMLText.isWellFormed(text))
    }

    @Test(arguments: [
        "", " ", "<", ">", "<>", "< p/>", "<p", "<p>", "</p>", "<p></q>", "<p><q></p></q>", "<p/><q/>", "<p/>text",
        "text<p/>",
        "<p a/>", "<p a=1/>", "<p a=\"1/>", "<p a=\"1\"b=\"2\"/>", "<p a=\"1\" a=\"2\"/>", "<p a=\"<\"/>", "<p>&</p>",
        "<p>&lt</p>",
        "<p>&nbsp;</p>", "<p>&#0;</p>", "<p>&#x110000;</p>", "<p>&#xD800;</p>", "<p>&#+38;</p>", "<p>&#;</p>",
        "<p>]]></p>",
        "<p>\u{1}</p>", "<p>\u{FFFF}</p>", "<!-- a", "<p><!-- a -- b --></p>", "<p><!-- a ---></p>",
        "<p><![CDATA[a</p>",
        "<![CDATA[a]]><p/>", "<p/><?xml version='1.0'?>", "<p><?XML a?></p>", "<?p", "<1/>", "<-p/>", "<p/ >",
        "<!DOCTYPE p><p/>", "<!DOCTYPE p [<!ENTITY a \"b\">]><p>&a;</p>", "<p><!ELEMENT q ANY></p>",
    ])
    func isRefused(_ text: String) {
        #expect(!XMLText.isWellFormed(text))
    }

    @Test func noTextStopsTheProcess() {
        var generator = SeededGenerator.announced()
        let words = [
            "<", ">", "/", "p", " ", "=", "\"", "'", "&", ";", "#", "x", "1", "<!--", "-->", "<![CDATA[", "]]>", "<?",
            "?>", "é",
        ]
        for _ in 0..<20_000 {
            let count = Int.random(in: 0..<30, using: &generator)
            _ = XMLText.isWellFormed((0..<count).map { _ in words.randomElement(using: &generator) ?? "" }.joined())
        }
        #expect(XMLText.isWellFormed(String(repeating: "<p>", count: 5000) + String(repeating: "</p>", count: 5000)))
    }
}
