import DocVerify
import Testing

@Suite struct DocumentFieldsTests {
    private let today = MRZExamplesTests.today

    private func fields(_ writer: MRZWriter, isChecked: Bool = true) throws -> [Int: DocumentField] {
        let mrz = try MachineReadableZone(lines: writer.lines, today: today)
        let all = DocumentField.all(of: mrz, isChecked: isChecked, today: today)
        return Dictionary(uniqueKeysWithValues: all.map { ($0.typeID, $0) })
    }

    @Test func allThirtyFieldsAreListedInTheirOrderEvenWithoutAnMRZ() {
        let fields = DocumentField.all(of: nil, isChecked: false, today: today)
        #expect(
            fields.map(\.typeID) == [
                0, 1, 2, 3, 4, 5, 6, 8, 9, 11, 12, 24, 25, 26, 35, 36, 38, 51, 80, 81, 82, 84, 185, 195, 315, 318, 327,
                364, 522, 523,
            ])
        #expect(fields.allSatisfy { $0.mrzValue.isEmpty && $0.overall == .undefined })
        #expect(fields.first { $0.typeID == 81 }?.name == "Check digit of birth date ")
    }

    @Test func valuesOfACheckedMRZAreValid() throws {
        var writer = MRZWriter(format: .td3)
        writer.state = "D"
        writer.expiry = "300415"
        let fields = try fields(writer)
        let expected: [Int: String] = [
            0: "P", 1: "D", 2: "L898902C3", 3: "2030-04-15", 5: "1974-08-12", 8: "ERIKSSON", 9: "ANNA MARIA",
            11: "Utopia", 12: "F", 25: "ERIKSSON ANNA MARIA", 26: "UTO", 35: "ID3", 38: "Germany", 185: "52", 364: "40",
        ]
        for (type, value) in expected {
            #expect(fields[type]?.mrzValue == value, "\(type)")
            #expect(fields[type]?.mrzStatus == .valid, "\(type)")
            #expect(fields[type]?.overall == .ok, "\(type)")
        }
        #expect(fields[51]?.mrzValue == writer.lines.joined(separator: "^"))
    }

    @Test func computedFieldsStandInTheVisualColumnToo() throws {
        let fields = try fields(MRZWriter(format: .td3))
        #expect(fields[185]?.visualValue == "52")
        #expect(fields[8]?.visualValue == "")
    }

    @Test func nothingIsCalledValidThatWasNotReadSurely() throws {
        let fields = try fields(MRZWriter(format: .td3), isChecked: false)
        #expect(fields.values.allSatisfy { $0.mrzStatus != .valid })
    }

    @Test func anExpiredDocumentFailsItsExpiryAndItsMonthsAreNegative() throws {
        let fields = try fields(MRZWriter(format: .td3))
        #expect(fields[3]?.overall == .failed)
        #expect(fields[364]?.mrzValue == "-176")
    }

    @Test func aWrongDigitFailsItsFieldAndTheDigit() throws {
        var lines = MRZWriter(format: .td3).lines
        lines[1] = lines[1].replacing("7408122", with: "7408123")
        let mrz = try MachineReadableZone(lines: lines, today: today)
        let fields = DocumentField.all(of: mrz, isChecked: false, today: today)
        let failed = Set(fields.filter { $0.overall == .failed }.map(\.typeID))
        #expect(failed.isSuperset(of: [5, 81, 84, 51, 185]))
        #expect(failed.isDisjoint(with: [2, 8, 80]))
    }

    @Test func anUnknownBirthDayGivesTheLeastAge() throws {
        var writer = MRZWriter(format: .td3)
        writer.birth = "08<<<<"
        #expect(try fields(writer)[185]?.mrzValue == "17")
    }

    @Test func documentsAreNamedByCountryAndKind() throws {
        var writer = MRZWriter(format: .td3)
        writer.state = "USA"
        let passport = try MachineReadableZone(lines: writer.lines, today: today)
        #expect(passport.documentTypeText == "United States - Passport")
        writer = MRZWriter(format: .td1)
        writer.code = "IR"
        writer.state = "NLD"
        let permit = try MachineReadableZone(lines: writer.lines, today: today)
        #expect(permit.documentTypeText == "Netherlands - Residence permit")
        #expect(permit.kind.typeNumber == 215)
    }
}
