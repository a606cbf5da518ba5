import Foundation
import OnboardingCore
import TestSupport
import Testing

@testable import Casework

/// What the person is told is what `docs/reasons.md` says.
@Suite struct ReasonAdviceTests {
    /// The last two columns of the table below a heading, by the code of the first.
    private func table(_ heading: String) throws -> [String: Explanation.Words] {
        let page = try String(contentsOfFile: Material.packageRoot + "/docs/reasons.md", encoding: .utf8)
        let lines = page.split(separator: "\n").drop { $0 != "## " + heading }.dropFirst()
            .prefix { !$0.hasPrefix("## ") }
        var words: [String: Explanation.Words] = [:]
        for line in lines where line.hasPrefix("| `") {
            let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            let code = cells[0].replacing("`", with: "")
            words[code] = Explanation.Words(en: cells[cells.count - 2], de: cells[cells.count - 1])
        }
        return words
    }

    @Test func theWordsForAnEnrollmentAreThoseOfThePage() throws {
        let told = EnrollmentReason.allCases.map { ($0.rawValue, Explanation.Words($0)) }
        #expect(try table("Why an enrollment is not complete") == Dictionary(uniqueKeysWithValues: told))
    }

    @Test func everyReasonThatIsAnAuthenticationsOwnIsOnThePage() throws {
        let own: [AuthenticationReason] =
            AuthenticationFailure.allCases.map { .exhausted($0) } + DeviceDecision.allCases.compactMap { .init($0) }
            + [.expired, .cancelled]
        #expect(Set(try table("Why an authentication is not complete").keys) == Set(own.map(\.code)))
    }

    @Test func theWordsForAnotherCaptureAreThoseOfThePage() throws {
        let told = RecaptureReason.allCases.map { ($0.rawValue, Explanation.Words($0)) }
        #expect(try table("Why another capture is asked for") == Dictionary(uniqueKeysWithValues: told))
    }

    @Test func theWordsForWhoHasToWaitAreThoseOfThePage() throws {
        let refusals = try table("Why a request was refused")
        #expect(refusals["ENROLLMENT_PENDING"] == .pending && refusals["RATE_LIMITED"] == .locked)
    }
}
