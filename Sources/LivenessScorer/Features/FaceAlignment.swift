internal import FaceEngine
internal import Foundation
internal import Vision

/// How the faces of a capture are laid over each other before corners are followed from frame to frame.
///
/// A similarity takes shift, scale and roll out, which changes neither residual of the flatness cue: both models contain
/// it. It halves the time, and a print that is moved hastily keeps its tracks.
struct FaceAlignment {
    /// The image into which faces are laid, in pixels.
    struct Layout: Sendable {
        let size: ImageSize
        /// The distance between the points beside the ears.
        let faceWidth: Double
        /// Where the middle of the face's bounds lies.
        let middle: Point
        /// Whether a face that shrinks to less than 0.7 is softened first, so that nothing finer than a pixel flickers.
        let softens: Bool

        /// For corners that are followed.
        static let corners = Layout(
            size: ImageSize(width: 256, height: 256), faceWidth: 160, middle: Point(x: 128, y: 128), softens: false)
        /// For dense flow: the face with a margin of 30 pixels, because every pixel costs.
        static let dense = Layout(
            size: ImageSize(width: 192, height: 240), faceWidth: 144, middle: Point(x: 96, y: 126), softens: true)
    }

    let layout: Layout
    /// The image of each frame, its face laid over the anchor's.
    let images: [GreyImage]
    /// Where the mesh of each frame lies in its image.
    let points: [[Point]]
    /// - Parameter anchor: index of the frame whose upright face the others are laid over.
    /// - Returns: nil if a mesh has no extent.
    init?(meshes: [FaceMesh], greys: [GreyImage], anchor: Int, layout: Layout) {
        let anchorMesh = meshes[anchor]
        guard anchorMesh.faceWidth > 0 else { return nil }
        let eyes =
            anchorMesh.place(FaceMesh.Landmark.leftEyeOuterCorner)
            - anchorMesh.place(FaceMesh.Landmark.rightEyeOuterCorner)
        let middle = layout.middle
        let center = anchorMesh.bounds.center
        let upright = AffineTransform.translation(x: middle.x - center.x, y: middle.y - center.y)
            .then(
                .rotation(
                    byRadians: -atan2(eyes.y, eyes.x), scale: layout.faceWidth / anchorMesh.faceWidth, about: middle))
        let target = anchorMesh.places.map(upright.apply)

        var images: [GreyImage] = []
        var points: [[Point]] = []
        for (index, mesh) in meshes.enumerated() {
            guard let transform = index == anchor ? upright : .similarity(from: mesh.places, to: target)
            else { return nil }
            points.append(mesh.places.map(transform.apply))
            let scale = transform.scale
            let isSoftened = layout.softens && scale < 0.7 && scale > 0
            let grey = isSoftened ? greys[index].blurred(sigma: 0.4 / scale) : greys[index]
            images.append(grey.warped(by: transform, to: layout.size, border: .replicated))
        }
        self.layout = layout
        self.images = images
        self.points = points
    }

    /// The outline of one frame's face in its aligned image, drawn in about its mean. At 0.92 it lies inside the edge where
    /// hair and background begin.
    func outline(of frame: Int, scaledBy factor: Double = 0.92) -> [Point] {
        let outline = FaceMesh.Landmark.oval.map { points[frame][$0] }
        let mean = Point.mean(of: outline)
        return outline.map { mean + ($0 - mean) * factor }
    }
}
