internal import Vision

/// Is it one image, sent several times?
///
/// A sensor's noise changes every pixel of every frame a little. But frames taken from a compressed video may share up
/// to 97 % of their pixels with their neighbours, because a codec skips blocks that hardly change. So only a face
/// region that stays the same, whole, in every pair speaks against a capture; anything less does not.
struct Stillness: LivenessCue {
    static let name = "stillness"
    static let species: [AttackSpecies] = [.injectedStill]

    /// From this share of exactly equal pixels on, a frame repeats its neighbour's face region.
    private let unchangedShare: Double
    /// Where neighbours share more than this, the cue abstains.
    private let compressedShare: Double

    init(_ row: CueRow) throws(LivenessError) {
        unchangedShare = try row.limit("unchangedShare")
        compressedShare = try row.limit("compressedShare")
    }

    func assess(_ capture: CaptureFeatures) -> CueEvidence {
        let shares = zip(capture.frames, capture.frames.dropFirst()).compactMap { before, after -> Double? in
            guard let first = before.face, let second = after.face else { return nil }
            return Self.unchangedShare(first.grey, second.grey, in: first.mesh.bounds)
        }
        let result = result(unchangedShares: shares)
        let isPassed = result == .abstained(.mostlyUnchanged) || result == Self.changing
        return CueEvidence(
            Self.name, result, feedback: isPassed ? [] : [.insufficientFrames],
            measurements: shares.isEmpty ? [:] : ["unchangedShares": .numbers(shares)])
    }

    /// - Parameter unchangedShares: of each two neighbouring frames.
    func result(unchangedShares: [Double]) -> CueResult {
        guard !unchangedShares.isEmpty else { return .abstained(.tooFewFrames) }
        if unchangedShares.allSatisfy({ $0 >= unchangedShare }) { return Self.still }
        // Negated, so that a share that is not a number abstains.
        if !unchangedShares.allSatisfy({ $0 <= compressedShare }) { return .abstained(.mostlyUnchanged) }
        return Self.changing
    }

    static let still = CueResult.measured(scoreInPercent: 0, .attack(.repeatedStill), speaksTo: species)
    static let changing = CueResult.measured(scoreInPercent: 100, .bonaFide, speaksTo: species)

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
}

extension LivenessReason {
    /// Some neighbouring frames share most of their pixels. Compressed video does that too.
    public static let mostlyUnchanged = LivenessReason(rawValue: "mostlyUnchanged")
}
