import Testing

@testable import DocVerify

/// The worked examples that ICAO Doc 9303 prints, and the forms that issuers made of them.
@Suite struct MRZExamplesTests {
    static let today: CalendarDate = {
        guard let day = CalendarDate(year: 2026, month: 11, day: 21) else { preconditionFailure("this day exists") }
        return day
    }()

    func mrz(_ lines: String...) throws -> MachineReadableZone {
        try MachineReadableZone(lines: lines, today: Self.today)
    }

    @Test(arguments: [
        ("520727", 3), ("AB2134<<<", 5),
        ("HA672242<658022549601086<<<<<<<<<<<<<<0", 8),
        ("D231458907<<<<<<<<<<<<<<<34071279507122<<<<<<<<<<<", 2),
        ("HA672242<658022549601086<<<<<<<", 8),
    ])
    func checkDigitsMatchTheWorkedExamplesOfPart3(text: String, digit: Int) {
        #expect(CheckDigit.computed(over: text) == digit)
    }

    @Test func checkDigitOfForeignCharactersDoesNotExist() {
        #expect(CheckDigit.computed(over: "AB c") == nil)
    }

    @Test func passportOfPart4IsReadWhole() throws {
        let mrz = try mrz(
            "P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<", "L898902C36UTO7408122F1204159ZE184226B<<<<<10")
        #expect(mrz.format == .td3)
        #expect(mrz.documentCode == "P")
        #expect(mrz.issuingState == "UTO")
        #expect(mrz.primaryIdentifier == "ERIKSSON")
        #expect(mrz.secondaryIdentifier == "ANNA MARIA")
        #expect(mrz.documentNumber == "L898902C3")
        #expect(mrz.nationality == "UTO")
        #expect(mrz.birthDate.text == "1974-08-12")
        #expect(mrz.sex == .female)
        #expect(mrz.expiryDate.text == "2012-04-15")
        #expect(mrz.optionalData == "ZE184226B")
        #expect(mrz.compositeCheckDigit?.printed == "0" && mrz.compositeCheckDigit?.isCorrect == true)
        #expect(mrz.hasValidCheckDigits)
        #expect(mrz.findings == [.specimen])
    }

    @Test func cardOfPart5IsReadWhole() throws {
        let mrz = try mrz(
            "I<UTOD231458907<<<<<<<<<<<<<<<", "7408122F1204159UTO<<<<<<<<<<<6", "ERIKSSON<<ANNA<MARIA<<<<<<<<<<")
        #expect(mrz.format == .td1)
        #expect(mrz.documentNumber == "D23145890")
        #expect(mrz.field(.documentNumber)?.checkDigit?.computed == 7)
        #expect(mrz.hasValidCheckDigits)
        #expect(mrz.secondaryIdentifier == "ANNA MARIA")
    }

    @Test func cardOfPart6AndVisasOfPart7AreToldApart() throws {
        let card = try mrz("I<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<", "D231458907UTO7408122F1204159<<<<<<<6")
        let full = try mrz(
            "V<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<", "L8988901C4XXX4009078F96121096ZE184226B<<<<<<")
        let small = try mrz("V<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<", "L8988901C4XXX4009078F9612109<<<<<<<<")
        #expect([card.format, full.format, small.format] == [.td2, .mrvA, .mrvB])
        #expect(full.compositeCheckDigit == nil)
        #expect(full.birthDate.text == "1940-09-07")
        #expect(full.optionalData == "6ZE184226B")
        #expect(card.hasValidCheckDigits && full.hasValidCheckDigits && small.hasValidCheckDigits)
    }

    @Test func longNumbersOfPart11AreJoined() throws {
        let card = try mrz(
            "I<UTOD23145890<7349<<<<<<<<<<<", "3407127M9507122UTO<<<<<<<<<<<2", "STEVENSON<<PETER<JOHN<<<<<<<<<")
        let older = try mrz("I<UTOSTEVENSON<<PETER<<<<<<<<<<<<<<<", "D23145890<UTO3407127M95071227349<<<8")
        for mrz in [card, older] {
            #expect(mrz.documentNumber == "D23145890734")
            #expect(mrz.numberForm == .continued)
            #expect(mrz.optionalData == "")
            #expect(mrz.hasValidCheckDigits)
        }
    }

    @Test func aLongNumberWhoseDigitCountsTheFillerIsAcceptedWithAFinding() throws {
        let mrz = try mrz(
            "I<SWEHVC8N3QW7<ZE17422<<<<<<<<", "8104199F3012257SWE<<<<<<<<<<<9", "IECGDQB<<MMHQQ<<<<<<<<<<<<<<<<")
        #expect(mrz.numberForm == .continuedCountingFiller)
        #expect(mrz.field(.documentNumber)?.checkDigit?.isCorrect == true)
        #expect(mrz.findings.contains(.longNumberCountsFiller))
    }

    @Test func noOtherWayOfCountingALongNumberIsAccepted() throws {
        let mrz = try mrz(
            "I<SWEHVC8N3QW7<ZE17425<<<<<<<<", "8104199F3012257SWE<<<<<<<<<<<9", "IECGDQB<<MMHQQ<<<<<<<<<<<<<<<<")
        #expect(mrz.findings.contains(.documentNumberCheckDigitWrong))
        #expect(!mrz.findings.contains(.longNumberCountsFiller))
    }

    @Test func theFrenchCardOf1988HasItsOwnLayout() throws {
        let mrz = try mrz("IDFRABERTHIER<<<<<<<<<<<<<<<<<<<<<<<", "9409923102854CORINNE<<<<<<<6512068F4")
        #expect(mrz.format == .frenchCard1988)
        #expect(mrz.documentNumber == "940992310285")
        #expect(mrz.primaryIdentifier == "BERTHIER")
        #expect(mrz.secondaryIdentifier == "CORINNE")
        #expect(mrz.nationality == "FRA")
        #expect(mrz.issueDate?.text == "1994-09")
        #expect(mrz.expiryDate.text == "2004-09")
        #expect(mrz.findings == [.expiryDerived])
    }

    @Test func aFrenchCardThatDoesNotSayWhenItWasMadeHasNoDateOfExpiry() throws {
        let number = "941399231028"
        let digit = try #require(CheckDigit.computed(over: number.utf8))
        let mrz = try mrz("IDFRABERTHIER<<<<<<<<<<<<<<<<<<<<<<<", "\(number)\(digit)CORINNE<<<<<<<6512068F0")
        #expect(mrz.format == .frenchCard1988 && mrz.issueDate == nil)
        #expect(mrz.expiryDate == .impossible && mrz.findings.contains(.expiryDateImpossible))
    }

    @Test func aLetterInADateIsRefusedThoughEverySumFits() throws {
        let mrz = try mrz(
            "P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<", "L898902C36UTO7408L22F1204159ZE184226B<<<<<10")
        #expect(mrz.birthDate == .impossible)
        #expect(mrz.findings.contains(.characterNotAllowed))
        #expect(!mrz.hasValidCheckDigits)
    }

    @Test func emptyOptionalDataTakesAFillerOrZeroAsItsDigit() throws {
        let filler = try mrz(
            "P<D<<MUSTERMANN<<ERIKA<<<<<<<<<<<<<<<<<<<<<<", "C01X00T478D<<6408125F2702283<<<<<<<<<<<<<<<4")
        let zero = try mrz(
            "P<FRASPECIMEN<<NATACHA<<<<<<<<<<<<<<<<<<<<<<", "60RF197658FRA8407122F2007058<<<<<<<<<<<<<<06")
        #expect(filler.hasValidCheckDigits && zero.hasValidCheckDigits)
        #expect(filler.field(.optionalData)?.checkDigit?.printed == "<")
        #expect(filler.issuingState == "D" && filler.nationality == "D")
    }

    @Test func anIssuerWhoseCodeIsShiftedIsMalformedAndNotRepaired() throws {
        let mrz = try mrz(
            "PE<ARGGONZALEZ<<SARA<EMMA<<<<<<<<<<<<<<<<<<<", "12345678A8ARG6801014F161110612345678<<<<<<88")
        #expect(mrz.findings.contains(.issuingStateMalformed))
        #expect(mrz.primaryIdentifier == "GGONZALEZ")
    }

    @Test func aNameWithALetterInTheLastColumnMayHaveBeenCut() throws {
        let mrz = try mrz(
            "PPUTOPAPANDROPOULOUS<<JONATHON<WARREN<TREVOR", "L898902C36UTO7408122F1204159ZE184226B<<<<<10")
        #expect(mrz.findings.contains(.namePossiblyTruncated))
    }

    @Test func linesOfOtherLengthsAreRefusedAndNeverPadded() {
        #expect(throws: MRZError.unknownLayout) {
            try mrz("P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<", "L898902C36UTO7408122F1204159ZE184226B<<<<<10")
        }
        #expect(throws: MRZError.foreignCharacter) {
            try mrz("P<UTOERIKSSON<<ANNa<MARIA<<<<<<<<<<<<<<<<<<<", "L898902C36UTO7408122F1204159ZE184226B<<<<<10")
        }
        #expect(throws: MRZError.tooLong) {
            try MachineReadableZone(text: String(repeating: "<", count: 10_001), today: Self.today)
        }
    }

    @Test func theRunOfAChipIsCutIntoItsLines() throws {
        let run = "P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<L898902C36UTO7408122F1204159ZE184226B<<<<<10"
        #expect(try MachineReadableZone(text: run, today: Self.today).hasValidCheckDigits)
    }

    @Test func theStateTableHoldsIsoAndTheCodesOfPart3() {
        #expect(IssuingState(code: "D<<")?.name == "Germany")
        #expect(IssuingState(code: "RKS")?.name == "Kosovo")
        #expect(IssuingState(code: "UTO")?.standing == .specimen)
        #expect(IssuingState(code: "WSA")?.standing == .notRecognised)
        #expect(IssuingState(code: "<AR") == nil)
        #expect(IssuingState(code: "U5A") == nil)
        #expect(IssuingState.allCodes.count == 249 + 42)
    }

    /// As passports of India, Indonesia and others print somebody who has no surname.
    @Test(arguments: [MRZFormat.td3, .td1, .td2, .mrvA, .mrvB, .frenchCard1988])
    func aGivenNameAloneIsAName(format: MRZFormat) throws {
        let code = format == .td3 ? "P" : format == .mrvA || format == .mrvB ? "V" : "I"
        var writer = MRZWriter(format: format, code: code, state: "IND", primary: [], secondary: ["AMARA"])
        (writer.nationality, writer.expiry) = ("IND", "310415")
        if format == .frenchCard1988 { writer.number = "120699231028" }
        let mrz = try MachineReadableZone(lines: writer.lines, today: Self.today)
        #expect(mrz.format == format && mrz.hasValidCheckDigits)
        #expect(mrz.primaryIdentifier.isEmpty && mrz.secondaryIdentifier == "AMARA")
        #expect(mrz.findings.contains(.nameHasNoPrimaryIdentifier))
        #expect(mrz.findings.allSatisfy { $0.meaning != .contentsInvalid })
        let document = AgreedDocument(mrz: mrz, today: Self.today)
        #expect(document.text(of: .givenNames) == "AMARA" && document.text(of: .surname).isEmpty)
        #expect(document.text(of: .surnameAndGivenNames) == "AMARA")
        #expect(DocumentRules().decision(on: document) == .verified)
    }

    @Test func aNameThatIsMissingOrInterruptedIsNone() throws {
        let second = "L898902C36UTO7408122F1204159ZE184226B<<<<<10"
        func name(_ text: String) throws -> MachineReadableZone {
            try mrz("P<UTO" + text + String(repeating: "<", count: 39 - text.utf8.count), second)
        }
        #expect(try name("").findings.contains(.nameMissing))
        #expect(try name("ERIKSSON<<<ANNA").findings.contains(.nameInterrupted))
        #expect(try name("<<AMARA<<<DEVI").findings.contains(.nameInterrupted))
        #expect(try !name("<<<AMARA").findings.contains(.nameInterrupted))
        #expect(try name("<<AMARA<DEVI").secondaryIdentifier == "AMARA DEVI")
    }
}
