internal import Foundation
internal import Vision

/// Is the face a plane?
///
/// When a plane turns before a camera, a homography explains where its points go; when a head turns, it does not. So the
/// cue measures which part of what a *similarity* leaves over (s, something has turned) one *homography* leaves over as
/// well (b): r = b / s. A plain limit on b does not work, because a print tilted hastily leaves as much as a head that
/// turns a little.
///
/// Corners of a light that does not turn with the print would make it deep, so the light must be steady (`LightChange`).
///
/// It stops images: prints, and images shown on a screen. A screen that plays a video of a turning head passes. So
/// may a print curved around a radius of one face width, and a cut-out or a mask on a real head.
struct Flatness: LivenessCue {
    static let name = "flatness"
    static let species: [AttackSpecies] = [.print, .stillOnScreen]

    /// How many of the most deformed pairs are assessed.
    private static let assessedPairs = 3

    /// With fewer corners in the face, or fewer points that survive in both frames of a pair, the cue abstains.
    private let minimumTrackedPoints: Double
    /// The share of the corners that must survive in both frames of a pair.
    private let minimumTrackedShare: Double
    /// Up to this s the frames are one image, sent again with other noise or shifted.
    private let rigidAtMostInPercent: Double
    /// Below this s nothing has turned, and the cue would measure noise.
    private let minimumDeformationInPercent: Double
    /// Up to this r the face is flat.
    private let flatAtMost: Double
    /// From this r on it is deep. Between the two the finding is unclear.
    private let deepAtLeast: Double
    /// The turn of the head by the mesh.
    private let minimumTurnInDegrees: Double
    /// How much the brightness may change in patches.
    private let maximumPatchyLightInPercent: Double
    private let scale: ScoreScale

    init(_ row: CueRow) throws(LivenessError) {
        minimumTrackedPoints = try row.limit("minimumTrackedPoints")
        minimumTrackedShare = try row.limit("minimumTrackedShare")
        rigidAtMostInPercent = try row.limit("rigidAtMostInPercent")
        minimumDeformationInPercent = try row.limit("minimumDeformationInPercent")
        flatAtMost = try row.limit("flatAtMost")
        deepAtLeast = try row.limit("deepAtLeast")
        minimumTurnInDegrees = try row.limit("minimumTurnInDegrees")
        maximumPatchyLightInPercent = try row.limit("maximumPatchyLightInPercent")
        scale = ScoreScale(
            zeroAt: try row.limit("scoreZeroAt"), attackBelow: flatAtMost, bonaFideFrom: deepAtLeast,
            hundredAt: try row.limit("scoreHundredAt"))
    }

    func assess(_ capture: CaptureFeatures) -> CueEvidence {
        guard let movement = capture.movement else {
            return evidence(.abstained(.tooFewFrames), measurements: [:])
        }
        let pairs = pairs(
            of: movement.tracks, faceWidth: FaceAlignment.Layout.corners.faceWidth, frames: movement.frames)
        let deformation = pairs.first?.similarityResidualInPercent
        let ratio = Self.ratio(of: pairs)
        let patchyLight = capture.denseMotion?.patchyLightInPercent
        let measurements: [String: CueMeasurement?] = [
            "anchorFrame": .number(Double(movement.anchorFrame)),
            "corners": .number(Double(movement.tracks.cornerCount)),
            "faceWidthInPixels": .number(movement.faceWidthInPixels),
            "movementInPercent": .number(movement.shiftInPercent),
            "turnInDegrees": .number(movement.turnInDegrees),
            "pairs": pairs.isEmpty ? nil : .rows(pairs.map(\.measurements)),
            "deformationInPercent": CueMeasurement(deformation),
            "homographyResidualInPercent": CueMeasurement(pairs.first?.homographyResidualInPercent),
            "ratio": CueMeasurement(ratio),
            "patchyLightInPercent": CueMeasurement(patchyLight),
        ]
        var result = result(
            deformationInPercent: deformation, ratio: ratio, turnInDegrees: movement.turnInDegrees,
            patchyLightInPercent: patchyLight)
        if result == .abstained(.unsteadyLight), capture.denseMotion == nil {
            result = .abstained(capture.reasonWithoutDenseMotion)
        }
        var evidence = evidence(result, measurements: measurements.compactMapValues(\.self))
        evidence.hints = hint(on: result, movement, patchyLightInPercent: patchyLight).map { [$0] }
        return evidence
    }

    /// What the person can do so that the cue decides: turn further, or stand in steadier light.
    private func hint(
        on result: CueResult, _ movement: FaceMovement, patchyLightInPercent: Double?
    ) -> LivenessHint? {
        let hint: LivenessHint? =
            switch result {
            case .abstained(.noDeformation), .abstained(.turnTooSmall):
                LivenessHint(.turn, movement.turnInDegrees, .atLeast, minimumTurnInDegrees, .degrees)
            case .abstained(.unsteadyLight):
                patchyLightInPercent.flatMap {
                    LivenessHint(.lightChange, $0, .atMost, maximumPatchyLightInPercent, .percent)
                }
            case .measured, .abstained: nil
            }
        return hint.flatMap { $0.isMet ? nil : $0 }
    }

    private func evidence(_ result: CueResult, measurements: [String: CueMeasurement]) -> CueEvidence {
        let feedback: [LivenessFeedback] =
            switch result {
            case .measured(_, .bonaFide, _), .measured(_, .attack, _): []
            case .measured(_, .unclear, _): [.insufficientFrames]
            case .abstained(.unsteadyLight): [.invalidFrameLighting]
            case .abstained: [.insufficientFrames]
            }
        return CueEvidence(Self.name, result, feedback: feedback, measurements: measurements)
    }

    /// A number that is not finite never leads to an attack or to bona fide.
    func result(
        deformationInPercent: Double?, ratio: Double?, turnInDegrees: Double, patchyLightInPercent: Double?
    ) -> CueResult {
        guard let deformationInPercent else { return .abstained(.tracksLost) }
        if deformationInPercent <= rigidAtMostInPercent { return .abstained(.repeatedStill) }
        guard deformationInPercent >= minimumDeformationInPercent else { return .abstained(.noDeformation) }
        guard let ratio else { return .abstained(.tracksLost) }
        let score = scale.scoreInPercent(of: ratio)
        func measured(_ finding: CueFinding) -> CueResult {
            .measured(scoreInPercent: score, finding, speaksTo: Self.species)
        }
        if ratio <= flatAtMost { return measured(.attack(.flat)) }
        guard ratio >= deepAtLeast else { return measured(.unclear(.depthUnclear)) }
        guard turnInDegrees >= minimumTurnInDegrees else { return .abstained(.turnTooSmall) }
        guard let patchyLightInPercent, patchyLightInPercent <= maximumPatchyLightInPercent else {
            return .abstained(.unsteadyLight)
        }
        return measured(.bonaFide)
    }

    /// The three pairs of frames whose points a similarity explains worst, each with what a homography leaves over.
    ///
    /// - Parameters:
    ///   - faceWidth: in the unit of the tracks.
    ///   - frames: the number that each frame of the tracks has in the capture.
    func pairs(of tracks: PointTracks, faceWidth: Double, frames: [Int]) -> [Pair] {
        let needed = max(minimumTrackedPoints, minimumTrackedShare * Double(tracks.cornerCount))
        var deformed: [(first: Int, second: Int, residual: Double)] = []
        for first in tracks.positions.indices {
            for second in tracks.positions.indices.dropFirst(first + 1) {
                let (from, to) = tracks.shared(first, second)
                guard Double(from.count) >= needed,
                    let residual = PlaneResiduals.ofSimilarity(from: from, to: to)
                else { continue }
                deformed.append((first, second, residual))
            }
        }
        deformed.sort { ($1.residual, $0.first, $0.second) < ($0.residual, $1.first, $1.second) }
        return deformed.prefix(Self.assessedPairs).compactMap { pair in
            let (from, to) = tracks.shared(pair.first, pair.second)
            guard let residual = PlaneResiduals.ofHomography(from: from, to: to) else { return nil }
            return Pair(
                firstFrame: frames[pair.first], secondFrame: frames[pair.second], points: from.count,
                similarityResidualInPercent: pair.residual / faceWidth * 100,
                homographyResidualInPercent: residual / faceWidth * 100)
        }
    }

    /// The middle r of the pairs; nil of none.
    static func ratio(of pairs: [Pair]) -> Double? {
        // Only pairs that deform at all have a ratio: identical frames give 0 / 0.
        let ratios = pairs.filter { $0.similarityResidualInPercent > 0 }.map(\.ratio).sorted()
        guard let upper = ratios.dropFirst(ratios.count / 2).first else { return nil }
        guard ratios.count.isMultiple(of: 2) else { return upper }
        return (ratios[ratios.count / 2 - 1] + upper) / 2
    }

    /// Two frames that were compared.
    struct Pair: Equatable, Sendable {
        var firstFrame: Int
        var secondFrame: Int
        /// Points that live in both.
        var points: Int
        /// s, in percent of the face's width.
        var similarityResidualInPercent: Double
        /// b, in percent of the face's width.
        var homographyResidualInPercent: Double

        var ratio: Double { homographyResidualInPercent / similarityResidualInPercent }

        fileprivate var measurements: [String: Double] {
            [
                "firstFrame": Double(firstFrame), "secondFrame": Double(secondFrame), "points": Double(points),
                "similarityResidualInPercent": similarityResidualInPercent,
                "homographyResidualInPercent": homographyResidualInPercent,
            ]
        }
    }
}

extension LivenessReason {
    public static let flat = LivenessReason(rawValue: "flat")
    /// Too few points could be followed from frame to frame.
    public static let tracksLost = LivenessReason(rawValue: "tracksLost")
    /// s is too small: the head did not turn, whatever else moved.
    public static let noDeformation = LivenessReason(rawValue: "noDeformation")
    /// The points moved against each other, but by the mesh the head did not turn enough.
    public static let turnTooSmall = LivenessReason(rawValue: "turnTooSmall")
    /// r lies between flat and deep.
    public static let depthUnclear = LivenessReason(rawValue: "depthUnclear")
    /// The face looks deep, but grows lighter and darker in patches: the corners may be the light's.
    public static let unsteadyLight = LivenessReason(rawValue: "unsteadyLight")
}
