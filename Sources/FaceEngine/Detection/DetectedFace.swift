public import Vision

/// A face as the detector reports it.
public struct DetectedFace: Codable, Equatable, Sendable {
    /// From the brows to the chin and from cheek to cheek, about; in pixels. It may reach beyond the image.
    public let box: ImageRectangle
    /// 0 to 1, not calibrated; comparable only within one detector.
    public let score: Double
    /// Six points in pixels: right eye (the person's; left in an unmirrored image), left eye, nose tip, mouth, right
    /// ear, left ear.
    public let keyPoints: [Point]

    /// The line through the eyes against the horizontal, in degrees, −180 to 180; positive where the person's left eye is
    /// the lower one. Beyond ±90 the face is upside down.
    public var tiltInDegrees: Double {
        guard keyPoints.count >= 2 else { return 0 }
        let across = keyPoints[1] - keyPoints[0]
        return angleInDegrees(y: across.y, x: across.x)
    }

    func moved(by transform: (Point) -> Point, scale: Double) -> DetectedFace {
        let corner = transform(Point(x: box.x, y: box.y))
        return DetectedFace(
            box: ImageRectangle(x: corner.x, y: corner.y, width: box.width * scale, height: box.height * scale),
            score: score, keyPoints: keyPoints.map(transform))
    }
}

extension Collection<DetectedFace> {
    /// The face that a camera frame is about: whoever holds the camera is nearest to it.
    public var largest: DetectedFace? { self.max { $0.box.area < $1.box.area } }
}

/// How far to look for faces.
public enum FaceSearch: Sendable {
    /// For camera frames: the short-range detector, and the full-range one where that finds nothing.
    case frame
    /// For documents and scenes: both detectors together, and where neither finds anything, overlapping parts of the
    /// image one by one; a face counts when the mesh network sees it too. Finds faces down to about 2.5 % of the
    /// longest side; up to fifteen times the cost where there is none.
    case thorough
}
