import OnboardingCore
import Testing

@testable import Onboarding

@Suite struct FrameTimestampsTests {
    @Test(arguments: [
        ([1_700_000_000_000.0, 1_700_000_000_033.5], [1_700_000_000_000.0, 1_700_000_000_033.5]),
        ([1_700_000_000.0, 1_700_000_000.5], [1_700_000_000_000.0, 1_700_000_000_500.0]),
        ([0.0, 33.0], [0.0, 33.0]),
    ])
    func theUnitIsWorkedOutFromTheSize(written: [Double], milliseconds: [Double]) throws {
        #expect(try FrameTimestamps.milliseconds(of: written) == milliseconds)
    }

    @Test(arguments: [[1.0, 1.0], [2.0, 1.0], [-1.0, 1.0], [.infinity, 1.0], [1.0, .nan]])
    func timesThatDoNotRiseAreRefused(times: [Double]) {
        #expect(throws: Refusal(.frameTimesInvalid)) { try FrameTimestamps.milliseconds(of: times) }
    }

    @Test func oneFrameNeedsNoTime() throws {
        #expect(try FrameTimestamps.milliseconds(of: [nil]) == [0])
        #expect(throws: Refusal(.frameTimesInvalid)) { try FrameTimestamps.milliseconds(of: [1, nil]) }
    }
}
