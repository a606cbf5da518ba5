import Testing

@testable import LivenessScorer

@Suite struct ThinnedFramesTests {
    @Test func fewFramesStayAsTheyAre() {
        #expect(Array(0..<15).thinned(to: 15, keeping: [3]) == Array(0..<15))
        #expect([Int]().thinned(to: 15, keeping: []) == [])
    }

    @Test func manyAreSpreadEvenlyAndKeepWhatIsWanted() {
        let all = Array(0..<90)
        for kept in [[], [1], [41, 42, 43], Array(2..<17)] {
            let thinned = all.thinned(to: 15, keeping: kept)
            #expect(thinned.count == 15 && thinned.first == 0 && thinned.last == 89)
            #expect(thinned == thinned.sorted() && Set(thinned).count == 15)
            #expect(Set(kept.prefix(13)).isSubset(of: thinned))
        }
    }
}
