/// The numbers of the fusion, as `FusionFit` made them.
struct FusionTable: Equatable, Sendable {
    let bias: Double
    /// By cue; one that is not named only refuses.
    let weights: [String: Double]
    let leastLogOdds: FusionData.PerLevel
    let leastSumAgainst: Double
    /// Of the bona fide captures that the fusion was calibrated on: how many in a hundred have fewer log-odds. Rising in
    /// both.
    let falseRejections: [FalseRejection]

    struct FalseRejection: Equatable, Sendable {
        let logOdds: Double
        let percent: Double

        init(_ logOdds: Double, _ percent: Double) {
            self.logOdds = logOdds
            self.percent = percent
        }
    }

    func model(at level: LivenessLevel) -> FusionModel {
        FusionModel(bias: bias, leastLogOdds: leastLogOdds[level], leastSumAgainst: leastSumAgainst)
    }

    /// How many in a hundred bona fide captures score lower than one with these log-odds; between two rows in proportion.
    func falseRejectionInPercent(atLogOdds logOdds: Double) -> Double? {
        guard let first = falseRejections.first, let last = falseRejections.last, logOdds.isFinite else { return nil }
        guard logOdds > first.logOdds else { return first.percent }
        guard logOdds < last.logOdds else { return last.percent }
        let upper = falseRejections.firstIndex { $0.logOdds > logOdds } ?? falseRejections.endIndex - 1
        let (low, high) = (falseRejections[upper - 1], falseRejections[upper])
        return low.percent + (high.percent - low.percent) * (logOdds - low.logOdds) / (high.logOdds - low.logOdds)
    }
}
