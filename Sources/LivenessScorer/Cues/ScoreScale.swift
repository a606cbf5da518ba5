internal import Foundation

/// How a cue's quantity becomes its score: a third at the limit of an attack, two thirds at that of a bona fide
/// presentation, so that the score of every cue means the same; in proportion between.
struct ScoreScale: Sendable {
    let zeroAt: Double
    /// The limit below which the cue finds an attack.
    let attackBelow: Double
    /// The limit from which on it finds a bona fide presentation.
    let bonaFideFrom: Double
    let hundredAt: Double

    /// 0 … 100, never falling as the quantity rises. 0 for a number that is none.
    func scoreInPercent(of quantity: Double) -> Double {
        let steps = [(zeroAt, 0.0), (attackBelow, 100 / 3.0), (bonaFideFrom, 200 / 3.0), (hundredAt, 100)]
        guard quantity > zeroAt else { return 0 }
        for (low, high) in zip(steps, steps.dropFirst()) where quantity < high.0 {
            return low.1 + (high.1 - low.1) * (quantity - low.0) / (high.0 - low.0)
        }
        return 100
    }

    /// The same by the logarithm of the quantity, for quotients; the limits are above 0.
    func scoreInPercent(ofLogarithm quantity: Double) -> Double {
        guard quantity > 0 else { return 0 }
        return ScoreScale(
            zeroAt: log(zeroAt), attackBelow: log(attackBelow), bonaFideFrom: log(bonaFideFrom),
            hundredAt: log(hundredAt)
        ).scoreInPercent(of: log(quantity))
    }
}
