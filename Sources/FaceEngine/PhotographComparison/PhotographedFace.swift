internal import Vision

/// A face cut out of an image for being compared as a photograph. Holds no more of the image than that.
public struct PhotographedFace: Sendable {
    /// In three dimensions, in pixels of the image that it was cut from.
    public let faceWidthInPixels: Double
    /// In pixels of the image that it was cut from.
    let mesh: FaceMesh
    /// Grey levels of the face and what surrounds it, smoothed for being sampled at the scale of `ComparisonSquare`.
    let plane: FloatPlane
    /// The points of the mesh in `plane`.
    let places: [Point]
    /// From `plane` to the comparison square, by the alignment points.
    let toSquare: AffineTransform

    /// How far beyond the square the cut reaches, in pixels of the square: blocks are looked for as far away.
    private static let margin = 12.0
    /// A face that is larger than this in the square's pixels is averaged down by a whole factor first.
    private static let greatestScale = 0.7

    /// Nil for a mesh without extent, or one that lies beside the image.
    init?(_ mesh: FaceMesh, in image: Image) {
        guard mesh.faceWidth.isFinite, mesh.faceWidth >= 1,
            let toSquare = AffineTransform.similarity(from: mesh.alignmentPoints, to: ComparisonSquare.points),
            (1e-3...1e3).contains(toSquare.scale), let back = toSquare.inverse
        else { return nil }
        let (near, far) = (-Self.margin, Double(ComparisonSquare.side) + Self.margin)
        let corners = [(near, near), (far, near), (near, far), (far, far)].map { back.apply(Point(x: $0, y: $1)) }
        guard let needed = ImageRectangle(around: corners)?.intersection(with: image.bounds) else { return nil }

        let factor = max(1, (Self.greatestScale / toSquare.scale).rounded(.down))
        // Whole multiples of the factor, so that every averaged pixel covers the same area.
        let x = (needed.x / factor).rounded(.down) * factor
        let y = (needed.y / factor).rounded(.down) * factor
        let columns = min(
            ((needed.x + needed.width - x) / factor).rounded(.up), ((image.bounds.width - x) / factor).rounded(.down))
        let rows = min(
            ((needed.y + needed.height - y) / factor).rounded(.up),
            ((image.bounds.height - y) / factor).rounded(.down))
        guard columns >= 1, rows >= 1 else { return nil }
        let part = image.cropped(to: ImageRectangle(x: x, y: y, width: columns * factor, height: rows * factor)).grey
        let reduced = part.resized(to: ImageSize(width: Int(columns), height: Int(rows)))
        let toPlane = AffineTransform(
            a: 1 / factor, b: 0, tx: -(x + (factor - 1) / 2) / factor, c: 0, d: 1 / factor,
            ty: -(y + (factor - 1) / 2) / factor)
        guard let fromPlane = toPlane.inverse else { return nil }

        // Pixels of the square are farther apart than those of the image: what lies between them is smoothed away, less
        // what averaging has smoothed.
        let wanted = max(0, 0.5 / toSquare.scale - 0.3)
        let averaged = (factor * factor - 1) / 12
        let smoothing = max(0, wanted * wanted - averaged).squareRoot() / factor
        faceWidthInPixels = mesh.faceWidth
        self.mesh = mesh
        plane = FloatPlane(size: reduced.size, values: reduced.pixels.map(Float.init)).blurred(sigma: smoothing)
        places = mesh.places.map(toPlane.apply)
        self.toSquare = fromPlane.then(toSquare)
    }

    /// The angle between the directions in which two faces look, in degrees; a tilt in the image does not count. By points
    /// that no expression moves.
    func poseDistanceInDegrees(to other: PhotographedFace) -> Double {
        let axes = RigidRotation.best(
            from: Self.rigidPoints.map { mesh.points[$0] }, to: Self.rigidPoints.map { other.mesh.points[$0] })
        // Where the direction of the camera went: turning the image moves it nowhere.
        let toCamera = axes.2
        return angleInDegrees(y: (toCamera.x * toCamera.x + toCamera.y * toCamera.y).squareRoot(), x: toCamera.z)
    }

    /// Forehead, temples, cheekbones, bridge and sides of the nose, corners of the eyes.
    private static let rigidPoints = [
        10, 338, 297, 332, 284, 251, 389, 356, 454, 109, 67, 103, 54, 21, 162, 127, 234, 151, 9, 8, 168, 6, 197, 195, 5,
        4, 1, 2, 98, 327, 33, 133, 263, 362, 116, 345, 117, 346,
    ]
}

/// The face that frames are compared with: a document's portrait, its ghost image, the portrait of another document.
public struct PhotographedPortrait: Sendable {
    public let face: PhotographedFace
    /// The same in the mirror image: mirroring makes no other photograph, and phones do it too.
    let mirrored: PhotographedFace
}
