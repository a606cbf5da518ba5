import TestSupport
import Testing

@testable import OnboardingWeb

/// Which characters of a value another source does not have.
@Suite struct CharacterDifferenceTests {
    /// What differs in brackets, `_` for what is missing.
    private func marked(_ value: String, _ others: String...) -> String {
        CharacterDifference(value, from: others).runs.map { $0.isGap ? "_" : $0.isDifferent ? "[\($0.text)]" : $0.text }
            .joined()
    }

    @Test func eachDifferenceIsMarkedByItself() {
        #expect(marked("JOHN A SMITH", "JOHN B SMYTH") == "JOHN [A] SM[I]TH")
        #expect(marked("MUELLER", "MULLER") == "MU[E]LLER")
        #expect(marked("L898908C3", "L898902C3") == "L89890[8]C3")
    }

    @Test func whatIsMissingIsMarkedWhereItWouldStand() {
        #expect(marked("MULLER", "MUELLER") == "MU_LLER")
        #expect(marked("ANNA", "ANNA MARIA") == "ANNA_")
        #expect(marked("MARIA", "ANNA MARIA") == "_MARIA")
    }

    @Test func equalAndEmptyValuesDifferFromNothing() {
        #expect(marked("ANNA", "ANNA", "") == "ANNA")
        #expect(marked("", "ANNA") == "")
        #expect(!CharacterDifference("ANNA", from: ["ANNA"]).isThere && !CharacterDifference("A", from: []).isThere)
    }

    @Test func aDifferenceFromAnySourceIsMarked() {
        #expect(marked("AB", "AB", "AC") == "A[B]")
        #expect(CharacterDifference("AXBY", from: ["AB"]).characters == ["X", "Y"])
    }

    @Test func theTextIsThatOfTheValueWhateverTheOtherIs() {
        var generator = SeededGenerator.announced()
        for _ in 0..<300 {
            func text() -> String {
                String(
                    (0..<Int.random(in: 0...12, using: &generator)).map { _ in
                        "AB<".randomElement(using: &generator) ?? "A"
                    })
            }
            let (value, other) = (text(), text())
            let found = CharacterDifference(value, from: [other])
            #expect(found.runs.map(\.text).joined() == value)
            #expect(found.isThere == (value != other && !value.isEmpty && !other.isEmpty), "\(value) \(other)")
        }
    }

    @Test func valuesOfAnyLengthAreCompared() {
        let long = String(repeating: "AB", count: 100_000)
        let found = CharacterDifference(long, from: [String(repeating: "BA", count: 100_000)])
        #expect(found.runs.count == 1 && found.isThere)
    }
}
