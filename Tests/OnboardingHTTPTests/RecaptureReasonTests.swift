import Casework
import OnboardingAPI
import Testing

/// An explanation names what would have helped by the codes of the answers.
@Suite struct RecaptureReasonTests {
    @Test func theCodesAreThoseOfTheAnswers() {
        #expect(RecaptureReason.allCases.map(\.rawValue) == RecaptureCause.Code.allCases.map(\.rawValue))
    }
}
