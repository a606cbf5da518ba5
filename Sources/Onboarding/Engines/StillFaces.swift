package import FaceEngine
internal import Vision

/// What a single image shows whose sender vouches for it.
package enum StillFaceFinding: Equatable, Sendable {
    case noFace
    case severalFaces
    /// - image: the face with what is around it, as JPEG: enough to make its template again.
    case face(FaceTemplate, image: [UInt8])
}

/// Finds the one face of a single image. Whether a living person was before the camera, no single image says.
struct StillFaces: Sendable {
    let faces: FaceEngine

    /// A face of less than this share of the largest one's area stands in the background.
    private static let competitorAreaShare = 0.25
    private static let leastPresence = 0.5
    /// Of what is kept, in lengths of the face's box.
    private static let keptSide = 2.4
    private static let largestKeptSide = 480
    private static let quality = 92

    /// - Throws: `ImageError` for what does not decode.
    func finding(in bytes: [UInt8]) throws -> StillFaceFinding {
        var image = try FrameImage(decoding: bytes, size: try ImageHeader(of: bytes).size).image
        var found = try faces.faces(in: image, search: .thorough)
        if found.isEmpty, let turned = try faces.facesTryingOrientations(in: image) {
            (image, found) = (turned.image, turned.faces)
        }
        let areas = found.map(\.box.area).sorted(by: >)
        guard let face = found.largest, areas[0] > 0 else { return .noFace }
        if areas.count > 1, areas[1] / areas[0] >= Self.competitorAreaShare { return .severalFaces }
        let mesh = try faces.mesh(of: face, in: image)
        guard mesh.presence >= Self.leastPresence else { return .noFace }
        let kept = image.cropped(to: Self.surroundings(of: face.box)).reduced(toLongestSide: Self.largestKeptSide)
        return .face(try faces.template(of: mesh, in: image), image: try kept.jpeg(quality: Self.quality))
    }

    private static func surroundings(of box: ImageRectangle) -> ImageRectangle {
        let side = keptSide * max(box.width, box.height)
        return ImageRectangle(
            x: box.x + (box.width - side) / 2, y: box.y + (box.height - side) / 2, width: side, height: side)
    }
}
