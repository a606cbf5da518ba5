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

    @Test func aCharacterThatTheNetworkDoubtsBecomesTheOneThatMakesAllDigitsFit() throws {
        var writer = MRZWriter(format: .td3)
        writer.number = "O0120186"
        var seen = evidence(of: writer.lines)
        seen[1][0] = column([UInt8(ascii: "0"): 0.7, UInt8(ascii: "O"): 0.3])
        let (text, mrz) = try transcribe(seen)
        #expect(text.lines == writer.lines)
        #expect(text.corrections == [MRZTranscription.Correction(line: 2, column: 1, from: "0", to: "O")])
        #expect(mrz.documentNumber == "O0120186")
        #expect(text.isSure(for: mrz))
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

    /// No state is likelier than another: who holds a passport of few people is read like everybody else.
    @Test func anUnsureStateCodeStaysUnsure() throws {
        var seen = evidence(of: lines)
        seen[0][2] = column([UInt8(ascii: "U"): 0.6, UInt8(ascii: "O"): 0.4])
        let other = lines[1].replacing("UTO", with: "D<<")
        seen[1] = evidence(of: [other])[0]
        let (text, mrz) = try transcribe(seen)
        #expect(mrz.issuingState == "UTO" && !text.isSure(for: mrz))
    }

    /// 0 and U, 1 and L, 6 and G … count alike under every weight.
    @Test(arguments: [("0", "U"), ("1", "L"), ("6", "G"), ("8", "S"), ("5", "F"), ("I", "S"), ("A", "<")])
    func checkDigitsVouchForNoBlindPair(read: String, rival: String) throws {
        var writer = MRZWriter(format: .td3)
        writer.number = "K4" + read + "P29163"
        var seen = evidence(of: writer.lines)
        let (one, other) = (try #require(read.utf8.first), try #require(rival.utf8.first))
        seen[1][2] = column([one: 0.7, other: 0.3])
        let (text, mrz) = try transcribe(seen)
        #expect(text.lines == writer.lines && mrz.hasValidCheckDigits)
        #expect(!text.isSure(for: mrz))
        seen[1][2] = column([one: 0.97, other: 0.03])
        #expect(try transcribe(seen).text.isSure(for: mrz), "only the network's own confidence tells them apart")
        let stranger: UInt8 = read == "5" ? UInt8(ascii: "6") : UInt8(ascii: "5")
        seen[1][2] = column([one: 0.7, stranger: 0.3])
        #expect(try transcribe(seen).text.isSure(for: mrz), "the digits exclude any other character")
    }

    /// Two characters exchanged for two others that together count as much.
    @Test func twoDoubtsThatCancelEachOtherAreNoneTheLess() throws {
        var writer = MRZWriter(format: .td3)
        var other = writer
        // Columns 1 and 4 have one weight: a zero more here and an O less there count nothing.
        (writer.number, other.number) = ("O00012018", "000O12018")
        #expect(writer.lines[1].dropFirst(9) == other.lines[1].dropFirst(9))
        var seen = evidence(of: writer.lines)
        seen[1][0] = column([UInt8(ascii: "O"): 0.6, UInt8(ascii: "0"): 0.4])
        #expect(try transcribe(seen).text.isSure(for: transcribe(seen).mrz), "one doubt is decided")
        seen[1][3] = column([UInt8(ascii: "0"): 0.6, UInt8(ascii: "O"): 0.4])
        let (text, mrz) = try transcribe(seen)
        #expect(text.lines == writer.lines && mrz.hasValidCheckDigits)
        #expect(text.unsureColumns(for: mrz).map(\.column) == [1, 4])
    }

    @Test(arguments: ["87OO03O81", "70O00O474", "000O003O3", "S0S0S0S0S", "0S0S0S0S0"])
    func aNumberOfZerosAndLettersIsSureWhereTheNetworkIs(number: String) throws {
        var writer = MRZWriter(format: .td3)
        writer.number = number
        let (text, mrz) = try transcribe(evidence(of: writer.lines))
        #expect(mrz.documentNumber == number && text.isSure(for: mrz))
    }

    @Test(arguments: ["61<<<<", "6103<<", "<<<<<<"]) func aBirthDateWithUnknownPartsIsSure(birth: String) throws {
        var writer = MRZWriter(format: .td3)
        writer.birth = birth
        let (text, mrz) = try transcribe(evidence(of: writer.lines))
        #expect(text.lines == writer.lines && mrz.hasValidCheckDigits && text.isSure(for: mrz))
    }

    /// A filler is not what is left where nothing was seen.
    @Test func aColumnThatShowsNothingIsNoFiller() throws {
        var seen = evidence(of: lines)
        seen[0][30] = [Double](repeating: 0, count: MRZSymbols.count)
        let (text, mrz) = try transcribe(seen)
        #expect(text.confidences[0][30] == 0)
        #expect(text.unsureColumns(for: mrz).contains { $0 == (1, 31) })
    }
}
