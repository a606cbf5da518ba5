import TestSupport
import Testing

@testable import LivenessScorer

@Suite struct WilsonIntervalTests {
    /// Newcombe, "Two-sided confidence intervals for the single proportion", Statistics in Medicine 17 (1998), table I,
    /// method 3.
    @Test(arguments: [
        (81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0, 0.1611), (1, 29, 0.0061, 0.1718),
    ]) func theBoundsAreThePublishedOnes(hits: Int, count: Int, low: Double, high: Double) throws {
        let interval = try #require(WilsonInterval(hits: hits, of: count))
        #expect(abs(interval.low - low) < 5e-5)
        #expect(abs(interval.high - high) < 5e-5)
    }

    @Test func thereIsNoIntervalOfNothingNorOfAShareBeyondOne() {
        #expect(WilsonInterval(hits: 0, of: 0) == nil)
        #expect(WilsonInterval(hits: 2, of: 1) == nil)
        #expect(WilsonInterval(share: .nan, of: 3) == nil)
        #expect(WilsonInterval(share: -0.1, of: 3) == nil)
    }

    @Test func theIntervalHoldsTheShareAndNarrowsWithTheCount() throws {
        var generator = SeededGenerator.announced()
        for _ in 0..<500 {
            let count = Int.random(in: 1...500, using: &generator)
            let hits = Int.random(in: 0...count, using: &generator)
            let share = Double(hits) / Double(count)
            let interval = try #require(WilsonInterval(hits: hits, of: count))
            #expect(0 <= interval.low && interval.low <= share && share <= interval.high && interval.high <= 1)
            let wider = try #require(WilsonInterval(share: share, of: count * 4))
            #expect(wider.high - wider.low < interval.high - interval.low)
        }
    }

    @Test func fivePercentTakesSeventyThreePresentationsWithoutError() throws {
        #expect(WilsonInterval.presentationsNeeded(toShow: 0.05) == 73)
        #expect(try #require(WilsonInterval(hits: 0, of: 73)).high <= 0.05)
        #expect(try #require(WilsonInterval(hits: 0, of: 72)).high > 0.05)
        #expect(WilsonInterval.presentationsNeeded(toShow: 0) == .max)
    }
}
