internal import Vision

/// Where the five alignment points of a face are to lie in a network's input.
public struct FaceCrop: Decodable, Equatable, Sendable {
    /// Width and height in pixels.
    public let width: Int
    public let height: Int
    /// x and y of the right eye (left in the image), left eye, nose tip, right and left corner of the mouth, in pixels.
    public let points: [[Double]]

    var isWellFormed: Bool {
        (16...1024).contains(width) && (16...1024).contains(height) && points.count == 5
            && points.allSatisfy { $0.count == 2 && $0.allSatisfy(\.isFinite) }
    }

    /// The face, turned and scaled so that its alignment points come to lie where the crop wants them, by least squares.
    func cut(_ mesh: FaceMesh, from image: Image) -> Image? {
        let targets = points.map { Point(x: $0[0], y: $0[1]) }
        guard let transform = AffineTransform.similarity(from: mesh.alignmentPoints, to: targets) else { return nil }
        return image.reducing(by: transform, to: ImageSize(width: width, height: height))
    }
}
