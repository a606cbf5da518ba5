import OnboardingCore
import Testing

@testable import DocVerify
@testable import Onboarding

/// On ICAO's specimen passport, valid until 15 April 2012.
@Suite struct FindingTests {
    private static let lines = [
        "P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<", "L898902C36UTO7408122F1204159ZE184226B<<<<<10",
    ]
    private enum Day {
        case before, after
    }

    private func findings(
        hasMRZ: Bool = true, hasPortrait: Bool = true, _ decision: DocumentRules.Decision, on day: Day = .before
    ) throws -> [ReadDocument.Finding] {
        let today = try #require(CalendarDate(year: 2012, month: 4, day: day == .before ? 1 : 16))
        let mrz = hasMRZ ? try MachineReadableZone(lines: Self.lines, today: today) : nil
        let reading = SourceReading(mrz: mrz, isChecked: hasMRZ, readability: hasMRZ ? .readable : .absent)
        let findings = ReadDocument.Finding.all(
            document: AgreedDocument([reading], today: today), hasPortrait: hasPortrait, decision: decision)
        // Nobody reads these, whatever the document.
        #expect(findings.contains(.printedFieldsMissing) && findings.contains(.barcodeMissing))
        return findings.filter { $0 != .printedFieldsMissing && $0 != .barcodeMissing }
    }

    @Test func whatIsMissingIsNamed() throws {
        #expect(
            try findings(hasMRZ: false, hasPortrait: false, .retry(.mrzNotFound)) == [.mrzMissing, .portraitMissing])
        #expect(try findings(hasPortrait: false, .verified) == [.portraitMissing])
    }

    @Test func anExpiredDocumentIsNamedAlsoWhereItIsTaken() throws {
        #expect(try findings(.verified) == [])
        #expect(try findings(.verified, on: .after) == [.expired])
        #expect(try findings(.notVerified([.expired]), on: .after) == [.expired])
    }

    @Test func everyReasonHasItsFinding() throws {
        func finding(_ meaning: SourceFinding.Meaning) -> DocumentRules.Decision.Reason {
            .finding(SourceFinding(source: .mrz, code: "", meaning: meaning))
        }
        let reasons: [DocumentRules.Decision.Reason] = [
            finding(.checkDigitWrong), finding(.contentsInvalid), .imagesDisagree, .sourcesDisagree, .expiryUnknown,
            .specimen, .authenticityNotChecked, .tooYoung, .fieldNotValid,
        ]
        #expect(
            try findings(.notVerified(reasons)) == [
                .checkDigit, .mrzField, .imagesDisagree, .expiryUnknown, .specimen,
                .authenticityNotChecked, .ageRule, .fieldRule,
            ])
    }

    @Test func whatABarcodeSaysWrongIsNotTheMRZs() throws {
        let finding = SourceFinding(source: .barcode, code: "birth.notStated", meaning: .contentsInvalid)
        #expect(try findings(.notVerified([.finding(finding)])) == [.barcodeField])
        let named = DocumentFinding.all(of: .notVerified([.finding(finding)]), DocumentRules(), document: nil)
        #expect(named == [DocumentFinding(.contentsInvalid, field: DocumentFieldType.dateOfBirth.rawValue)])
    }

    @Test(arguments: RetryReason.allCases) func anUnusableImageIsNamed(reason: RetryReason) throws {
        #expect(try findings(.retry(reason)) == [reason == .mrzNotFound ? .mrzMissing : .imageQuality])
    }
}
