import Testing
import Vision

@testable import DocVerify

/// Which of a block's lines are the MRZ, and how many columns they have.
@Suite struct MRZPlacementTests {
    private func rows(_ texts: [String], first: Double = 12, count: Int = 260) -> [MRZRow] {
        texts.enumerated().map { index, text in
            MRZRow(
                curve: TextCurve(
                    line: TextLine(
                        center: Point(x: 600, y: 500 + 45 * Double(index)), angleInRadians: 0, length: 836, height: 18),
                    sag: 0),
                grid: StripGrid(scale: 1), stripWidth: count * 4,
                steps: SymbolSteps(showing: text, first: first, count: count))
        }
    }

    private func placement(_ texts: [String]) -> MRZPlacement? {
        let length = Double(texts.map(\.utf8.count).max() ?? 0) * MRZPlacement.usualPitch
        return MRZPlacement(of: rows(texts), lengthInSteps: length)
    }

    private func text(_ placement: MRZPlacement?) -> [String]? {
        placement.map { MRZTranscription(of: $0.evidence, today: MRZExamplesTests.today).lines }
    }

    @Test(arguments: [MRZFormat.td3, .td1, .td2, .mrvA, .mrvB])
    func everyFormatIsFoundByItsLines(format: MRZFormat) {
        let lines = MRZWriter(
            format: format, code: format == .mrvA || format == .mrvB ? "V" : format == .td3 ? "P" : "I"
        ).lines
        let found = placement(lines)
        #expect(text(found) == lines)
        #expect((found?.score ?? -1) > -0.05)
    }

    @Test func theFrenchCardIsToldFromOtherCards() throws {
        var writer = MRZWriter(format: .frenchCard1988)
        (writer.primary, writer.secondary, writer.number) = (["BERTHIER"], ["CORINNE"], "940992310285")
        #expect(text(placement(writer.lines)) == writer.lines)
    }

    @Test func oneLineOfALicenceIsReadAndNoOtherLineAlone() {
        let line = "D1NLD15094962111659VW87Z78NB84"
        #expect(text(placement([line])) == [line])
        #expect(placement([MRZWriter(format: .td1, code: "I").lines[1]]) == nil)
    }

    @Test func aLineOfOtherPrintAboveIsLeftOut() {
        let lines = MRZWriter(format: .td3).lines
        #expect(text(placement(["SIGNATURE OF BEARER 12 MARCH 2024"] + lines)) == lines)
        #expect(text(placement(lines + ["L898902C3"])) == lines)
    }

    /// A first character under a finger: the other line says where the columns begin.
    @Test func linesBeginOneBelowTheOther() throws {
        let lines = MRZWriter(format: .td3).lines
        let hidden = [" " + lines[0].dropFirst(), lines[1]]
        let found = try #require(placement(hidden))
        let read = try #require(text(found))
        #expect(read[1] == lines[1] && read[0].dropFirst() == lines[0].dropFirst())
        #expect(found.evidence[0][0].reduce(0, +) < 0.2)
    }

    @Test func printThatIsNoMRZIsNone() {
        #expect(placement(["THE QUICK BROWN FOX JUMPS OVER IT", "AND 17 MORE LAZY DOGS LIE HERE"]) == nil)
    }
}
