import FaceEngine
import Testing

@Suite struct MatchConfidenceTests {
    @Test(arguments: [
        (0.0, 0), (1, 44), (2, 68), (3, 82), (4, 90), (5, 94), (6, 97), (8, 99), (9.2, 99), (9.3, 100), (12, 100),
        (40, 100),
        (-3, 0), (.nan, 0), (.infinity, 100), (-.infinity, 0),
    ]) func aScoreHasAPercentage(score: Double, percent: Int) {
        #expect(MatchConfidence.percent(ofScore: score) == percent)
    }

    @Test func percentagesRiseWithTheScore() {
        let scores = stride(from: 0.0, through: 12, by: 0.01)
        let percents = scores.map(MatchConfidence.percent(ofScore:))
        #expect(zip(percents, percents.dropFirst()).allSatisfy { $0 <= $1 })
        #expect(Set(percents) == Set(0...100))
        let asked = stride(from: -1.0, through: 101, by: 0.1).map(MatchConfidence.score(ofPercent:))
        #expect(zip(asked, asked.dropFirst()).allSatisfy { $0 <= $1 })
    }

    @Test func whatIsAskedForInPercentIsReachedByThatPercentage() {
        for percent in 0...99 {
            let score = MatchConfidence.score(ofPercent: Double(percent))
            #expect(MatchConfidence.percent(ofScore: score) == percent)
        }
    }

    @Test(arguments: [(90.0, 4.0), (0, 0), (-5, 0), (100, 12), (101, 12), (.nan, 12), (99.99, 12)])
    func aPercentageAsksForAScore(percent: Double, score: Double) {
        #expect(abs(MatchConfidence.score(ofPercent: percent) - score) < 1e-9)
    }
}
