internal import FaceEngine
internal import Foundation
internal import Vision

/// How one face moves over several frames: its images are laid over each other, its corners followed, its turn
/// measured.
struct FaceMovement: Sendable {
    /// The indices of the frames in the capture.
    let frames: [Int]
    /// The index in the capture of the frame that the others are laid over and whose corners are followed.
    let anchorFrame: Int
    /// The median, in three dimensions.
    let faceWidthInPixels: Double
    let tracks: PointTracks
    /// How far the head turned by the mesh: the hypotenuse of the ranges of yaw and pitch.
    let turnInDegrees: Double
    /// Largest median shift of the mesh between two frames, in percent of the face's width.
    let shiftInPercent: Double

    /// - Parameter usable: indices of usable frames, in order.
    init?(of usable: [Int], in capture: CaptureFeatures) {
        let faces = usable.compactMap { capture.frames[$0].face }
        guard faces.count == usable.count, faces.count >= capture.thresholds.gates.minimumFramesOfMovement else {
            return nil
        }
        let anchor = faces.count / 2
        let meshes = faces.map(\.mesh)
        let widths = meshes.map(\.faceWidth).sorted()
        let faceWidth = widths[widths.count / 2]
        guard faceWidth > 0,
            let aligned = FaceAlignment(meshes: meshes, greys: faces.map(\.grey), anchor: anchor, layout: .corners)
        else { return nil }

        frames = usable
        anchorFrame = usable[anchor]
        faceWidthInPixels = faceWidth
        tracks = PointTracks(through: aligned.images, from: anchor, inside: aligned.outline(of: anchor))
        turnInDegrees = HeadTurns(of: meshes, against: anchor).rangeInDegrees
        shiftInPercent = Self.shift(of: meshes) / faceWidth * 100
    }

    /// In pixels.
    private static func shift(of meshes: [FaceMesh]) -> Double {
        var largest = 0.0
        for (index, first) in meshes.enumerated() {
            for second in meshes.dropFirst(index + 1) {
                let shifts = zip(first.points, second.points).map { hypot($0.x - $1.x, $0.y - $1.y) }
                // Most medians are seen not to be the largest without an order.
                guard shifts.count(where: { $0 <= largest }) <= shifts.count / 2,
                    let median = shifts.ascendingOrder.dropFirst(shifts.count / 2).first
                else { continue }
                largest = max(largest, shifts[median])
            }
        }
        return largest
    }
}
