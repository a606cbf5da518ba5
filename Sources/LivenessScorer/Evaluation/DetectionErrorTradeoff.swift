/// How the errors of one attack species trade against those of bona fide captures as a threshold on the score moves.
///
/// A capture with a score is accepted from the threshold on. One without a score (no decision, so none was made up) counts
/// in both denominators and at no threshold as accepted or refused: it is a non-response, whose share stands beside the
/// curve. So the rates are those of `SpeciesRates`.
package struct DetectionErrorTradeoff: Codable, Equatable, Sendable {
    package struct Point: Codable, Equatable, Sendable {
        package let thresholdInPercent: Double
        /// Share of all attack packages with at least this score.
        package let apcer: Double
        /// Share of all bona fide packages with a lower score.
        package let bpcer: Double
    }

    package let presentationClass: PresentationClass
    package let species: String
    package let attacks: Int
    package let attacksWithScore: Int
    package let bonaFide: Int
    package let bonaFideWithScore: Int
    /// One for each score that occurs, rising, and one beyond the last; empty where there is no score or no presentation of
    /// one side.
    package let points: [Point]

    init(
        of attacks: [PresentationResult], against bonaFide: [PresentationResult],
        presentationClass: PresentationClass, species: String
    ) {
        self.presentationClass = presentationClass
        self.species = species
        let attackScores = attacks.compactMap(\.scoreInPercent).filter(\.isFinite).sorted()
        let bonaFideScores = bonaFide.compactMap(\.scoreInPercent).filter(\.isFinite).sorted()
        self.attacks = attacks.count
        attacksWithScore = attackScores.count
        self.bonaFide = bonaFide.count
        bonaFideWithScore = bonaFideScores.count
        let scores = Set(attackScores + bonaFideScores).sorted()
        guard !attacks.isEmpty, !bonaFide.isEmpty, let highest = scores.last else {
            points = []
            return
        }
        var (below, refused) = (0, 0)
        points = (scores + [highest.nextUp]).map { threshold in
            while below < attackScores.count, attackScores[below] < threshold { below += 1 }
            while refused < bonaFideScores.count, bonaFideScores[refused] < threshold { refused += 1 }
            return Point(
                thresholdInPercent: threshold, apcer: Double(attackScores.count - below) / Double(attacks.count),
                bpcer: Double(refused) / Double(bonaFide.count))
        }
    }
}

/// How the scores of one species are distributed.
package struct ScoreHistogram: Codable, Equatable, Sendable {
    package static let binCount = 20

    package let presentationClass: PresentationClass
    package let species: String
    package let withScore: Int
    package let withoutScore: Int
    /// Packages with a score in each twentieth of 0 … 100; the last bin includes 100.
    package let bins: [Int]

    init(of results: [PresentationResult], presentationClass: PresentationClass, species: String) {
        self.presentationClass = presentationClass
        self.species = species
        let scores = results.compactMap(\.scoreInPercent).filter(\.isFinite)
        withScore = scores.count
        withoutScore = results.count - scores.count
        var bins = [Int](repeating: 0, count: Self.binCount)
        for score in scores {
            let bin = (min(max(score, 0), 100) / 100 * Double(Self.binCount)).rounded(.down)
            bins[min(Int(bin), Self.binCount - 1)] += 1
        }
        self.bins = bins
    }
}
