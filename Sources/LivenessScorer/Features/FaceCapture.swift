/// One image of a capture, as it was sent.
public struct CapturedFrame: Sendable {
    /// A whole JPEG, PNG, WebP, HEIC or AVIF file.
    public var bytes: [UInt8]
    /// When it was taken. Only the differences within a capture matter, so the zero is the sender's.
    public var timeInMilliseconds: Double
    /// How the caller finds this frame in the evidence, usually the hex SHA-256 of `bytes`. Copied, not checked.
    public var digest: String?

    public init(bytes: [UInt8], timeInMilliseconds: Double, digest: String? = nil) {
        self.bytes = bytes
        self.timeInMilliseconds = timeInMilliseconds
        self.digest = digest
    }
}

/// The images of one person's face that are assessed together.
public struct FaceCapture: Sendable {
    /// All frames of a capture together may have as many pixels as fifteen of full HD, which is more than any phone sends. A
    /// single still may use them alone, up to the limit of one image. Measured: so many pixels of PNG or WebP decode in a
    /// second, fifteen images at the limit of one took ten.
    public static let maximumPixels = 15 * 1920 * 1080
    /// The same of a capture that answers a challenge: ninety frames of half that size.
    public static let maximumPixelsOfChallenge = 90 * 1280 * 720

    /// In the order in which they were taken.
    public var frames: [CapturedFrame]
    /// The clockwise turn that makes the images upright, after their EXIF orientation: 0, 90, 180 or 270.
    public var clockwiseRotationInDegrees: Int
    public var level: LivenessLevel
    /// Whether the times of the frames are when they were taken. If not, they only keep the order, and no movement is judged.
    public var hasTimes: Bool
    /// Whether a capture without a movement to assess may be `live` by the quality of its images alone. That stops no attack,
    /// and the evidence records it.
    public var permitsStills: Bool
    public var source: CaptureSource
    /// Whether a replay of the capture is to be seen later.
    public var wantsCodes: Bool
    /// What the person was asked to do meanwhile; nil for a passive capture.
    public var challenge: CaptureChallenge?

    public init(
        frames: [CapturedFrame], clockwiseRotationInDegrees: Int = 0, level: LivenessLevel = .balanced,
        hasTimes: Bool = true, permitsStills: Bool = false, source: CaptureSource = .camera,
        wantsCodes: Bool = false, challenge: CaptureChallenge? = nil
    ) {
        self.frames = frames
        self.hasTimes = hasTimes
        self.clockwiseRotationInDegrees = clockwiseRotationInDegrees
        self.level = level
        self.permitsStills = permitsStills
        self.source = source
        self.wantsCodes = wantsCodes
        self.challenge = challenge
    }
}
