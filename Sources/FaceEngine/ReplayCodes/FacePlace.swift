internal import Foundation
internal import Vision

/// Where a face lies in an image: made of all points of its mesh, because five of them waver by more.
struct FacePlace: Sendable {
    private let center: Point
    /// In pixels.
    private let faceWidth: Double
    /// The turn of the face in the image: 0 where it is upright, growing clockwise as seen.
    private let tiltInRadians: Double

    /// The width of a face in units of the points' distance (root of the mean square) from their middle: the median of the
    /// portraits that the medians are fitted to.
    private static let faceWidthInSpreads = 2.82

    /// - Parameter isNumberedMirrored: whether the points of the mesh are numbered as those of the other side.
    init(of mesh: FaceMesh, isNumberedMirrored: Bool) {
        let places = mesh.places
        center = Point.mean(of: places)
        let middle = center
        let squares = places.map { $0.distance(to: middle) }.reduce(0) { $0 + $1 * $1 }
        faceWidth = Self.faceWidthInSpreads * (squares / Double(places.count)).squareRoot()
        let across = mesh.directionToLeft
        tiltInRadians = isNumberedMirrored ? atan2(-across.y, -across.x) : atan2(across.y, across.x)
    }

    /// An upright square around the face; nil where the face has no extent.
    /// - Parameters:
    ///   - sideInFaceWidths: of the part of the image that it shows.
    ///   - side: in pixels.
    func square(of sideInFaceWidths: Double, side: Int, in grey: GreyImage) -> GreyImage? {
        let width = faceWidth * sideInFaceWidths
        guard width >= 1, width < 1e6, center.x.isFinite, center.y.isFinite, tiltInRadians.isFinite else { return nil }
        let middle = Double(side) / 2 - 0.5
        let upright = AffineTransform.rotation(byRadians: -tiltInRadians, scale: Double(side) / width, about: center)
            .then(.translation(x: middle - center.x, y: middle - center.y))
        return grey.reducing(by: upright, to: ImageSize(width: side, height: side))
    }
}
