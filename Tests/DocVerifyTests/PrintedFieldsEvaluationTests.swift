import Foundation
import Testing

@testable import DocVerify

@Suite struct PrintedFieldsEvaluationTests {
    private static let truth = """
        {"pictures":[
         {"file":"a","fields":{"surname":{"text":"MÜLLER"},"documentNumber":{"text":"L 898902"},"sex":{"text":"Ž/F","value":"F"},
          "dateOfBirth":{"text":"12.08.74","date":"1974-08-12"},"placeOfBirth":{"text":"KÖLN"}},
          "illegible":["dateOfExpiry"],"absent":["address","dateOfIssue"]},
         {"file":"b","sameAs":"a"}]}
        """

    @Test func everyFieldIsCountedOnce() throws {
        var evaluation = try PrintedFieldsEvaluation(truth: Data(Self.truth.utf8))
        let date = SourceField.Value.date(PartialDate(year: 1974, month: 8, day: 12))
        evaluation.add(
            "a",
            [
                SourceField(.surname, .text("MUELLER"), .notValidated, printed: "MÜLLER"),
                SourceField(.documentNumber, .text("L898902"), .notValidated, printed: "L898902"),
                SourceField(.sex, .text("M"), .notValidated), SourceField(.dateOfBirth, date, .notValidated),
                SourceField(.dateOfExpiry, date, .notValidated), SourceField(.address, .text("KÖLN"), .notValidated),
            ])
        evaluation.add("b", [])
        evaluation.add("c", [SourceField(.sex, .text("M"), .notValidated)])
        typealias Counts = PrintedFieldsEvaluation.Counts
        #expect(
            evaluation.counts == [
                .surname: Counts(exact: 1, missing: 1), .documentNumber: Counts(equal: 1, missing: 1),
                .sex: Counts(wrong: 1, missing: 1), .dateOfBirth: Counts(exact: 1, missing: 1),
                .placeOfBirth: Counts(missing: 2), .address: Counts(invented: 1),
            ])
        #expect(evaluation.table.hasSuffix("printed all: 2 exact, 1 equal, 1 wrong, 6 missing, 1 invented"))
        #expect(evaluation.misses.map(\.outcome.rawValue).sorted().prefix(2) == ["equal", "invented"])
    }

    @Test func anotherFormIsRefused() {
        #expect(throws: (any Error).self) { try PrintedFieldsEvaluation(truth: Data("[]".utf8)) }
    }
}
