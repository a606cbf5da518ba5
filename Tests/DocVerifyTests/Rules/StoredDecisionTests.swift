import Foundation
import Testing

@testable import DocVerify

/// The stored forms of decisions and rules: they never change.
@Suite struct StoredDecisionTests {
    private func json(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    private static let decisions: [(DocumentRules.Decision, String)] = [
        (.verified, #"{"decision":"verified"}"#),
        (.retry(.mrzNotFound), #"{"decision":"retry","retryReason":"mrzNotFound"}"#),
        (
            .notVerified([
                .finding(
                    SourceFinding(source: .mrz, code: "birth.checkDigitWrong", meaning: .checkDigitWrong)),
                .imagesDisagree, .sourcesDisagree, .expired, .expiryUnknown, .specimen, .authenticityNotChecked,
                .tooYoung, .tooOld, .ageUnknown, .fieldNotValid,
            ]),
            #"{"decision":"notVerified","reasons":[{"finding":{"code":"birth.checkDigitWrong","#
                + #""meaning":"checkDigitWrong","source":"mrz"},"reason":"finding"},{"reason":"imagesDisagree"},"#
                + #"{"reason":"sourcesDisagree"},{"reason":"expired"},{"reason":"expiryUnknown"},"#
                + #"{"reason":"specimen"},{"reason":"authenticityNotChecked"},{"reason":"tooYoung"},"#
                + #"{"reason":"tooOld"},{"reason":"ageUnknown"},{"reason":"fieldNotValid"}]}"#
        ),
    ]

    @Test(arguments: decisions) func aDecisionIsStoredAndReadBack(decision: DocumentRules.Decision, form: String) throws
    {
        #expect(try json(decision) == form)
        #expect(try JSONDecoder().decode(DocumentRules.Decision.self, from: Data(form.utf8)) == decision)
    }

    @Test func aDecisionOfAnUnknownWordIsRefused() {
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(DocumentRules.Decision.self, from: Data(#"{"decision":"perhaps"}"#.utf8))
        }
    }

    @Test func rulesAreStoredAndReadBack() throws {
        let rules = DocumentRules(
            minimumAge: 18, fieldRules: [FieldRule(documentKeyword: "Passport", fields: ["Surname", "*"])])
        let form =
            #"{"acceptsSpecimens":false,"fieldRules":[{"documentKeyword":"Passport","fields":["Surname","*"]}],"#
            + #""minimumAge":18,"refusesExpired":true,"requiresAuthenticity":false}"#
        #expect(try json(rules) == form)
        #expect(try JSONDecoder().decode(DocumentRules.self, from: Data(form.utf8)) == rules)
    }
}
