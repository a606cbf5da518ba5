import OnboardingCore
import Testing

@testable import Onboarding
@testable import Tenancy

@Suite struct FrameTimestampsTests {
    @Test(arguments: [
        ([1_700_000_000_000.0, 1_700_000_000_033.5], [1_700_000_000_000.0, 1_700_000_000_033.5]),
        ([1_700_000_000.0, 1_700_000_000.5], [1_700_000_000_000.0, 1_700_000_000_500.0]),
        ([0.0, 33.0], [0.0, 33.0]),
    ])
    func theUnitIsWorkedOutFromTheSize(written: [Double], milliseconds: [Double]) throws {
        #expect(try FrameTimestamps(written).milliseconds == milliseconds)
    }

    @Test(arguments: [[1.0, 1.0], [2.0, 1.0], [-1.0, 1.0], [.infinity, 1.0], [1.0, .nan]])
    func timesThatDoNotRiseAreRefused(times: [Double]) {
        #expect(throws: Refusal(.frameTimesInvalid)) { try FrameTimestamps(times) }
    }

    @Test(arguments: [1, 2, 3]) func framesWithoutAnyTimeAreInTheirOrderAndHaveNone(count: Int) throws {
        let times = try FrameTimestamps(Array(repeating: nil, count: count))
        #expect(times.milliseconds == (0..<count).map(Double.init))
        #expect(!times.areStated)
        #expect(try FrameTimestamps([5]).areStated)
    }

    @Test func someFramesWithATimeAndSomeWithoutAreRefused() {
        for times in [[1, nil], [nil, 1], [1, nil, 3]] as [[Double?]] {
            #expect(throws: Refusal(.frameTimesInvalid)) { try FrameTimestamps(times) }
        }
    }
}
