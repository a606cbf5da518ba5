import Testing

@testable import DocVerify

@Suite struct DocumentVerdictTests {
    private let today = MRZExamplesTests.today

    private func writer() -> MRZWriter {
        var writer = MRZWriter(format: .td3)
        writer.state = "D"
        writer.nationality = "D"
        writer.expiry = "300415"
        return writer
    }

    private func verdict(
        _ lines: [String], rules: DocumentRules = DocumentRules(), readability: Readability = .readable,
        imagesDisagree: Bool = false, isChecked: Bool = true
    ) throws -> DocumentVerdict {
        let mrz = try MachineReadableZone(lines: lines, today: today)
        return DocumentVerdict.verdict(
            mrz: mrz, isChecked: isChecked, readability: readability, imagesDisagree: imagesDisagree,
            rules: rules,
            today: today)
    }

    @Test func anMRZWhoseDigitsFitAndThatIsNotExpiredIsVerified() throws {
        #expect(try verdict(writer().lines) == .verified)
    }

    @Test func anExpiredDocumentIsRefusedUnlessTheRulesLetItPass() throws {
        var writer = writer()
        writer.expiry = "261120"
        #expect(try verdict(writer.lines) == .notVerified([.expired]))
        #expect(try verdict(writer.lines, rules: DocumentRules(refusesExpired: false)) == .verified)
    }

    @Test func specimensAreVerifiedForTestTenantsOnly() throws {
        var writer = writer()
        writer.state = "UTO"
        #expect(try verdict(writer.lines) == .notVerified([.specimen]))
        #expect(try verdict(writer.lines, rules: DocumentRules(acceptsSpecimens: true)) == .verified)
    }

    @Test func uncheckedAuthenticityRefusesOnlyWhereItIsRequired() throws {
        let rules = DocumentRules(requiresAuthenticity: true)
        #expect(try verdict(writer().lines, rules: rules) == .notVerified([.authenticityNotChecked]))
    }

    @Test func aWrongDigitRefusesWithItsFinding() throws {
        var lines = writer().lines
        lines[1] = lines[1].replacing("7408122", with: "7408121")
        #expect(
            try verdict(lines)
                == .notVerified([
                    .finding(.birthDateCheckDigitWrong), .finding(.compositeCheckDigitWrong),
                ]))
    }

    @Test func aFantasyIssuerIsNeverVerified() throws {
        var writer = writer()
        writer.state = "WSA"
        #expect(try verdict(writer.lines) == .notVerified([.finding(.issuingStateNotRecognised)]))
    }

    @Test func agesAreHeldAgainstTheRules() throws {
        #expect(try verdict(writer().lines, rules: DocumentRules(minimumAge: 18, maximumAge: 99)) == .verified)
        #expect(try verdict(writer().lines, rules: DocumentRules(minimumAge: 53)) == .notVerified([.tooYoung]))
        #expect(try verdict(writer().lines, rules: DocumentRules(maximumAge: 51)) == .notVerified([.tooOld]))
        var unknown = writer()
        unknown.birth = "<<<<<<"
        #expect(try verdict(unknown.lines, rules: DocumentRules(minimumAge: 18)) == .notVerified([.ageUnknown]))
    }

    @Test(arguments: [
        ("Passport", ["*"], true), ("passport", ["Surname", "date of birth", "Age"], true), ("Passport", [], true),
        ("Germany", ["Surname"], true),
        ("Passport", ["Surname", "Place of Birth"], false), ("Passport", ["*", "Eyes Color"], false),
        ("Germany", ["Date of issue"], false), ("Driver License", ["Place of Birth"], true),
    ])
    func aFieldThatARuleNamesMustHaveBeenReadAndBeValid(_ keyword: String, _ fields: [String], _ holds: Bool) throws {
        let rules = DocumentRules(fieldRules: [FieldRule(documentKeyword: keyword, fields: fields)])
        #expect(try verdict(writer().lines, rules: rules) == (holds ? .verified : .notVerified([.fieldNotValid])))
    }

    @Test func aFieldThatWasNotReadSurelyIsNotValid() throws {
        let rules = DocumentRules(fieldRules: [
            FieldRule(documentKeyword: "Identity card", fields: ["Place of Birth"]),
            FieldRule(documentKeyword: "Passport", fields: ["Surname"]),
        ])
        #expect(try verdict(writer().lines, rules: rules, isChecked: false) == .notVerified([.fieldNotValid]))
    }

    @Test(arguments: ["Driver License", "driving licence", "Driver's license", "Driving license"])
    func aDrivingLicenceHasManySpellings(keyword: String) {
        #expect(FieldRule(documentKeyword: keyword, fields: []).concerns("France - Driving license"))
        #expect(!FieldRule(documentKeyword: keyword, fields: []).concerns("France - Passport"))
    }

    @Test func anUnreadableCaptureIsRepeatedAndNothingIsHeldAgainstAnybody() throws {
        var writer = writer()
        writer.expiry = "200101"
        #expect(
            try verdict(writer.lines, readability: .retry(.mrzBlurred), imagesDisagree: true) == .retry(.mrzBlurred)
        )
    }

    @Test func imagesOfDifferentDocumentsAreRefused() throws {
        #expect(try verdict(writer().lines, imagesDisagree: true) == .notVerified([.imagesDisagree]))
    }

    @Test func theRawValuesThatAreStoredNeverChange() {
        #expect(
            RetryReason.allCases.map(\.rawValue) == [
                "mrzNotFound", "mrzTooSmall", "mrzBlurred", "mrzUnreadable", "mrzUncertain",
            ])
        #expect(MRZFinding.allCases.count == 31)
        #expect(MRZFinding.documentNumberCheckDigitWrong.rawValue == "number.checkDigitWrong")
    }
}
