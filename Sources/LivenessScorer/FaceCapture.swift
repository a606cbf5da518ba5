/// One image of a capture, as it was sent.
public struct CapturedFrame: Sendable {
    /// A whole JPEG, PNG or WebP file.
    public var bytes: [UInt8]
    /// When it was taken. Only the differences within a capture matter, so the zero is the sender's.
    public var timeInMilliseconds: Double
    /// What the caller wants to find this frame by in the evidence, as a rule the hex SHA-256 of `bytes`. Copied, not
    /// checked.
    public var digest: String?

    public init(bytes: [UInt8], timeInMilliseconds: Double, digest: String? = nil) {
        self.bytes = bytes
        self.timeInMilliseconds = timeInMilliseconds
        self.digest = digest
    }
}

/// The images of one person's face that are judged together.
public struct FaceCapture: Sendable {
    /// In the order in which they were taken.
    public var frames: [CapturedFrame]
    /// The clockwise turn that makes the images upright, after what their EXIF orientation says: 0, 90, 180 or 270.
    public var clockwiseRotationInDegrees: Int
    public var level: LivenessLevel
    /// Whether captures in which nothing can be told from movement may be `live` by the quality of their images
    /// alone. That is no protection against any attack, and the evidence says when it happened.
    public var permitsStills: Bool

    public init(
        frames: [CapturedFrame], clockwiseRotationInDegrees: Int = 0, level: LivenessLevel = .balanced,
        permitsStills: Bool = false
    ) {
        self.frames = frames
        self.clockwiseRotationInDegrees = clockwiseRotationInDegrees
        self.level = level
        self.permitsStills = permitsStills
    }
}

/// The operating points. What they differ in is `LivenessThresholds`.
public enum LivenessLevel: String, Codable, Sendable, CaseIterable {
    case highUsability, balanced, highSecurity
}
