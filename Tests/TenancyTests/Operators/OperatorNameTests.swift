import OnboardingCore
import TestSupport
import Testing

@testable import Tenancy

@Suite struct OperatorNameTests {
    @Test(arguments: [
        ("ada", "ada"), ("Ada.Lovelace@Example.org", "ada.lovelace@example.org"), ("Jürgen Müller", "jurgenmuller"),
        ("CORP\\ada", "corpada"), ("a\u{0}b\nc", "abc"), ("<script>", "script"), ("Ада", nil), ("", nil), ("  ", nil),
    ]) func aNameFromElsewhereKeepsWhatANameMayHave(given: String, name: String?) {
        #expect(OperatorName.cleaned(given) == name)
    }

    @Test func whateverComesIsWellFormedAndFree() {
        var random = SeededGenerator.announced()
        for _ in 0..<2_000 {
            let scalars = (0..<Int.random(in: 0...300, using: &random)).compactMap { _ in
                Unicode.Scalar(UInt32.random(in: 0...0x2FFF, using: &random))
            }
            guard let name = OperatorName.cleaned(String(String.UnicodeScalarView(scalars))) else { continue }
            #expect(OperatorName.isWellFormed(name))
            let free = OperatorName.free(name, among: [name])
            #expect(OperatorName.isWellFormed(free) && free != name)
        }
    }

    @Test func aNameThatIsTakenIsNumbered() {
        #expect(OperatorName.free("ada", among: []) == "ada")
        #expect(OperatorName.free("ada", among: ["ada"]) == "ada-2")
        #expect(OperatorName.free("ada", among: ["ada", "ada-2", "ada-4"]) == "ada-3")
        let longest = String(repeating: "a", count: Limit.operatorName.value)
        let numbered = OperatorName.free(longest, among: [longest])
        #expect(numbered == String(repeating: "a", count: 62) + "-2" && OperatorName.isWellFormed(numbered))
    }
}
