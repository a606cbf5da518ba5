internal import Foundation

/// What the cues say together: a logistic model that is additive and monotone in the score of every cue.
///
/// Each cue that has a weight w and measured a score of p percent adds w · (p − 50) / 50 to the log-odds of a bona fide
/// presentation. A cue that abstains adds nothing. So a term is at most the cue's weight in either direction, and whoever
/// reads a record can add it up.
public struct FusionModel: Codable, Equatable, Sendable {
    /// The log-odds of a capture of which no cue says anything.
    public var bias: Double
    /// From these log-odds on a capture may be live.
    public var leastLogOdds: Double
    /// Down to this sum of the terms below zero alone a capture is no attack. Terms above zero do not count here, so that no
    /// cue that falls silent makes an attack of a bona fide presentation.
    public var leastSumAgainst: Double

    private enum CodingKeys: String, CodingKey {
        case bias, leastLogOdds, leastSumAgainst
    }

    public init(bias: Double, leastLogOdds: Double, leastSumAgainst: Double) {
        self.bias = bias
        self.leastLogOdds = leastLogOdds
        self.leastSumAgainst = leastSumAgainst
    }

    /// From which on a capture may be live.
    package var leastScoreInPercent: Double { scoreInPercent(ofLogOdds: leastLogOdds) }

    /// The score in percent of a capture with these log-odds: two thirds at the limit of the level.
    func scoreInPercent(ofLogOdds logOdds: Double) -> Double {
        100 / (1 + exp(leastLogOdds - logOdds) / 2)
    }
}
