internal import Foundation
internal import Vision

/// Foundation has a type of this name too; in this module it is always ours.
typealias AffineTransform = Vision.AffineTransform

/// The turned square of an image that the mesh network looks at.
struct MeshRegion: Sendable {
    let center: Point
    let sideInPixels: Double
    /// The turn of the face in the image: 0 where the eyes are level, growing clockwise as seen.
    let angle: Double

    /// The network is sensitive to how much it sees around the face: always 1.5 times the face.
    static let margin = 1.5

    init(around face: DetectedFace) {
        center = face.box.center
        sideInPixels = max(face.box.width, face.box.height) * Self.margin
        angle = face.tiltInDegrees * .pi / 180
    }

    /// The region for the next look, from where the points were.
    init(around mesh: FaceMesh) {
        let across =
            mesh.place(FaceMesh.Landmark.leftEyeOuterCorner) - mesh.place(FaceMesh.Landmark.rightEyeOuterCorner)
        angle = atan2(across.y, across.x)
        let level = AffineTransform.rotation(byRadians: -angle, about: Point(x: 0, y: 0))
        let box =
            ImageRectangle(around: mesh.places.map(level.apply)) ?? ImageRectangle(x: 0, y: 0, width: 1, height: 1)
        center = AffineTransform.rotation(byRadians: angle, about: Point(x: 0, y: 0)).apply(box.center)
        sideInPixels = max(box.width, box.height) * Self.margin
    }

    /// From the image to an upright square of `side` pixels; nil for a region without extent.
    func transform(toSide side: Int) -> AffineTransform? {
        guard sideInPixels >= 1, sideInPixels < 1e6, center.x.isFinite, center.y.isFinite, angle.isFinite else {
            return nil
        }
        let middle = Double(side) / 2 - 0.5
        return AffineTransform.rotation(byRadians: -angle, scale: Double(side) / sideInPixels, about: center)
            .then(.translation(x: middle - center.x, y: middle - center.y))
    }
}
