internal import Foundation
internal import Vision

/// How the appearance of an aligned face runs over the frames: its first principal component.
///
/// A living face changes in many ways at once. A fade or a morph has one, from first to last; images shown in turn have one
/// with a jump in it.
struct AppearanceCourse: Equatable, Sendable {
    /// The share of all change that the component explains, 0 to 1; 0 where nothing changes.
    let share: Double
    /// Its value in each frame.
    let values: [Double]

    /// - Parameter changes: of each frame at the same places, each place's mean over the frames already taken out.
    init(of changes: [[Float]]) {
        let gram = changes.map { first in
            changes.map { second in
                // Float sums in blocks keep bits equal and are fast enough.
                Double(zip(first, second).reduce(Float(0)) { $0 + $1.0 * $1.1 })
            }
        }
        let total = gram.indices.reduce(0) { $0 + gram[$1][$1] }
        guard total > 0, total.isFinite else {
            share = 0
            values = changes.map { _ in 0 }
            return
        }
        let largest = largestEigenpair(ofSymmetric: gram)
        share = min(max(largest.value / total, 0), 1)
        values = largest.vector
    }

    init(share: Double, values: [Double]) {
        self.share = share
        self.values = values
    }

    /// q1: `share` times the fourth power of the correlation between course and frame number. Near 1 for one image that
    /// fades into another.
    func steadiness(atFrames numbers: [Int]) -> Double {
        let correlation = Self.correlation(values, numbers.map(Double.init))
        return share * correlation * correlation * correlation * correlation
    }

    /// q2: `share` times the largest gap in the course, as a share of its range, that leaves at least three frames on either
    /// side. Near 1 for images shown in turn. 0 for fewer than six frames.
    var gap: Double {
        let sorted = values.sorted()
        guard let least = sorted.first, let most = sorted.last, most > least, sorted.count >= 6 else { return 0 }
        let gaps = (3...(sorted.count - 3)).map { sorted[$0] - sorted[$0 - 1] }
        return share * (gaps.max() ?? 0) / (most - least)
    }

    private static func correlation(_ first: [Double], _ second: [Double]) -> Double {
        let count = Double(first.count)
        let (firstMean, secondMean) = (first.reduce(0, +) / count, second.reduce(0, +) / count)
        var (product, firstSquare, secondSquare) = (0.0, 0.0, 0.0)
        for (a, b) in zip(first, second) {
            product += (a - firstMean) * (b - secondMean)
            firstSquare += (a - firstMean) * (a - firstMean)
            secondSquare += (b - secondMean) * (b - secondMean)
        }
        let norm = (firstSquare * secondSquare).squareRoot()
        return norm > 0 ? product / norm : 0
    }
}
