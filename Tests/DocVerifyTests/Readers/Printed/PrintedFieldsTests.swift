import TestSupport
import Testing
import Vision

@testable import DocVerify

/// Fields from lines alone: no image, no network.
@Suite struct PrintedFieldsTests {
    private static let today = MRZExamplesTests.today

    /// A line at a place, as wide as its text at this height.
    static func line(_ text: String, _ x: Double, _ y: Double, height: Double = 14, confidence: Double = 0.98)
        -> PrintedLine
    {
        PrintedLine(
            text: text, confidence: confidence, leastConfidence: confidence / 2,
            box: ImageRectangle(x: x, y: y, width: Double(text.count) * height * 0.55, height: height),
            corners: [Point(x: x, y: y), Point(x: x + 1, y: y), Point(x: x + 1, y: y + 1), Point(x: x, y: y + 1)])
    }

    private func fields(_ lines: [PrintedLine]) -> [DocumentFieldType: String] {
        Dictionary(
            uniqueKeysWithValues: PrintedFields(lines: lines, today: Self.today).values.map { ($0.type, $0.value.text) }
        )
    }

    /// A passport of the European kind: two columns, values below their captions.
    static let passport = [
        line("Code / Code", 300, 20, height: 10), line("UTO", 300, 34),
        line("Passport No. / N° du passeport", 500, 20, height: 10), line("L898902C3", 500, 34),
        line("1. Surname / Nom", 200, 60, height: 10), line("MÜLLER-LÜDENSCHEIDT", 205, 74),
        line("2. Given names / Prénoms", 200, 100, height: 10), line("Anna", 205, 114), line("Maria", 205, 130),
        line("3. Nationality / Nationalité", 200, 160, height: 10), line("Utopian / Utopienne", 205, 174),
        line("4. Date of birth / Date de naissance", 200, 200, height: 10), line("12 AUG/AOÛT 74", 205, 214),
        line("5. Sex / Sexe", 500, 200, height: 10), line("Ž/F", 505, 214),
        line("6. Place of birth / Lieu de naissance", 200, 240, height: 10), line("ZENITH (75)", 205, 254),
        line("7. Date of issue / Date de délivrance", 200, 280, height: 10), line("16.04.2020", 205, 294),
        line("8. Authority / Autorité", 500, 280, height: 10), line("PASSPORT OFFICE", 505, 294),
        line("9. Date of expiry / Date d'expiration", 200, 320, height: 10), line("15.04.2030", 205, 334),
        line("Signature", 500, 320, height: 10),
        line("P<UTOMUELLER<LUEDENSCHEIDT<<ANNA<MARIA<<<<<<<", 40, 400, height: 18),
        line("L898902C36UTO7408122F3004159ZE184226B<<<<<16", 40, 430, height: 18),
    ]

    @Test func valuesBelowTheirCaptionsAreRead() {
        #expect(
            fields(Self.passport) == [
                .issuingStateCode: "UTO", .documentNumber: "L898902C3", .surname: "MUELLER LUEDENSCHEIDT",
                .givenNames: "ANNA MARIA", .nationality: "Utopia", .nationalityCode: "UTO",
                .dateOfBirth: "1974-08-12", .sex: "F", .placeOfBirth: "ZENITH (75)", .dateOfIssue: "2020-04-16",
                .issuingAuthority: "PASSPORT OFFICE", .dateOfExpiry: "2030-04-15",
            ])
        let values = PrintedFields(lines: Self.passport, today: Self.today).values
        let names = values.first { $0.type == .givenNames }
        #expect(names?.printed == "Anna Maria" && names?.lines.count == 2 && names?.label == "2. Given names / Prénoms")
        #expect(values.first { $0.type == .surname }?.printed == "MÜLLER-LÜDENSCHEIDT")
    }

    /// The same at every scale, shifted, and in any order of lines.
    @Test func theirPlaceOnThePageDoesNotMatter() {
        var generator = SeededGenerator.announced()
        let expected = fields(Self.passport)
        for _ in 0..<20 {
            let scale = Double.random(in: 0.3...5, using: &generator)
            let shift = Double.random(in: -900...900, using: &generator)
            let moved = Self.passport.shuffled(using: &generator).map { line in
                PrintedLine(
                    text: line.text, confidence: line.confidence, leastConfidence: line.leastConfidence,
                    box: ImageRectangle(
                        x: line.box.x * scale + shift, y: line.box.y * scale - shift, width: line.box.width * scale,
                        height: line.box.height * scale),
                    corners: line.corners)
            }
            #expect(fields(moved) == expected, "\(scale) \(shift)")
        }
    }

    @Test func valuesBesideTheirCaptionsAreRead() {
        let card = [
            Self.line("Nom: BERTHIER", 280, 150), Self.line("Prénom(s): CORINNE", 340, 225),
            Self.line("Né(e) le: 06.12.1965", 600, 300), Self.line("Sexe : F", 340, 300),
            Self.line("Geburtsort", 40, 400), Self.line("BERLIN", 160, 400),
        ]
        #expect(
            fields(card) == [
                .surname: "BERTHIER", .givenNames: "CORINNE", .dateOfBirth: "1965-12-06", .sex: "F",
                .placeOfBirth: "BERLIN",
            ])
    }

    /// Captions one below the other, as on visas: the value stands beside their middle.
    @Test func captionsOfSeveralLanguagesMayBeStacked() {
        let visa = [
            Self.line("WAŻNA DO", 400, 80, height: 7), Self.line("VALABLE JUSQU'AU", 400, 87, height: 7),
            Self.line("VALID UNTIL", 400, 94, height: 7), Self.line("2030-05-01", 480, 84, height: 13),
            Self.line("Geburtsort", 58, 200, height: 15),
            Self.line("Place of birth | Lieu de naissance", 58, 216, height: 15),
            Self.line("MUSTERORT", 58, 234, height: 16),
        ]
        #expect(fields(visa) == [.dateOfExpiry: "2030-05-01", .placeOfBirth: "MUSTERORT"])
    }

    @Test func twoColumnsThatWereReadAsOneLineAreTwo() {
        let page = [
            Self.line("07 DATE OF ISSUE/DATE DE DÉLIVRANCE 08 DATE OF EXPIRY/DATE D'EXPIRATION", 200, 100, height: 10),
            Self.line("29.07.2006", 205, 114), Self.line("29.07.2016", 460, 114),
        ]
        #expect(fields(page) == [.dateOfIssue: "2006-07-29", .dateOfExpiry: "2016-07-29"])
        let visa = [
            Self.line("Valid from", 360, 50, height: 10), Self.line("Valid until", 480, 50, height: 10),
            Self.line("10 DEC/DEC 11 10 DEC/DEC 16", 360, 66),
        ]
        #expect(fields(visa) == [.dateOfExpiry: "2016-12-10"])
    }

    @Test func europeanDrivingLicencesAreReadByTheirNumbers() {
        let licence = [
            Self.line("1. MUSTERMANN", 300, 60), Self.line("2. ERIKA", 300, 80),
            Self.line("3. 12.08.64 BERLIN", 300, 100),
            Self.line("4a. 19.01.2013", 300, 120), Self.line("4c. LANDRATSAMT MUSTERSTADT", 480, 120),
            Self.line("4b. 18.01.2028", 300, 140), Self.line("5. B072RRE2I55", 300, 160),
            Self.line("9. AM/B/L", 300, 220),
        ]
        #expect(
            fields(licence) == [
                .surname: "MUSTERMANN", .givenNames: "ERIKA", .dateOfBirth: "1964-08-12", .placeOfBirth: "BERLIN",
                .dateOfIssue: "2013-01-19", .issuingAuthority: "LANDRATSAMT MUSTERSTADT", .dateOfExpiry: "2028-01-18",
                .documentNumber: "B072RRE2I55", .licenceCategories: "AM/B/L",
            ])
        // Other numbered print is no licence.
        #expect(fields([Self.line("1. MUSTERMANN", 300, 60), Self.line("2. ERIKA", 300, 80)]).isEmpty)
    }

    @Test func anAddressGoesOnOverItsLines() {
        let card = [
            Self.line("Anschrift/Address/Adresse", 446, 29), Self.line("51147 KÖLN", 451, 50),
            Self.line("HEIDESTRASSE 17", 451, 67), Self.line("SERIAL 12345", 451, 200),
        ]
        #expect(fields(card) == [.address: "51147 KÖLN HEIDESTRASSE 17"])
    }

    @Test func theNumberOfAVisaIsNotThatOfThePassport() {
        let visa = [
            Self.line("VISA", 500, 20, height: 24), Self.line("Passport Number", 176, 100, height: 10),
            Self.line("555123ABC12", 176, 114), Self.line("Document No.", 400, 100, height: 10),
            Self.line("M123889546", 400, 114),
        ]
        #expect(fields(visa) == [.documentNumber: "M123889546"])
    }

    @Test func whatDoesNotFitItsCaptionIsNoValue() {
        let page = [
            Self.line("Date of birth", 20, 20, height: 10), Self.line("UNKNOWN", 20, 34),
            Self.line("Sex", 220, 20, height: 10), Self.line("7", 220, 34),
            Self.line("Passport No.", 320, 20, height: 10), Self.line("SPECIMEN", 320, 34),
            Self.line("Surname", 20, 80, height: 10), Self.line("12345", 20, 94),
            Self.line("Date of issue", 220, 80, height: 10), Self.line("22 NOV 2026", 220, 94),
            Self.line("Given names", 320, 80, height: 10), Self.line("RITA", 320, 94, confidence: 0.5),
            Self.line("Nationality", 20, 140, height: 10),
        ]
        #expect(fields(page).isEmpty)
    }

    @Test func withoutCaptionsNothingIsRead() {
        #expect(fields([]).isEmpty)
        #expect(
            fields([Self.line("ERIKSSON", 20, 20), Self.line("12.08.1974", 20, 40), Self.line("F", 20, 60)]).isEmpty)
        // Lines of an MRZ are another source's.
        #expect(fields([Self.line("Surname", 20, 20), Self.line("P<UTOERIKSSON<<ANNA<MARIA<<<<", 20, 36)]).isEmpty)
    }

    @Test func anyLinesAreReadInBoundedTime() {
        var generator = SeededGenerator.announced()
        let words = [
            "Date", "of", "birth", "Surname", "/", "Nom", "12.08.1974", "4a.", "(1)", "ÄÖÜ", "姓名", "no", "P<", "F", ":",
            "sex",
        ]
        for _ in 0..<3 {
            let lines = (0..<PrintedPageReader.mostLines).map { _ in
                var text = ""
                while text.count < 100 { text += (words.randomElement(using: &generator) ?? "") + " " }
                return Self.line(
                    String(text.prefix(PrintedPageReader.mostCharacters)), .random(in: 0...900, using: &generator),
                    .random(in: 0...900, using: &generator))
            }
            let clock = ContinuousClock()
            let taken = clock.measure { _ = fields(lines) }
            #expect(taken < .seconds(10), "\(taken)")
        }
    }
}
