import Testing

@testable import DocVerify

@Suite struct DocumentRulesTests {
    private let today = MRZExamplesTests.today

    private func writer() -> MRZWriter {
        var writer = MRZWriter(format: .td3)
        writer.state = "D"
        writer.nationality = "D"
        writer.expiry = "300415"
        return writer
    }

    private func decision(
        on lines: [String], rules: DocumentRules = DocumentRules(), readability: Readability = .readable,
        imagesDisagree: Bool = false, isChecked: Bool = true
    ) throws -> DocumentRules.Decision {
        rules.decision(
            on: AgreedDocument(
                mrz: try MachineReadableZone(lines: lines, today: today), isChecked: isChecked,
                readability: readability, imagesDisagree: imagesDisagree, today: today))
    }

    private func finding(_ finding: MRZFinding) -> DocumentRules.Decision.Reason {
        .finding(SourceFinding(source: .mrz, code: finding.rawValue, meaning: finding.meaning))
    }

    @Test func anMRZWhoseDigitsFitAndThatIsNotExpiredIsVerified() throws {
        #expect(try decision(on: writer().lines) == .verified)
    }

    @Test func anExpiredDocumentIsRefusedUnlessTheRulesAcceptIt() throws {
        var writer = writer()
        writer.expiry = "261120"
        #expect(try decision(on: writer.lines) == .notVerified([.expired]))
        #expect(try decision(on: writer.lines, rules: DocumentRules(refusesExpired: false)) == .verified)
    }

    @Test func specimensAreVerifiedForTestTenantsOnly() throws {
        var writer = writer()
        writer.state = "UTO"
        #expect(try decision(on: writer.lines) == .notVerified([.specimen]))
        #expect(try decision(on: writer.lines, rules: DocumentRules(acceptsSpecimens: true)) == .verified)
    }

    @Test func uncheckedAuthenticityRefusesOnlyWhereItIsRequired() throws {
        let rules = DocumentRules(requiresAuthenticity: true)
        #expect(try decision(on: writer().lines, rules: rules) == .notVerified([.authenticityNotChecked]))
    }

    @Test func aWrongCheckDigitRefusesWithItsFinding() throws {
        var lines = writer().lines
        lines[1] = lines[1].replacing("7408122", with: "7408121")
        #expect(
            try decision(on: lines)
                == .notVerified([
                    finding(.birthDateCheckDigitWrong), finding(.compositeCheckDigitWrong),
                ]))
    }

    @Test func anUnrecognisedIssuerIsNeverVerified() throws {
        var writer = writer()
        writer.state = "WSA"
        #expect(try decision(on: writer.lines) == .notVerified([finding(.issuingStateNotRecognised)]))
    }

    @Test func agesAreCheckedAgainstTheRules() throws {
        #expect(try decision(on: writer().lines, rules: DocumentRules(minimumAge: 18, maximumAge: 99)) == .verified)
        #expect(try decision(on: writer().lines, rules: DocumentRules(minimumAge: 53)) == .notVerified([.tooYoung]))
        #expect(try decision(on: writer().lines, rules: DocumentRules(maximumAge: 51)) == .notVerified([.tooOld]))
        var unknown = writer()
        unknown.birth = "<<<<<<"
        #expect(try decision(on: unknown.lines, rules: DocumentRules(minimumAge: 18)) == .notVerified([.ageUnknown]))
    }

    @Test(arguments: [
        ("Passport", ["*"], true), ("passport", ["Surname", "date of birth", "Age"], true), ("Passport", [], true),
        ("Germany", ["Surname"], true),
        ("Passport", ["Surname", "Place of Birth"], false), ("Passport", ["*", "Eyes Color"], false),
        ("Germany", ["Date of issue"], false), ("Driver License", ["Place of Birth"], true),
    ])
    func aFieldThatARuleNamesMustBeReadAndValid(_ keyword: String, _ fields: [String], _ holds: Bool) throws {
        let rules = DocumentRules(fieldRules: [FieldRule(documentKeyword: keyword, fields: fields)])
        #expect(try decision(on: writer().lines, rules: rules) == (holds ? .verified : .notVerified([.fieldNotValid])))
    }

    @Test func aFieldThatWasNotReadSurelyIsNotValid() throws {
        let rules = DocumentRules(fieldRules: [
            FieldRule(documentKeyword: "Identity card", fields: ["Place of Birth"]),
            FieldRule(documentKeyword: "Passport", fields: ["Surname"]),
        ])
        #expect(try decision(on: writer().lines, rules: rules, isChecked: false) == .notVerified([.fieldNotValid]))
    }

    @Test(arguments: ["Driver License", "driving licence", "Driver's license", "Driving license"])
    func everySpellingOfADrivingLicenceIsOne(keyword: String) {
        #expect(FieldRule(documentKeyword: keyword, fields: []).applies(toType: "France - Driving license"))
        #expect(!FieldRule(documentKeyword: keyword, fields: []).applies(toType: "France - Passport"))
    }

    @Test func anUnreadableCaptureIsRequestedAgainWhateverTheRulesSay() throws {
        var writer = writer()
        writer.expiry = "200101"
        #expect(
            try decision(on: writer.lines, readability: .retry(.mrzBlurred), imagesDisagree: true)
                == .retry(.mrzBlurred)
        )
    }

    @Test func imagesOfDifferentDocumentsAreRefused() throws {
        #expect(try decision(on: writer().lines, imagesDisagree: true) == .notVerified([.imagesDisagree]))
    }

    @Test func storedRawValuesNeverChange() {
        #expect(
            RetryReason.allCases.map(\.rawValue) == [
                "mrzNotFound", "mrzTooSmall", "mrzBlurred", "mrzUnreadable", "mrzCutOff", "severalDocuments",
                "mrzUncertain", "tookTooLong",
            ])
        #expect(MRZFinding.allCases.count == 32)
        #expect(MRZFinding.documentNumberCheckDigitWrong.rawValue == "number.checkDigitWrong")
    }
}
