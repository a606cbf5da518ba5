internal import FaceEngine
internal import Foundation
internal import Vision

/// How the faces of a capture are laid over each other before corners are followed from frame to frame.
///
/// A similarity takes shift, scale and roll out, which changes neither residual of the flatness cue: both models contain
/// it. It halves the time, and a print that is moved hastily keeps its tracks.
struct FaceAlignment {
    /// Side of the aligned image, in pixels.
    static let side = 256
    /// Width of the face in it: the distance between the points beside the ears, in pixels.
    static let faceWidth = 160.0

    /// The image of each frame, its face laid over the anchor's.
    let images: [GreyImage]
    /// Where the mesh of each frame lies in its image.
    let points: [[Point]]
    /// The outline of the anchor's face in its aligned image, a little inside its edge, where hair and
    /// background begin.
    let outline: [Point]

    /// - Parameter anchor: index of the frame whose upright face the others are laid over.
    /// - Returns: nil if a mesh has no extent.
    init?(meshes: [FaceMesh], greys: [GreyImage], anchor: Int) {
        let anchorMesh = meshes[anchor]
        guard anchorMesh.faceWidth > 0 else { return nil }
        let eyes =
            anchorMesh.place(FaceMesh.Landmark.leftEyeOuterCorner)
            - anchorMesh.place(FaceMesh.Landmark.rightEyeOuterCorner)
        let middle = Self.middle
        let center = anchorMesh.bounds.center
        let upright = AffineTransform.translation(x: middle.x - center.x, y: middle.y - center.y)
            .then(
                .rotation(
                    byRadians: -atan2(eyes.y, eyes.x), scale: Self.faceWidth / anchorMesh.faceWidth, about: middle))
        let target = anchorMesh.places.map(upright.apply)

        let size = ImageSize(width: Self.side, height: Self.side)
        var images: [GreyImage] = []
        var points: [[Point]] = []
        for (index, mesh) in meshes.enumerated() {
            guard let transform = index == anchor ? upright : .similarity(from: mesh.places, to: target)
            else { return nil }
            points.append(mesh.places.map(transform.apply))
            images.append(greys[index].warped(by: transform, to: size, border: .replicated))
        }
        self.images = images
        self.points = points

        outline = anchorMesh.oval(scaledBy: Self.outlineShrinkage).map(upright.apply)
    }

    static let middle = Point(x: Double(side) / 2, y: Double(side) / 2)

    private static let outlineShrinkage = 0.92
}
