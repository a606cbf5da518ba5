import OnboardingCore
import Testing

@testable import OnboardingHTTP

@Suite struct ArrivalRateTests {
    private static let start = ContinuousClock().now

    /// The second at which the first of so many pieces came too late; nil where none did.
    private func end(of piece: Int, every seconds: Int, times count: Int, after first: Int = 0) -> Int? {
        var rate = ArrivalRate(from: Self.start)
        if first > 0, !rate.takes(first, at: Self.start + .seconds(1)) { return 1 }
        return (1...count).map { 1 + $0 * seconds }.first { !rate.takes(piece, at: Self.start + .seconds($0)) }
    }

    @Test func whoDripsHasThirtySeconds() {
        #expect(end(of: 1024, every: 1, times: 1_000) == 31)
    }

    /// Seven mebibytes at once gave two minutes for the last piece.
    @Test func whatWasSentFastEarnsNoTimeForTheRest() {
        #expect(end(of: 1024, every: 1, times: 1_000, after: 7 << 20) == 32)
        #expect(end(of: 0, every: 29, times: 1, after: 7 << 20) == nil)
    }

    @Test func whoKeepsARateMaySendTheLargestBody() {
        let second = Limit.bodyPerSecond.value
        #expect(end(of: second, every: 1, times: Limit.documentBody.value / second) == nil)
        // At half of it the time as a whole ends first.
        #expect(end(of: second / 2, every: 1, times: 10_000).map { (55...65).contains($0) } == true)
    }
}
