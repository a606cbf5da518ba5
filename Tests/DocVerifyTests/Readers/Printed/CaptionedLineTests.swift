import Testing

@testable import DocVerify

@Suite struct CaptionedLineTests {
    @Test(arguments: [
        ("Surname / Nom", [PrintedMeaning.surname]), ("1. Surname/Name/Nom", [.surname]),
        ("2. Given name/Vornamen/Prénoms", [.givenNames]), ("Geburtstag / Date of birth/", [.dateOfBirth]),
        ("04 DATUM NAROZENÍ/DATE OF BIRTH/DATE DE NAISSANCE", [.dateOfBirth]),
        ("(3) Nacionalidad/Nationality", [.nationality]),
        ("Gültig bis | Valid until | Date d'expiration", [.dateOfExpiry]),
        ("Organ wydający/ISSUING AUTHORITY", [.authority]),
        ("Surname, Given names/Nom, Prénoms", [.fullName]), ("Personal No. / Nº personnel", [.other]),
        ("IMIONA / GIVEN NAMES", [.givenNames]),
        ("Nationalität· Cittadinanza· Naziunalitad- Nationality", [.nationality]),
        ("10Ausstellungsdatum/Date of issue", [.dateOfIssue]),
        ("6. Sugu / Sex / Sexe 7. Sünnikoht / Place of birth", [.sex, .placeOfBirth]),
    ])
    func captionsAreKnownInEveryLanguage(text: String, meanings: [PrintedMeaning]) {
        #expect(CaptionedLine(text).meanings == meanings)
        #expect(CaptionedLine(text).value == nil)
    }

    /// As the recogniser gives small print.
    @Test(arguments: [
        ("Sumame/Norr", PrintedMeaning.surname), ("Deto of birth/Cate de naissarce", .dateOfBirth),
        ("NetionaltyNaconalte", .nationality), ("Giyen nemes/Prdnoms", .givenNames), ("Gürtig bis", .dateOfExpiry),
        ("Staatsangehongkeit/Nationality", .nationality), ("07 DATUM VYDÁNI/DATE OF ISSUE", .dateOfIssue),
    ])
    func captionsThatAreMisreadHereAndThereAreKnown(text: String, meaning: PrintedMeaning) {
        #expect(CaptionedLine(text).meanings == [meaning])
    }

    @Test(arguments: [
        ("Nom: BERTHIER", PrintedMeaning.surname, "BERTHIER"), ("Sexe : F", .sex, "F"),
        ("Né(e) le: 06.12.1965", .dateOfBirth, "06.12.1965"), ("CARD EXPIRES 11/01/94", .dateOfExpiry, "11/01/94"),
        ("CARTE NATIONALE D'IDENTITÉ Nº: 940992310285", .documentNumber, "940992310285"),
        ("GÜLTIG BIS 18-09-2016", .dateOfExpiry, "18-09-2016"), ("BC Nom: BERTHIER", .surname, "BERTHIER"),
    ])
    func aValueMayStandBehindItsCaption(text: String, meaning: PrintedMeaning, value: String) throws {
        let line = CaptionedLine(text)
        #expect(line.meanings == [meaning])
        let range = try #require(line.value)
        #expect(String(Array(text)[range]) == value)
    }

    @Test(arguments: [
        "CANADIAN/CANADIENNE", "ERIKSSON", "ANNA MARIA", "12 AUG/AOÛT 74", "KÖLN", "SPECIMEN", "44227 DORTMUND",
        "FRANÇAISE",
        "P<UTOERIKSSON<<ANNA", "NAMIBIA", "SEXTON", "NOMIKOS", "",
    ])
    func whatIsPrintedOtherwiseIsNoCaption(text: String) {
        #expect(CaptionedLine(text).meanings.isEmpty)
    }

    @Test(arguments: [
        ("1. ERIKSSON", "1", "ERIKSSON"), ("4a. 01.02.2020", "4a", "01.02.2020"), ("4b 31.01.2035", "4b", "31.01.2035"),
    ])
    func linesOfDrivingLicencesBeginWithTheirNumber(text: String, number: String, value: String) throws {
        let line = CaptionedLine(text)
        #expect(line.number == number)
        #expect(String(Array(text)[try #require(line.value)]) == value)
    }

    @Test(arguments: ["12.08.1964", "01 AUG 2022", "22 12 1990"])
    func aDateBeginsWithNoNumberOfAField(text: String) {
        #expect(CaptionedLine(text).meanings.isEmpty)
    }
}
