internal import Foundation
internal import Vision

/// Where the corners of one face went: `positions[frame][corner]`, nil from the frame on in which a corner was lost.
struct PointTracks: Equatable, Sendable {
    var positions: [[Point?]]

    var cornerCount: Int { positions.first?.count ?? 0 }

    /// Both places of every corner that lives in two frames.
    func shared(_ first: Int, _ second: Int) -> (from: [Point], to: [Point]) {
        var from: [Point] = []
        var to: [Point] = []
        for (start, end) in zip(positions[first], positions[second]) {
            guard let start, let end else { continue }
            from.append(start)
            to.append(end)
        }
        return (from, to)
    }
}

/// The flatness cue: is the face a plane?
///
/// When a plane turns before a camera, a homography explains where its points go; when a head turns, it does not. So the
/// cue asks which part of what a *similarity* leaves over (s, something has turned) one *homography* leaves over as
/// well (b): r = b / s. Prints that are tilted have r of 0.1 to 0.2, heads 0.5 to 0.9; a plain limit on b does not work,
/// because a print tilted hastily leaves as much as a head that turns a little.
///
/// Corners of a light that does not turn with the print would make it deep, so the light must be steady (`LightChange`).
///
/// It stops images: prints, and images shown on a screen. A screen that plays a video of a turning head passes. So
/// may a print bent around a radius of one face width, and a cut-out or a mask on a real head.
struct Flatness {
    /// How many of the most deformed pairs are judged.
    static let judgedPairs = 3

    /// The three pairs of frames whose points a similarity explains worst, each with what a homography leaves over.
    ///
    /// - Parameters:
    ///   - faceWidth: in the unit of the tracks.
    ///   - frames: the number that each frame of the tracks has in the capture.
    static func pairs(
        of tracks: PointTracks, faceWidth: Double, frames: [Int], thresholds: LivenessThresholds
    ) -> [FlatnessPair] {
        let needed = max(
            Double(thresholds.minimumTrackedPoints), thresholds.minimumTrackedShare * Double(tracks.cornerCount))
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
        return deformed.prefix(judgedPairs).compactMap { pair in
            let (from, to) = tracks.shared(pair.first, pair.second)
            guard let residual = PlaneResiduals.ofHomography(from: from, to: to) else { return nil }
            return FlatnessPair(
                firstFrame: frames[pair.first], secondFrame: frames[pair.second], points: from.count,
                similarityResidualInPercent: pair.residual / faceWidth * 100,
                homographyResidualInPercent: residual / faceWidth * 100)
        }
    }

    /// The middle r of the pairs; nil of none.
    static func ratio(of pairs: [FlatnessPair]) -> Double? {
        // Only pairs that deform at all have a ratio: identical frames give 0 / 0.
        let ratios = pairs.filter { $0.similarityResidualInPercent > 0 }.map(\.ratio).sorted()
        guard let upper = ratios.dropFirst(ratios.count / 2).first else { return nil }
        guard ratios.count.isMultiple(of: 2) else { return upper }
        return (ratios[ratios.count / 2 - 1] + upper) / 2
    }

    /// What the cue says. Numbers that are not finite say nothing.
    static func verdict(
        deformationInPercent: Double?, ratio: Double?, turnInDegrees: Double, lightChangeInPercent: Double?,
        thresholds: LivenessThresholds
    ) -> FlatnessVerdict {
        guard let deformationInPercent else { return .tracksLost }
        if deformationInPercent <= thresholds.rigidAtMostInPercent { return .rigid }
        guard deformationInPercent >= thresholds.minimumDeformationInPercent else { return .noDeformation }
        guard let ratio else { return .tracksLost }
        if ratio <= thresholds.flatAtMost { return .flat }
        guard ratio >= thresholds.deepAtLeast else { return .depthUnclear }
        guard turnInDegrees >= thresholds.minimumTurnInDegrees else { return .turnTooSmall }
        guard isSteady(lightChangeInPercent, turnInDegrees: turnInDegrees, thresholds) else { return .unsteadyLight }
        return .deep
    }

    private static func isSteady(
        _ lightChangeInPercent: Double?, turnInDegrees: Double, _ thresholds: LivenessThresholds
    ) -> Bool {
        guard let perDegree = thresholds.lightChangePerDegreeInPercent,
            let most = thresholds.maximumLightChangeInPercent
        else { return true }
        guard let lightChangeInPercent else { return false }
        return lightChangeInPercent <= min(perDegree * turnInDegrees, most)
    }

    /// 0 at r = 0.25, 100 at 0.55; nil where r was not judged.
    static func scoreInPercent(of evidence: FlatnessEvidence) -> Double? {
        switch evidence.verdict {
        case .flat, .deep, .depthUnclear:
            evidence.ratio.map { min(max(($0 - 0.25) / 0.3, 0), 1) * 100 }
        case .tracksLost, .rigid, .noDeformation, .turnTooSmall, .unsteadyLight:
            nil
        }
    }
}
