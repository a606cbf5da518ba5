import Synchronization
import Testing

@testable import OnboardingCommand

/// Tables, and how far a command has come.
@Suite struct OutputTests {
    @Test func columnsAreAsWideAsWhatStandsInThem() {
        let table = Table(["NAME", "STATE"], rows: [["acme", "test"], ["a-longer-name", ""]])
        #expect(
            table.lines == [
                "NAME           STATE", "acme           test", "a-longer-name  -",
            ])
    }

    @Test func widthsAreThoseThatAreSeen() {
        let table = Table(["A", "B"], rows: [["東京", "x"], ["e\u{301}é", "y"], ["abcd", "z"]])
        #expect(table.lines == ["A     B", "東京  x", "e\u{301}é    y", "abcd  z"])
    }

    @Test func withoutRowsThereIsNoHead() {
        #expect(Table(["A"], rows: []).lines.isEmpty)
        let output = OutputOptions.parseOrNil()
        #expect(throws: CommandEnd.self) {
            try output?.show(
                [Int](), nothing: "nobody found", object: { ["n": .count($0)] }, columns: ["N": { "\($0)" }])
        }
    }

    @Test func progressIsSaidOnceASecondAtMost() {
        let said = Mutex<[String]>([])
        let begun = ContinuousClock().now
        let line = ProgressLine("images", isShown: true, isTerminal: false, from: begun) { text in
            said.withLock { $0.append(text) }
        }
        for (done, milliseconds) in [(1, 500), (2, 900), (3, 1_499), (4, 1_500), (5, 2_000), (6, 4_000)] {
            line.report(done, of: 10, at: begun + .milliseconds(milliseconds))
        }
        line.end()
        let lines = [
            "1 of 10 images, 2 a second\n", "4 of 10 images, 2.7 a second\n", "6 of 10 images, 1.5 a second\n",
        ]
        #expect(said.withLock { $0 } == lines)
    }

    @Test func onATerminalTheLineIsWrittenOverAndCleared() {
        let said = Mutex("")
        let begun = ContinuousClock().now
        let line = ProgressLine("images", isShown: true, isTerminal: true, from: begun) { text in
            said.withLock { $0 += text }
        }
        line.report(40, at: begun + .seconds(2))
        line.end()
        line.end()
        #expect(said.withLock { $0 } == "\r40 images, 20 a second\u{1B}[K\r\u{1B}[K")
    }

    @Test func nothingIsSaidWhereNobodyAsked() {
        let line = ProgressLine("images", isShown: false, isTerminal: true) { _ in Issue.record("said") }
        line.report(1, of: 1)
        line.end()
        let options = try? ProgressOptions.parse(["--progress"])
        let output = try? OutputOptions.parse(["--json"])
        #expect(options?.line("images", beside: output).isSilent == true)
        #expect(options?.line("images").isSilent == false)
    }
}

extension OutputOptions {
    fileprivate static func parseOrNil() -> OutputOptions? { try? parse([]) }
}
