import Foundation
import Testing

@testable import LivenessScorer

@Suite struct ReportDocumentTests {
    private static let hostile = "<script>alert('1')</script>\"&\u{1b}[31m\u{0}"

    private static let document = ReportDocument(
        title: hostile,
        blocks: [
            .heading(hostile), .paragraph(hostile),
            .table(ReportTable(columns: [.init(hostile), .init("n", isNumber: true)], rows: [[hostile, "1"]])),
            .folded(summary: hostile, [.paragraph(hostile)]),
        ],
        details: [
            .curves(
                TradeoffPlot(
                    caption: hostile, horizontalAxis: hostile, verticalAxis: hostile,
                    series: [.init(name: hostile, points: [(x: 0, y: 1), (x: 0.5, y: 0.5), (x: .nan, y: -3)])])),
            .histograms(HistogramPlot(caption: hostile, range: 0...100, series: [.init(name: hostile, bins: [0, 3])])),
        ])

    @Test func aHostileNameIsTextAndNeverMarkup() {
        let html = Self.document.html
        #expect(!html.contains("<script"))
        #expect(!html.contains("alert('1')"))
        #expect(html.contains("&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&quot;&amp; [31m "))
        #expect(!html.unicodeScalars.contains { $0.value < 32 && $0 != "\n" })
        let text = Self.document.text
        #expect(!text.unicodeScalars.contains { $0.value < 32 && $0 != "\n" })
    }

    @Test func thePageAsksForNothingFromElsewhere() {
        let html = Self.document.html
        for word in ["http:", "https:", "src=", "url(", "@import", "<link", "href="] {
            #expect(!html.contains(word), "\(word)")
        }
        #expect(html.contains("default-src 'none'"))
    }

    @Test func everyElementOfThePageIsClosed() throws {
        let html = Self.document.html
            .replacing("<!DOCTYPE html>", with: "").replacing("<meta charset=\"utf-8\">", with: "")
            .replacing(/<meta [^>]*>/, with: "")
        var open: [Substring] = []
        for tag in html.matches(of: /<(\/?)([a-z0-9]+)[^>]*?(\/?)>/) {
            if !tag.output.3.isEmpty { continue }
            if tag.output.1.isEmpty {
                open.append(tag.output.2)
            } else {
                #expect(open.popLast() == tag.output.2)
            }
        }
        #expect(open.isEmpty)
    }

    @Test func columnsOfATableAreAlignedInATerminal() {
        let table = ReportTable(
            columns: [.init("species"), .init("n", isNumber: true)], rows: [["print", "7"], ["a longer one", "120"]])
        let lines = ReportDocument(title: "t", blocks: [.table(table)]).text.split(separator: "\n")
        #expect(lines == ["t", "species         n", "print           7", "a longer one  120"])
    }

    /// Abramowitz and Stegun, table 26.5.
    @Test(arguments: [(0.5, 0.0), (0.975, 1.959963985), (0.01, -2.326347874), (0.2, -0.841621234)])
    func theAxisFollowsTheNormalDistribution(share: Double, quantile: Double) {
        #expect(abs(normalQuantile(share) - quantile) < 1e-8)
    }
}
