public import Vision

/// 468 points on a face, in the numbering of MediaPipe's face mesh. "Right" and "left" are the person's.
public struct FaceMesh: Equatable, Sendable {
    public static let pointCount = 468

    /// x and y in pixels of the image; z in the same unit, smaller = nearer, 0 near the middle of the head.
    public let points: [Point3]
    /// How sure the network is that it looked at a face: 0 to 1. Real faces give more than 0.99, noise less than 0.01; not
    /// a measure of quality, and high for faces upside down too.
    public let presence: Double

    /// - Parameter points: 468 points, else a programmer's error.
    public init(points: [Point3], presence: Double) {
        precondition(points.count == Self.pointCount)
        self.points = points
        self.presence = presence
    }

    /// Numbers of points that have a name.
    public enum Landmark {
        public static let noseTip = 1
        public static let forehead = 10
        public static let chin = 152
        public static let rightEyeOuterCorner = 33
        public static let leftEyeOuterCorner = 263
        public static let rightMouthCorner = 61
        public static let leftMouthCorner = 291
        public static let rightSide = 234
        public static let leftSide = 454
        public static let rightEye = [33, 133, 159, 145]
        public static let leftEye = [263, 362, 386, 374]
        /// The outline of the face from the forehead clockwise as seen.
        public static let oval = [
            10, 338, 297, 332, 284, 251, 389, 356, 454, 323, 361, 288, 397, 365, 379, 378, 400, 377, 152, 148, 176, 149,
            150, 136, 172, 58, 132, 93, 234, 127, 162, 21, 54, 103, 67, 109,
        ]
    }

    /// A point's place in the image.
    public func place(_ number: Int) -> Point { points[number].inImage }

    /// All points as seen in the image.
    public var places: [Point] { points.map(\.inImage) }

    /// Mean of the four contour points of the person's right eye (image left in an unmirrored image).
    public var rightEyeCenter: Point3 { Point3.mean(of: Landmark.rightEye.map { points[$0] }) }

    public var leftEyeCenter: Point3 { Point3.mean(of: Landmark.leftEye.map { points[$0] }) }

    /// Distance of the face's sides (points 234 and 454) in three dimensions, in pixels: it does not shrink when the head
    /// turns.
    public var faceWidth: Double { points[Landmark.rightSide].distance(to: points[Landmark.leftSide]) }

    /// The smallest upright rectangle around all points.
    public var bounds: ImageRectangle {
        ImageRectangle(around: places) ?? ImageRectangle(x: 0, y: 0, width: 0, height: 0)
    }

    /// The outline of the face in the image, scaled about its mean by `factor`.
    public func oval(scaledBy factor: Double = 1) -> [Point] {
        let outline = Landmark.oval.map(place)
        let center = Point.mean(of: outline)
        return outline.map { center + ($0 - center) * factor }
    }

    /// The five points by which faces are aligned: right eye, left eye, nose tip, right and left corner of the mouth.
    /// Which points serve best was measured; see docs/measurements/face-comparison.md.
    public var alignmentPoints: [Point] {
        [
            rightEyeCenter.inImage, leftEyeCenter.inImage, place(Landmark.noseTip),
            place(Landmark.rightMouthCorner), place(Landmark.leftMouthCorner),
        ]
    }
}
