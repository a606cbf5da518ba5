import DocVerify
import Testing

@testable import Onboarding

/// On ICAO's specimen passport, valid until 15 April 2012.
@Suite struct FindingTests {
    private static let lines = [
        "P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<", "L898902C36UTO7408122F1204159ZE184226B<<<<<10",
    ]
    private enum Day {
        case before, after
    }

    private func words(
        hasMRZ: Bool = true, hasPortrait: Bool = true, _ verdict: DocumentVerdict, on day: Day = .before
    ) throws -> [ReadDocument.Finding] {
        let today = try #require(CalendarDate(year: 2012, month: 4, day: day == .before ? 1 : 16))
        let mrz = hasMRZ ? try MachineReadableZone(lines: Self.lines, today: today) : nil
        let words = ReadDocument.Finding.all(mrz: mrz, hasPortrait: hasPortrait, verdict: verdict, today: today)
        // Nobody reads these, whatever the document.
        #expect(words.contains(.printedFieldsMissing) && words.contains(.barcodeMissing))
        return words.filter { $0 != .printedFieldsMissing && $0 != .barcodeMissing }
    }

    @Test func whatIsMissingIsNamed() throws {
        #expect(try words(hasMRZ: false, hasPortrait: false, .retry(.mrzNotFound)) == [.mrzMissing, .portraitMissing])
        #expect(try words(hasPortrait: false, .verified) == [.portraitMissing])
    }

    @Test func anExpiredDocumentIsNamedAlsoWhereItIsTaken() throws {
        #expect(try words(.verified) == [])
        #expect(try words(.verified, on: .after) == [.expired])
        #expect(try words(.notVerified([.expired]), on: .after) == [.expired])
    }

    @Test func everyReasonHasItsFinding() throws {
        let reasons: [DocumentVerdict.Reason] = [
            .finding(.compositeCheckDigitWrong), .finding(.birthDateCheckDigitWrong), .finding(.birthDateImpossible),
            .finding(.issuingStateUnknown), .imagesDisagree, .expiryUnknown, .specimen, .authenticityNotChecked,
            .tooYoung, .fieldNotValid,
        ]
        #expect(
            try words(.notVerified(reasons)) == [
                .checkDigit, .mrzField, .imagesDisagree, .expiryUnknown, .specimen,
                .authenticityNotChecked, .ageRule, .fieldRule,
            ])
    }

    @Test(arguments: RetryReason.allCases) func aPoorImageIsNamed(reason: RetryReason) throws {
        #expect(try words(.retry(reason)) == [reason == .mrzNotFound ? .mrzMissing : .imageQuality])
    }
}
