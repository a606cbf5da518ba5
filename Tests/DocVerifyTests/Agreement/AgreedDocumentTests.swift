@testable import DocVerify
import Testing

@Suite struct AgreedDocumentTests {
    private let today = MRZExamplesTests.today

    private func document(_ writer: MRZWriter, isChecked: Bool = true) throws -> AgreedDocument {
        try document(writer.lines, isChecked: isChecked)
    }

    private func document(_ lines: [String], isChecked: Bool = true) throws -> AgreedDocument {
        AgreedDocument(
            mrz: try MachineReadableZone(lines: lines, today: today), isChecked: isChecked, today: today)
    }

    @Test func allThirtyFieldsAreListedInTheirOrderEvenWithoutAnySource() {
        let fields = AgreedDocument([], today: today).fields
        #expect(
            fields.map(\.type.number) == [
                0, 1, 2, 3, 4, 5, 6, 8, 9, 11, 12, 24, 25, 26, 35, 36, 38, 51, 80, 81, 82, 84, 185, 195, 315, 318, 327,
                364, 522, 523,
            ])
        #expect(fields.allSatisfy { $0.statements.isEmpty && $0.check == .undefined })
        #expect(DocumentFieldType.birthDateCheckDigit.name == "Check digit of birth date ")
    }

    @Test func valuesOfACheckedMRZAreValid() throws {
        var writer = MRZWriter(format: .td3)
        writer.state = "D"
        writer.expiry = "300415"
        let document = try document(writer)
        let expected: [DocumentFieldType: String] = [
            .documentClassCode: "P", .issuingStateCode: "D", .documentNumber: "L898902C3",
            .dateOfExpiry: "2030-04-15", .dateOfBirth: "1974-08-12", .surname: "ERIKSSON",
            .givenNames: "ANNA MARIA", .nationality: "Utopia", .sex: "F",
            .surnameAndGivenNames: "ERIKSSON ANNA MARIA", .nationalityCode: "UTO", .mrzType: "ID3",
            .issuingState: "Germany", .age: "52", .monthsToExpire: "40",
            .mrzLines: writer.lines.joined(separator: "^"),
        ]
        for (type, value) in expected {
            let statement = document.field(type)?.statement(of: .mrz)
            #expect(statement?.value.text == value, "\(type)")
            #expect(statement?.status == .valid, "\(type)")
            #expect(document.field(type)?.check == .ok, "\(type)")
        }
    }

    @Test func noValueIsValidThatWasNotReadSurely() throws {
        let document = try document(MRZWriter(format: .td3), isChecked: false)
        #expect(document.fields.flatMap(\.statements).allSatisfy { $0.status != .valid })
    }

    @Test func theExpiryOfAnExpiredDocumentFailsAndItsMonthsAreNegative() throws {
        let document = try document(MRZWriter(format: .td3))
        #expect(document.isExpired == true)
        #expect(document.field(.dateOfExpiry)?.check == .failed)
        #expect(document.text(of: .dateOfExpiry) == "2012-04-15")
        #expect(document.field(.monthsToExpire)?.statement(of: .mrz)?.value.text == "-176")
    }

    @Test func aDocumentIsValidOnItsLastDay() throws {
        #expect(try document(MRZWriter(format: .td3, expiry: "261121")).isExpired == false)
        #expect(try document(MRZWriter(format: .td3, expiry: "261120")).isExpired == true)
        #expect(try document(MRZWriter(format: .td3, expiry: "<<<<<<")).isExpired == false)
        #expect(AgreedDocument([], today: today).isExpired == nil)
    }

    @Test func aWrongCheckDigitFailsItsFieldAndTheDigit() throws {
        var lines = MRZWriter(format: .td3).lines
        lines[1] = lines[1].replacing("7408122", with: "7408123")
        let failed = try document(lines, isChecked: false).fields.filter { $0.check == .failed }.map(\.type)
        #expect(
            Set(failed).isSuperset(
                of: [.dateOfBirth, .birthDateCheckDigit, .compositeCheckDigit, .mrzLines, .age]))
        #expect(Set(failed).isDisjoint(with: [.documentNumber, .surname, .documentNumberCheckDigit]))
    }

    @Test func anUnknownBirthDayGivesTheLeastAge() throws {
        let document = try document(MRZWriter(format: .td3, birth: "08<<<<"))
        #expect(document.field(.age)?.statement(of: .mrz)?.value.text == "17")
        #expect(document.age == 17)
    }

    @Test func documentsAreNamedByCountryAndKind() throws {
        #expect(try document(MRZWriter(format: .td3, state: "USA")).typeText == "United States - Passport")
        let permit = try document(MRZWriter(format: .td1, code: "IR", state: "NLD"))
        #expect(permit.typeText == "Netherlands - Residence permit")
        #expect(permit.kind?.typeNumber == 215)
    }

    // MARK: - Several sources

    private func reading(
        _ kind: SourceKind, _ fields: [(DocumentFieldType, SourceField.Value)],
        integrity: SourceIntegrity = .confirmed, readability: Readability = .readable
    ) -> SourceReading {
        SourceReading(
            kind: kind, readability: readability, integrity: integrity,
            fields: fields.map { SourceField($0.0, $0.1, .valid) })
    }

    @Test func sourcesThatStateTheSameAgree() {
        let document = AgreedDocument(
            [reading(.barcode, [(.surname, .text("ERIKSSON"))]), reading(.chip, [(.surname, .text("ERIKSSON"))])],
            today: today)
        #expect(document.field(.surname)?.statements.count == 2)
        #expect(document.field(.surname)?.check == .ok)
    }

    @Test func valuesThatDifferFailThoughEachIsValid() {
        let document = AgreedDocument(
            [reading(.barcode, [(.surname, .text("ERIKSSON"))]), reading(.chip, [(.surname, .text("ERIKSEN"))])],
            today: today)
        #expect(document.field(.surname)?.isAgreed == false)
        #expect(document.field(.surname)?.check == .failed)
    }

    @Test(arguments: [("1974-08-12", true), ("1974-08", true), ("1974-07", false), ("1975", false)])
    func aDateAgreesWithOneOfWhichPartsAreUnknown(other: String, agrees: Bool) throws {
        let whole = PartialDate(year: 1974, month: 8, day: 12)
        let parts = other.split(separator: "-").compactMap { Int($0) }
        let partial = PartialDate(
            year: parts[0], month: parts.count > 1 ? parts[1] : nil, day: parts.count > 2 ? parts[2] : nil)
        let document = AgreedDocument(
            [reading(.barcode, [(.dateOfBirth, .date(partial))]), reading(.chip, [(.dateOfBirth, .date(whole))])],
            today: today)
        #expect(document.field(.dateOfBirth)?.isAgreed == agrees)
    }

    @Test func whatDescribesASourceItselfIsNotCompared() {
        let document = AgreedDocument(
            [reading(.barcode, [(.optionalData, .text("A"))]), reading(.chip, [(.optionalData, .text("B"))])],
            today: today)
        #expect(document.field(.optionalData)?.check == .ok)
    }

    @Test func aConfirmedSourceIsAskedFirst() {
        let document = AgreedDocument(
            [
                reading(.barcode, [(.documentNumber, .text("1"))], integrity: .unconfirmed),
                reading(.chip, [(.documentNumber, .text("2"))]),
            ], today: today)
        #expect(document.text(of: .documentNumber) == "2")
        #expect(document.field(.documentNumber)?.statements.map(\.source) == [.barcode, .chip])
    }

    @Test func anotherCaptureIsNeededWhereASourceIsThereAndUnread() {
        func reason(_ readabilities: Readability...) -> RetryReason? {
            AgreedDocument(
                zip(SourceKind.allCases, readabilities).map { reading($0, [], readability: $1) }, today: today
            ).retryReason
        }
        #expect(reason(.absent) == .mrzNotFound)
        #expect(reason(.absent, .absent, .absent) == .mrzNotFound)
        #expect(reason(.absent, .absent, .readable) == nil)
        #expect(reason(.readable, .absent, .retry(.mrzBlurred)) == .mrzBlurred)
        #expect(reason(.retry(.mrzTooSmall)) == .mrzTooSmall)
    }
}
