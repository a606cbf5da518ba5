internal import Foundation

/// What networks say of the texture of a capture.
struct TextureReading: Equatable, Sendable {
    /// The frames that were looked at.
    let frames: [Int]
    /// Of each the log-odds of a bona fide presentation.
    let logits: [Double]

    /// Of several networks that looked at the same frames: the log-odds of the mean of their shares. nil of none.
    /// - Parameter networks: the logits of each, equally many.
    init?(frames: [Int], ofNetworks networks: [[Double]]) {
        guard let first = networks.first, !first.isEmpty, networks.allSatisfy({ $0.count == frames.count }) else {
            return nil
        }
        self.frames = frames
        logits =
            networks.count == 1
            ? first : frames.indices.map { frame in Self.combined(networks.map { $0[frame] }) }
    }

    /// The median: one frame in a reflection or out of focus does not decide about a capture.
    var logit: Double {
        let sorted = logits.sorted()
        let middle = sorted.count / 2
        return sorted.count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
    }

    /// Log-odds of the mean share, kept away from certainty, of which no network knows.
    static func combined(_ logits: [Double]) -> Double {
        let shares = logits.map { 1 / (1 + exp(-$0)) }
        let mean = min(max(shares.reduce(0, +) / Double(shares.count), 1e-6), 1 - 1e-6)
        return log(mean / (1 - mean))
    }
}
