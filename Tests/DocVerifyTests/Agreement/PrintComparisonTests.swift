import Foundation
import TestSupport
import Testing

@testable import DocVerify

@Suite struct PrintComparisonTests {
    private static let today = MRZExamplesTests.today

    private func compared(
        _ type: DocumentFieldType, _ printed: String, _ mrz: String, mayBeCut: Bool = false
    ) -> PrintComparison {
        PrintComparison(type, printed: .text(printed), asPrinted: printed, mrz: .text(mrz), mayBeCut: mayBeCut)
    }

    @Test(arguments: [
        ("MÜLLER", "MUELLER"), ("MÜLLER", "MULLER"), ("MÜLLER", "MUXXLLER"), ("Müller", "MUELLER"), ("GÖRÖG", "GOROG"),
        ("GÖRÖG", "GOEROG"), ("ÅBERG", "AABERG"), ("ÅBERG", "ABERG"), ("ÑANDÚ", "NANDU"), ("ÑANDÚ", "NXXANDU"),
        ("ØRSTED", "OERSTED"), ("ÞÓRÐUR", "THORDUR"), ("WEISS", "WEISS"), ("WEIẞ", "WEISS"), ("Weiß", "WEISS"),
        ("D'ARTAGNAN", "DARTAGNAN"), ("O’Connor", "OCONNOR"), ("MARTIN-DUPONT", "MARTIN DUPONT"), ("ŁUKASZ", "LUKASZ"),
        ("IŞIK", "ISIK"), ("ÆVARSDÓTTIR", "AEVARSDOTTIR"), ("ГОРБАЧЁВ", "GORBACHEV"), ("ЩУКИНА", "SHCHUKINA"),
        ("ЩЕРБАК", "SHTERBAK"), ("ЈОВАНОВИЋ", "JOVANOVID"), ("ТЕСТ/TEST", "TEST"), ("NGUYỄN", "NGUYEN"),
        ("VAN DER MÜLLEN", "VAN DER MUELLEN"), ("Đorđević", "DORDEVIC"),
    ])
    func aNameIsEqualInAnyOfItsTransliterations(printed: String, mrz: String) {
        #expect(compared(.surname, printed, mrz).isEqual)
    }

    @Test(arguments: [
        ("MÜLLER", "MILLER"), ("MÜLLER", "MUELLERIN"), ("ERIKSSON", "ERIKSEN"), ("ANNA MARIA", "MARIA ANNA"),
        ("ANNA MARIA", "ANNA"), ("ERIKSSON", ""), ("", "ERIKSSON"), ("GOETHE", "GOTHE"), ("ANNA", "ANNA MARIA"),
    ])
    func otherNamesAreDifferent(printed: String, mrz: String) {
        #expect(compared(.surname, printed, mrz) == .different)
    }

    /// ICAO 9303-5 §4.2.4: components are cut to their begins, and the last ones left out, where the columns are full.
    @Test(arguments: [
        ("NILAVADHANANANDA", "NILAVADHANANANDA"), ("CHAYAPA DEJTHAMRONG KRASUANG", "CHAYAPA DE K"),
        ("BENNELONG WOOLOOMOOLOO WARRANDYTE WARNAMBOOL", "BENNELONG WOOLOOMOOLOO W W"), ("DINGO POTOROO", "DI"),
        ("BENNELONG WOOLOOMOOLOO WARRANDYTE WARNAMBOOL", "BENNE WOOLO WARRA WARNA"), ("JÖRG", "JOE"), ("JÖRG", "JO"),
    ])
    func aNameThatFillsItsColumnsMayBeCut(printed: String, mrz: String) {
        #expect(compared(.surname, printed, mrz, mayBeCut: true).isEqual)
        if printed != mrz { #expect(compared(.surname, printed, mrz) == .different) }
        #expect(compared(.surname, printed, mrz + "Q", mayBeCut: true) == .different)
    }

    @Test func numbersStatesAndDatesAreComparedByWhatTheyMean() {
        #expect(compared(.documentNumber, "L 898-902 C3", "L898902C3") == .equal)
        #expect(compared(.documentNumber, "L898902C3", "L898902C8") == .different)
        // Nine columns of a longer number.
        #expect(compared(.documentNumber, "000590696101", "000590696") == .truncated)
        #expect(compared(.documentNumber, "00059069", "0005906") == .different)
        #expect(compared(.nationalityCode, "D", "DEU") == .equal)
        #expect(compared(.nationalityCode, "D", "AUT") == .different)
        let date = SourceField.Value.date(PartialDate(year: 1974, month: 8, day: 12))
        let month = SourceField.Value.date(PartialDate(year: 1974, month: 8, day: nil))
        #expect(PrintComparison(.dateOfBirth, printed: date, asPrinted: nil, mrz: month) == .equal)
    }

    private struct NamePairs: Decodable {
        struct Pair: Decodable {
            let viz: String
            let mrz: String
        }
        struct Examples: Decodable {
            let items: [Pair]
        }
        let nameExamples: Examples

        private enum CodingKeys: String, CodingKey {
            case nameExamples = "name_examples"
        }
    }

    /// The pairs of printed and coded names of ICAO 9303 parts 4 to 7.
    @Test(.enabled(if: SharedData.isThere, "\(SharedData.reason)"))
    func everyPublishedPairIsEqual() throws {
        let pairs = try JSONDecoder().decode(
            NamePairs.self, from: Data(contentsOf: URL(fileURLWithPath: SharedData.path("mrz/vectors.json")))
        ).nameExamples.items
        #expect(pairs.count == 60)
        for pair in pairs {
            // The name line of TD1 has nothing but the name.
            let field = pair.mrz.dropFirst(pair.mrz.count == 30 ? 0 : 5)
            let (primary, secondary) = Self.parts(String(field))
            let printed = pair.viz.split(separator: ",", maxSplits: 1).map(String.init)
            let mayBeCut = field.last != "<"
            #expect(compared(.surname, printed[0], primary, mayBeCut: mayBeCut).isEqual, "\(pair.viz)")
            if printed.count > 1, !secondary.isEmpty {
                #expect(compared(.givenNames, printed[1], secondary, mayBeCut: mayBeCut).isEqual, "\(pair.viz)")
            }
        }
    }

    private static func parts(_ field: String) -> (String, String) {
        let parts = field.replacing("<<", with: "\n").split(separator: "\n", omittingEmptySubsequences: true)
        func words(_ part: Substring?) -> String { (part ?? "").split(separator: "<").joined(separator: " ") }
        return (words(parts.first), words(parts.dropFirst().first))
    }

    // MARK: - What print decides

    private func print(_ fields: [SourceField]) -> SourceReading {
        SourceReading(
            kind: .visualInspectionZone, imageIndex: 0, readability: .readable, integrity: .unconfirmed, fields: fields)
    }

    private func mrz() throws -> SourceReading {
        SourceReading(
            mrz: try MachineReadableZone(lines: MRZWriter(format: .td3, expiry: "300415").lines, today: Self.today),
            isChecked: true, readability: .readable)
    }

    @Test func printThatDiffersIsRemarkedAndRefusesNobody() throws {
        let print = print([
            SourceField(.documentNumber, .text("L898902C8"), .notValidated, printed: "L898902C8"),
            SourceField(.surname, .text("ERIKSSON"), .notValidated, printed: "Eriksson"),
            SourceField(
                .dateOfExpiry, .date(PartialDate(year: 2012, month: 4, day: 15)), .notValidated, printed: "15 APR 12"),
            SourceField(.placeOfBirth, .text("ZENITH"), .notValidated, printed: "ZENITH"),
        ])
        let readings = PrintComparison.remarked([try mrz(), print], today: Self.today)
        #expect(
            readings[1].findings
                == ["dateOfExpiry", "documentNumber"].map {
                    SourceFinding(source: .visualInspectionZone, code: "printed.\($0).differs", meaning: .remark)
                }
                || readings[1].findings.map(\.code) == [
                    "printed.documentNumber.differs", "printed.dateOfExpiry.differs",
                ])
        #expect(readings[1].findings.allSatisfy { $0.meaning == .remark })
        let document = AgreedDocument(readings, today: Self.today)
        #expect(DocumentRules(acceptsSpecimens: true).decision(on: document) == .verified)
        let everything = FieldRule(documentKeyword: "passport", fields: ["*", "surname"])
        #expect(
            DocumentRules(acceptsSpecimens: true, fieldRules: [everything]).decision(on: document) == .verified)
        #expect(document.isExpired == false && document.text(of: .dateOfExpiry) == "2030-04-15")
        #expect(document.field(.documentNumber)?.printComparison == .different)
        #expect(document.field(.documentNumber)?.check == .ok)
        #expect(document.field(.surname)?.printComparison?.isEqual == true)
        #expect(document.field(.placeOfBirth)?.printComparison == nil)
        #expect(document.field(.placeOfBirth)?.check == .undefined)
        // What is printed is not listed twice, and computes nothing.
        #expect(document.field(.age)?.statements.map(\.source) == [.mrz])
    }

    @Test func printAloneAcceptsNobody() {
        let print = print([
            SourceField(.documentNumber, .text("L898902C3"), .notValidated),
            SourceField(.surname, .text("ERIKSSON"), .notValidated),
            SourceField(.dateOfBirth, .date(PartialDate(year: 1974, month: 8, day: 12)), .notValidated),
            SourceField(.dateOfExpiry, .date(PartialDate(year: 2030, month: 4, day: 15)), .notValidated),
        ])
        let absent = SourceReading(mrz: nil, isChecked: false, readability: .absent)
        let document = AgreedDocument([absent, print], today: Self.today)
        #expect(document.retryReason == .mrzNotFound)
        #expect(!document.hasValues && document.hasValues(of: .visualInspectionZone))
        #expect(document.isExpired == nil && document.age == nil)
        #expect(
            DocumentRules(refusesExpired: false, acceptsSpecimens: true).decision(on: document) == .retry(.mrzNotFound))
    }

    @Test func fieldsBeyondTheThirtyAreListedWhereTheyArePrinted() {
        #expect(AgreedDocument([], today: Self.today).fields.count == 30)
        let document = AgreedDocument(
            [print([SourceField(.address, .text("HEIDESTRASSE 17"), .notValidated)])], today: Self.today)
        #expect(document.fields.count == 31 && document.fields.last?.type.number == 17)
    }
}
