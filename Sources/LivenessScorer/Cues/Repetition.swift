internal import Vision

/// Does the capture come back to a moment that it had left?
///
/// A sensor's noise differs between any two frames, so nobody looks the same twice to the last pixel. A frame whose face
/// region equals that of an earlier one, with other frames between the two, was sent again: a clip that is looped or played
/// back and forth. A compressed video may repeat neighbours, so only frames with a change between them count.
struct Repetition: LivenessCue {
    static let name = "repetition"
    static let species: [AttackSpecies] = [.injectedVideo, .injectedAnimation]

    /// From this share of exactly equal pixels on, a frame repeats an earlier one.
    private let repeatedShare: Double
    /// Up to this share, a frame between the two differs from both.
    private let changedShare: Double

    init(_ row: CueRow) throws(LivenessError) {
        repeatedShare = try row.limit("repeatedShare")
        changedShare = try row.limit("changedShare")
    }

    func assess(_ capture: CaptureFeatures) -> CueEvidence {
        let faces = capture.frames.map { frame in
            frame.face.map { Face(grey: $0.grey, region: $0.mesh.bounds) }
        }
        let result = result(frames: faces.count) { first, second in
            guard let first = faces[first], let second = faces[second] else { return nil }
            return first.unchangedShare(second)
        }
        return CueEvidence(
            Self.name, result.found, feedback: result.frames.isEmpty ? [] : [.insufficientFrames],
            measurements: ["repeatingFrames": .numbers(result.frames.map(Double.init))])
    }

    /// - Parameter unchangedShare: of two frames, the earlier one first; nil where one has no face.
    /// - Returns: with the frames that repeat an earlier moment.
    func result(
        frames count: Int, unchangedShare: (Int, Int) -> Double?
    ) -> (found: CueResult, frames: [Int]) {
        guard count > 2 else { return (.abstained(.tooFewFrames), []) }
        let repeating = (2..<count).filter { later in
            (0..<(later - 1)).contains { earlier in
                guard let share = unchangedShare(earlier, later), share >= repeatedShare else { return false }
                return ((earlier + 1)..<later).contains { between in
                    unchangedShare(earlier, between).map { $0 <= changedShare } == true
                }
            }
        }
        return repeating.isEmpty
            ? (.measured(scoreInPercent: 100, .bonaFide, speaksTo: Self.species), [])
            : (.measured(scoreInPercent: 0, .attack(.momentRepeated), speaksTo: Self.species), repeating)
    }

    /// A face region with its mean, which tells most that differ apart.
    private struct Face {
        let grey: GreyImage
        let region: ImageRectangle
        let mean: Double

        init(grey: GreyImage, region: ImageRectangle) {
            self.grey = grey
            self.region = region
            let pixels = grey.cropped(to: region).pixels
            mean = Double(pixels.reduce(0) { $0 + Int($1) }) / Double(max(1, pixels.count))
        }

        func unchangedShare(_ other: Face) -> Double {
            // What is equal in 99.9 % of the pixels differs by 0.26 at most.
            abs(mean - other.mean) > 0.3 ? 0 : Stillness.unchangedShare(grey, other.grey, in: region)
        }
    }
}

extension LivenessReason {
    /// A moment that had passed comes again, pixel by pixel.
    public static let momentRepeated = LivenessReason(rawValue: "momentRepeated")
}
