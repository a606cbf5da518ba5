import Foundation
import Testing

@testable import DocVerify

@Suite struct MRZTranscriptionTests {
    private let today = MRZExamplesTests.today
    private let lines = [
        "P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<", "L898902C36UTO7408122F1204159ZE184226B<<<<<10",
    ]

    /// Columns that show exactly these characters.
    private func evidence(of lines: [String]) -> [[[Double]]] {
        lines.map { line in line.utf8.map { column([$0: 1]) } }
    }

    private func column(_ shares: [UInt8: Double]) -> [Double] {
        var column = [Double](repeating: 0, count: MRZSymbols.count)
        for (character, share) in shares {
            if let index = MRZSymbols.index(of: character) { column[index] = share }
        }
        return column
    }

    private func transcribe(_ evidence: [[[Double]]]) throws -> (text: MRZTranscription, mrz: MachineReadableZone) {
        let text = MRZTranscription(of: evidence, today: today)
        return (text, try MachineReadableZone(lines: text.lines, today: today))
    }

    @Test func plainColumnsAreReadAsTheyStand() throws {
        let (text, mrz) = try transcribe(evidence(of: lines))
        #expect(text.lines == lines)
        #expect(text.isSure(for: mrz))
        #expect(text.corrections.isEmpty)
    }

    /// A passport of Senegal, read from one column further left, where a mark looks like a letter: one of Palestine.
    @Test(arguments: ["L", "I", "Z"]) func aLineThatBeginsAsNoPassportIsUnsure(mark: String) throws {
        let shifted = mark + "PPSENDIOP<<AWA".padding(toLength: 43, withPad: "<", startingAt: 0)
        let (text, mrz) = try transcribe(evidence(of: [shifted, lines[1]]))
        #expect(mrz.issuingState == "PSE")
        #expect(!text.isSure(for: mrz))
    }

    @Test func whatAPositionMayHoldDecidesBetweenShapes() throws {
        // Digits in the name and the state, letters in the dates.
        let seen = ["P<UT0ER1K550N<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<", "L898902C36UT07408I22F12O4159ZE184226B<<<<<10"]
        let (text, mrz) = try transcribe(evidence(of: seen))
        #expect(text.lines == lines)
        #expect(text.isSure(for: mrz))
    }

    @Test func aZeroInANumberBecomesTheLetterThatMakesAllDigitsFit() throws {
        var writer = MRZWriter(format: .td3)
        writer.number = "O0120186"
        var seen = writer.lines
        seen[1] = "0" + seen[1].dropFirst()
        let (text, mrz) = try transcribe(evidence(of: seen))
        #expect(text.lines == writer.lines)
        #expect(text.corrections == [MRZTranscription.Correction(line: 2, column: 1, from: "0", to: "O")])
        #expect(mrz.documentNumber == "O0120186")
    }

    @Test func whereTwoCorrectionsFitNoneIsMade() throws {
        // `M` was read as `8` in the number; changing another column alone makes all digits fit as well.
        var writer = MRZWriter(format: .td3)
        writer.number = "M47P29163"
        let truth = writer.lines
        let wrong = "8" + truth[1].dropFirst()
        var rivals: [(column: Int, character: UInt8)] = []
        for column in 1..<9 {
            for character in MRZSymbols.all where character != Array(wrong.utf8)[column] {
                var characters = Array(wrong.utf8)
                characters[column] = character
                let line = String(decoding: characters, as: UTF8.self)
                let mrz = try MachineReadableZone(lines: [truth[0], line], today: today)
                if mrz.hasValidCheckDigits { rivals.append((column, character)) }
            }
        }
        let rival = try #require(rivals.first)
        var seen = evidence(of: [truth[0], wrong])
        seen[1][0] = column([UInt8(ascii: "8"): 0.6, UInt8(ascii: "M"): 0.3])
        #expect(try transcribe(seen).text.lines == truth, "one correction fits and is made")
        let current = Array(wrong.utf8)[rival.column]
        seen[1][rival.column] = column([current: 0.6, rival.character: 0.3])
        let (text, mrz) = try transcribe(seen)
        #expect(text.corrections.isEmpty)
        #expect(!mrz.hasValidCheckDigits)
        #expect(!text.isSure(for: mrz))
    }

    @Test func aDigitThatIsPlainlyPrintedWrongIsLeftAsItIs() throws {
        var printed = lines
        printed[1] = printed[1].replacing("7408122", with: "7408124")
        let (text, mrz) = try transcribe(evidence(of: printed))
        #expect(text.lines == printed)
        #expect(text.isSure(for: mrz))
        #expect(!mrz.hasValidCheckDigits)
    }

    @Test func aCharacterThatPlainlyStandsWhereItMayNotIsKept() throws {
        var printed = lines
        printed[1] = printed[1].replacing("7408122", with: "7408A22")
        let (text, mrz) = try transcribe(evidence(of: printed))
        #expect(text.lines == printed)
        #expect(mrz.findings.contains(.characterNotAllowed))
    }

    @Test func anUnsureLetterOfTheNameKeepsTheMRZFromBeingChecked() throws {
        var seen = evidence(of: lines)
        seen[0][6] = column([UInt8(ascii: "R"): 0.6, UInt8(ascii: "B"): 0.4])
        let (text, mrz) = try transcribe(seen)
        #expect(text.lines == lines)
        #expect(mrz.hasValidCheckDigits)
        #expect(!text.isSure(for: mrz))
    }

    @Test func aColumnUnderACheckDigitMayBeLessSure() throws {
        var seen = evidence(of: lines)
        seen[1][1] = column([UInt8(ascii: "8"): 0.6, UInt8(ascii: "3"): 0.2])
        let (text, mrz) = try transcribe(seen)
        #expect(text.isSure(for: mrz))
    }

    @Test func anUnsureStateCodeIsTakenFromTheTable() throws {
        var seen = evidence(of: lines)
        seen[1][10] = column([UInt8(ascii: "O"): 0.5, UInt8(ascii: "U"): 0.4])
        #expect(try transcribe(seen).mrz.nationality == "UTO")
    }

    /// As a print in OCR-B measures.
    private func outlines(of lines: [String]) -> [[CharacterOutline?]] {
        lines.map { line in
            line.utf8.map { character in
                let isLetter = character >= UInt8(ascii: "A")
                return CharacterOutline(
                    height: isLetter ? 1.02 : 1.09, width: 0.69, widthNearEnds: isLetter ? 0.72 : 0.82)
            }
        }
    }

    /// What the recogniser makes of an MRZ: zeros of all O's in columns where a digit may stand.
    private func recognised(_ truth: [String]) -> [[[Double]]] {
        evidence(of: [truth[0], String(truth[1].prefix(10)).replacing("O", with: "0") + truth[1].dropFirst(10)])
    }

    private func transcribe(
        _ number: String, outlines: (MRZWriter) -> [[CharacterOutline?]]
    ) throws -> (truth: [String], text: MRZTranscription, mrz: MachineReadableZone) {
        var writer = MRZWriter(format: .td3)
        writer.number = number
        let text = MRZTranscription(of: recognised(writer.lines), outlines: outlines(writer), today: today)
        return (writer.lines, text, try MachineReadableZone(lines: text.lines, today: today))
    }

    @Test(arguments: ["87OO03O81", "O307986O3", "70O00O474", "O47564096", "66O972510", "000O003O3", "100200300"])
    func outlinesTellZerosFromLettersO(number: String) throws {
        let (truth, text, mrz) = try transcribe(number) { outlines(of: $0.lines) }
        #expect(text.lines == truth)
        #expect(text.corrections.isEmpty)
        #expect(text.isSure(for: mrz))
        #expect(mrz.hasValidCheckDigits)
    }

    @Test(arguments: ["87OO03O81", "O307986O3", "70O00O474", "O47564096", "66O972510", "000O003O3"])
    func whatNeitherOutlinesNorDigitsTellApartIsUndecided(number: String) throws {
        let (_, text, mrz) = try transcribe(number) { _ in [] }
        #expect(!text.undecided.isEmpty)
        #expect(!text.isSure(for: mrz))
    }

    @Test(arguments: ["O47560962", "66O907251", "K47P20163", "8O3462197"])
    func whereOnlyOneWayFitsTheDigitsDecide(number: String) throws {
        let (truth, text, mrz) = try transcribe(number) { _ in [] }
        #expect(text.lines == truth)
        #expect(text.undecided.isEmpty)
        #expect(text.isSure(for: mrz))
    }

    @Test func aPlainZeroStaysAZeroThoughTheDigitsAskForAnO() throws {
        var writer = MRZWriter(format: .td3)
        writer.number = "O47564096"
        let printed = [writer.lines[0], "0" + writer.lines[1].dropFirst()]
        let text = MRZTranscription(of: evidence(of: printed), outlines: outlines(of: printed), today: today)
        let mrz = try MachineReadableZone(lines: text.lines, today: today)
        #expect(text.lines == printed)
        #expect(mrz.findings.contains(.documentNumberCheckDigitWrong))
        #expect(text.isSure(for: mrz), "a digit that is printed wrong is one")
    }

    @Test func outlinesThatTheDatesContradictSayNothing() throws {
        // A typeface whose zeros are ellipses too.
        let (_, text, mrz) = try transcribe("870003081") { writer in
            outlines(of: writer.lines).map { line in
                line.map { CharacterOutline(height: $0?.height ?? 0, width: 0.69, widthNearEnds: 0.7) }
            }
        }
        #expect(!text.undecided.isEmpty)
        #expect(!text.isSure(for: mrz))
    }

    @Test func optionalDataThatNoDigitCoversNeedsItsOutlines() throws {
        var writer = MRZWriter(format: .mrvA)
        writer.code = "V"
        writer.optional = "1203"
        let bare = MRZTranscription(of: evidence(of: writer.lines), today: today)
        #expect(!bare.isSure(for: try MachineReadableZone(lines: bare.lines, today: today)))
        let measured = MRZTranscription(
            of: evidence(of: writer.lines), outlines: outlines(of: writer.lines), today: today)
        #expect(measured.isSure(for: try MachineReadableZone(lines: measured.lines, today: today)))
    }
}
