internal import Foundation
internal import Vision

/// The columns of an MRZ as they were seen: for each column, how much speaks for each symbol.
struct MRZColumns: Sendable {
    /// Line, column, symbol; the numbers of one column add up to at most 1.
    var evidence: [[[Double]]]
    /// From column to column in pixels of the image, over all lines.
    var pitchInPixels: Double
    /// The lines' places in the image, cut at the first and last column.
    var lines: [TextLine]
    /// How far perspective moves the middle of a line beside an even grid, at most, in columns.
    var perspective: Double
    /// How well the columns explain the lines: the mean logarithm of what each shows that it may hold.
    var score: Double
    /// How sharp the print is: the least of its lines, see `MRZEvidence`.
    var focus: Double
    /// Line: where it stands, for who looks at the image.
    var places: [MRZPlace] = []
    /// The image is a mirror image.
    var isMirrored = false
    /// A line begins or ends at the image's edge.
    var isCutOff = false
}

extension MRZColumns {
    /// How good a reading it is among others of the same place, 0 at best: the columns fit, and one character stands out in each. Of
    /// lines that stand on their head the columns fit too, and every other character is a 5 or a D.
    var quality: Double { Self.quality(of: evidence, score: score) }

    static func quality(of evidence: [[[Double]]], score: Double) -> Double {
        let columns = evidence.joined()
        let clearness = columns.reduce(0) { $0 + ($1.max() ?? 0) } / Double(max(1, columns.count))
        return score + log(max(clearness, 1e-3))
    }
}
