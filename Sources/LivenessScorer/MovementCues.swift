internal import FaceEngine
internal import Foundation
internal import Vision

extension LivenessScorer {
    /// The stillness cue over all neighbouring frames that show one face; nil for fewer than two.
    func stillness(of frames: [MeasuredFrame], thresholds: LivenessThresholds) -> StillnessEvidence? {
        var shares: [Double] = []
        for (before, after) in zip(frames, frames.dropFirst()) {
            guard let first = before.face, let second = after.face else { continue }
            shares.append(Stillness.unchangedShare(first.grey, second.grey, in: first.mesh.bounds))
        }
        return Stillness.verdict(unchangedShares: shares, thresholds: thresholds).map {
            StillnessEvidence(unchangedShares: shares, verdict: $0)
        }
    }

    /// The flatness cue over the given frames of the capture; nil for too few of them.
    func flatness(
        of usable: [Int], of frames: [MeasuredFrame], thresholds: LivenessThresholds
    ) -> FlatnessEvidence? {
        let faces = usable.compactMap { frames[$0].face }
        guard faces.count == usable.count, faces.count >= thresholds.minimumFramesForFlatness else { return nil }
        let anchor = faces.count / 2
        let meshes = faces.map(\.mesh)
        let widths = meshes.map(\.faceWidth).sorted()
        let faceWidth = widths[widths.count / 2]
        guard faceWidth > 0, let aligned = FaceAlignment(meshes: meshes, greys: faces.map(\.grey), anchor: anchor)
        else { return nil }

        let tracks = PointTracks(through: aligned.images, from: anchor, inside: aligned.outline)
        let pairs = Flatness.pairs(
            of: tracks, faceWidth: FaceAlignment.faceWidth, frames: usable, thresholds: thresholds)
        let deformation = pairs.first?.similarityResidualInPercent
        let ratio = Flatness.ratio(of: pairs)
        let turn = turn(of: meshes, against: anchor)
        let lightChange = LightChange.inPercent(of: aligned, anchor: anchor)
        return FlatnessEvidence(
            anchorFrame: usable[anchor], corners: tracks.cornerCount, faceWidthInPixels: faceWidth,
            movementInPercent: movement(of: meshes) / faceWidth * 100, turnInDegrees: turn, pairs: pairs,
            deformationInPercent: deformation,
            homographyResidualInPercent: pairs.first?.homographyResidualInPercent, ratio: ratio,
            lightChangeInPercent: lightChange,
            verdict: Flatness.verdict(
                deformationInPercent: deformation, ratio: ratio, turnInDegrees: turn,
                lightChangeInPercent: lightChange, thresholds: thresholds))
    }

    /// The hypotenuse of the ranges of yaw and pitch that carry the anchor's mesh onto each other one, in degrees.
    private func turn(of meshes: [FaceMesh], against anchor: Int) -> Double {
        let rotations = meshes.map { meshes[anchor].rotation(onto: $0) }
        func range(_ angles: [Double]) -> Double {
            guard let least = angles.min(), let most = angles.max() else { return 0 }
            return most - least
        }
        return hypot(range(rotations.map(\.yawInDegrees)), range(rotations.map(\.pitchInDegrees)))
    }

    /// The largest median shift of the mesh's points between two frames, in pixels.
    private func movement(of meshes: [FaceMesh]) -> Double {
        var largest = 0.0
        for (index, first) in meshes.enumerated() {
            for second in meshes.dropFirst(index + 1) {
                let shifts = zip(first.points, second.points).map { hypot($0.x - $1.x, $0.y - $1.y) }.sorted()
                guard let median = shifts.dropFirst(shifts.count / 2).first else { continue }
                largest = max(largest, median)
            }
        }
        return largest
    }
}
