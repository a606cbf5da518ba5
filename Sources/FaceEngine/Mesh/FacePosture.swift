public import Vision

/// How a face is held in one frame: what a movement that was asked for is seen by. Stored with these names.
public struct FacePosture: Codable, Equatable, Sendable {
    /// Positive = the person looks to their left; see `HeadRotation`.
    public let yawInDegrees: Double
    /// Positive = looks down.
    public let pitchInDegrees: Double
    /// From side to side in three dimensions: does not shrink when the head turns.
    public let faceWidthInPixels: Double
    /// The middle of the face's outline in the image, in pixels.
    public let centerX: Double
    public let centerY: Double
    /// Between the lids over the width of the eye, the mean of both eyes. Measured: open eyes 0.27 to 0.39, closed ones 0.10
    /// to 0.21.
    public let eyeOpening: Double
    /// Between the inner lips over their width. Measured: closed mouths up to 0.16, open ones from 0.41 on.
    public let mouthOpening: Double

    private enum CodingKeys: String, CodingKey {
        case yawInDegrees, pitchInDegrees, faceWidthInPixels, centerX, centerY, eyeOpening, mouthOpening
    }

    public init(
        yawInDegrees: Double, pitchInDegrees: Double, faceWidthInPixels: Double, center: Point, eyeOpening: Double,
        mouthOpening: Double
    ) {
        self.yawInDegrees = yawInDegrees
        self.pitchInDegrees = pitchInDegrees
        self.faceWidthInPixels = faceWidthInPixels
        centerX = center.x
        centerY = center.y
        self.eyeOpening = eyeOpening
        self.mouthOpening = mouthOpening
    }

    public init(of mesh: FaceMesh) {
        let rotation = mesh.rotation
        self.init(
            yawInDegrees: rotation.yawInDegrees, pitchInDegrees: rotation.pitchInDegrees,
            faceWidthInPixels: mesh.faceWidth, center: Point.mean(of: mesh.oval()),
            eyeOpening: (Self.rightEye.opening(in: mesh) + Self.leftEye.opening(in: mesh)) / 2,
            mouthOpening: Self.innerLips.opening(in: mesh))
    }

    public var center: Point { Point(x: centerX, y: centerY) }

    /// An opening between two rims, by numbers of mesh points.
    private struct Rims {
        /// Pairs of points that lie opposite each other.
        let pairs: [(upper: Int, lower: Int)]
        let corners: (Int, Int)

        func opening(in mesh: FaceMesh) -> Double {
            let width = mesh.place(corners.0).distance(to: mesh.place(corners.1))
            guard width > 0 else { return 0 }
            let heights = pairs.map { mesh.place($0.upper).distance(to: mesh.place($0.lower)) }
            return heights.reduce(0, +) / Double(heights.count) / width
        }
    }

    private static let rightEye = Rims(pairs: [(159, 145), (158, 153)], corners: (33, 133))
    private static let leftEye = Rims(pairs: [(386, 374), (385, 380)], corners: (263, 362))
    private static let innerLips = Rims(pairs: [(13, 14)], corners: (78, 308))
}
