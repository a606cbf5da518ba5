internal import Vision

/// The stillness cue: is it one image, sent several times?
///
/// A sensor's noise changes every pixel of every frame a little. But frames taken from a compressed video may share up
/// to 97 % of their pixels with their neighbours, because a codec skips blocks that hardly change. So only a face
/// region that stays the same, whole, in every pair speaks against a capture; anything less does not.
struct Stillness {
    /// The share of pixels with exactly equal grey value inside `region`; 1 for frames with the same bytes. 0 for
    /// images of different size.
    static func unchangedShare(_ first: GreyImage, _ second: GreyImage, in region: ImageRectangle) -> Double {
        guard first.size == second.size else { return 0 }
        let before = first.cropped(to: region).pixels
        let after = second.cropped(to: region).pixels
        var unchanged = 0
        for (old, new) in zip(before, after) where old == new { unchanged += 1 }
        return Double(unchanged) / Double(before.count)
    }

    /// - Parameter unchangedShares: of each two neighbouring frames; nil for none.
    static func verdict(unchangedShares: [Double], thresholds: LivenessThresholds) -> StillnessVerdict? {
        guard !unchangedShares.isEmpty else { return nil }
        if unchangedShares.allSatisfy({ $0 >= thresholds.unchangedShare }) { return .still }
        // Negated, so that a share that is not a number abstains.
        if !unchangedShares.allSatisfy({ $0 <= thresholds.compressedShare }) { return .abstains }
        return .changing
    }

    static func scoreInPercent(of verdict: StillnessVerdict) -> Double? {
        switch verdict {
        case .still: 0
        case .abstains: nil
        case .changing: 100
        }
    }
}
