internal import FaceEngine
internal import Foundation
internal import Vision

/// How the faces of a capture are laid over each other before corners are followed from frame to frame.
///
/// Shift, scale and roll are taken out by a similarity, which changes neither residual of the flatness cue: both models
/// contain it. It halves the time, and a print that is moved hastily keeps its tracks.
struct FaceAlignment {
    /// Side of the aligned image, in pixels.
    static let side = 256
    /// Width of the face in it: the distance between the points beside the ears, in pixels.
    static let faceWidth = 160.0

    /// The image of each frame, its face laid over the anchor's.
    let images: [GreyImage]
    /// Where the mesh of each frame lies in its image.
    let points: [[Point]]
    /// The outline of the anchor's face in its aligned image, drawn in a little from the edge, where hair and
    /// background begin.
    let outline: [Point]

    /// - Parameter anchor: index of the frame whose upright face the others are laid over.
    /// - Returns: nil where a mesh has no extent.
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

extension PointTracks {
    /// How many corners are followed. With 200 weak ones come in, and prints reach half again as high a ratio.
    static let maximumCorners = 100
    /// A point that does not come back to within this many pixels when tracked backwards is lost.
    static let returnDistance = 0.7

    /// Follows the strongest corners inside `outline` from the anchor to the last frame and to the first, from frame to
    /// frame, each step checked by tracking it back.
    init(through images: [GreyImage], from anchor: Int, inside outline: [Point]) {
        let corners = images[anchor].cornersToTrack(
            inside: outline, maximum: Self.maximumCorners, quality: 0.005, minimumDistance: 4, blockSize: 5)
        positions = [[Point?]](repeating: [Point?](repeating: nil, count: corners.count), count: images.count)
        positions[anchor] = corners
        let forwards = Array(anchor..<images.count)
        let backwards = Array((0...anchor).reversed())
        for path in [forwards, backwards] {
            for (frame, next) in zip(path, path.dropFirst()) {
                positions[next] = Self.step(positions[frame], from: images[frame], to: images[next])
            }
        }
    }

    private static func step(_ places: [Point?], from: GreyImage, to: GreyImage) -> [Point?] {
        let living = places.indices.filter { places[$0] != nil }
        let starts = living.compactMap { places[$0] }
        let ends = from.track(starts, into: to)
        let reached = ends.indices.filter { ends[$0] != nil }
        let returned = to.track(reached.compactMap { ends[$0] }, into: from)
        var next = [Point?](repeating: nil, count: places.count)
        for (order, index) in reached.enumerated() {
            guard let back = returned[order], back.distance(to: starts[index]) < returnDistance else { continue }
            next[living[index]] = ends[index]
        }
        return next
    }
}
