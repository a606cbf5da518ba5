/// The vendor's words for an image before or after its capture.
public enum CaptureFeedbackWord: String, Codable, CaseIterable, Sendable {
    case compliantImage = "COMPLIANT_IMAGE"
    case noFaceDetected = "NO_FACE_DETECTED"
    case multipleFacesDetected = "MULTIPLE_FACES_DETECTED"
    case invalidPose = "INVALID_POSE"
    case faceTooFar = "FACE_TOO_FAR"
    case faceTooClose = "FACE_TOO_CLOSE"
    case faceOnLeft = "FACE_ON_LEFT"
    case faceOnRight = "FACE_ON_RIGHT"
    case faceTooHigh = "FACE_TOO_HIGH"
    case faceTooLow = "FACE_TOO_LOW"
    case insufficientLighting = "INSUFFICIENT_LIGHTING"
    case lightTooBright = "LIGHT_TOO_BRIGHT"
    case tooMuchBlur = "TOO_MUCH_BLUR"
    case unknown = "UNKNOWN"
}

/// checkLiveness: `{"video":{"liveness_result":{…}}}`. The request is a `FacePackage`.
public typealias CheckLivenessResponse = AddFaceResponse.Results

/// analyze: the same, with the best frame and what this server is.
public struct AnalyzeResponse: Codable, Equatable, Sendable {
    public struct AutocaptureResult: Codable, Equatable, Sendable {
        /// As it was sent, without its metadata; absent where no frame is usable.
        public let capturedFrame: Base64Bytes?
        /// Always false: a frame is shown as it is.
        public private(set) var isConstructed = false
        public let feedback: [CaptureFeedbackWord]

        enum CodingKeys: String, CodingKey {
            case capturedFrame = "captured_frame"
            case isConstructed = "captured_frame_is_constructed"
            case feedback
        }

        public init(capturedFrame: [UInt8]?, feedback: [CaptureFeedbackWord]) {
            self.capturedFrame = capturedFrame.map(Base64Bytes.init)
            self.feedback = feedback
        }
    }

    public struct Video: Codable, Equatable, Sendable {
        public let livenessResult: AddFaceResponse.LivenessResult
        public let autocaptureResult: AutocaptureResult

        enum CodingKeys: String, CodingKey {
            case livenessResult = "liveness_result"
            case autocaptureResult = "autocapture_result"
        }
    }

    public let video: Video
    public let version: String

    public init(
        livenessResult: AddFaceResponse.LivenessResult, autocaptureResult: AutocaptureResult, version: String
    ) {
        video = Video(livenessResult: livenessResult, autocaptureResult: autocaptureResult)
        self.version = version
    }
}

/// What a capture must be, by the name of a profile or as its XML.
public struct CaptureProfileMessage: Codable, Equatable, Sendable {
    public var name: String?
    public var xml: String?

    public init(name: String? = nil, xml: String? = nil) {
        self.name = name
        self.xml = xml
    }
}

/// In pixels.
public struct Resolution: Codable, Equatable, Sendable {
    public var width: Int
    public var height: Int

    public init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }
}

/// calculateROI: where in an image of this size a face should be. Older clients wrap it in `preface`.
public struct CalculateROIRequest: Codable, Equatable, Sendable {
    public var profile: CaptureProfileMessage
    public var resolution: Resolution

    enum CodingKeys: String, CodingKey {
        case profile, resolution, preface
    }

    public init(profile: CaptureProfileMessage, resolution: Resolution) {
        self.profile = profile
        self.resolution = resolution
    }

    public init(from decoder: any Decoder) throws {
        var container = try decoder.container(keyedBy: CodingKeys.self)
        if container.contains(.preface) {
            container = try container.nestedContainer(keyedBy: CodingKeys.self, forKey: .preface)
        }
        profile = try container.decode(CaptureProfileMessage.self, forKey: .profile)
        resolution = try container.decode(Resolution.self, forKey: .resolution)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(profile, forKey: .profile)
        try container.encode(resolution, forKey: .resolution)
    }
}

/// In pixels of the resolution that was asked about.
public struct CalculateROIResponse: Codable, Equatable, Sendable {
    public let x: Int
    public let y: Int
    public let width: Int
    public let height: Int

    public init(x: Int, y: Int, width: Int, height: Int) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }
}

/// autocaptureVideo: images of a page's preview. Other members of the vendor's, about how faces are searched, are not read.
public struct AutocaptureRequest: Codable, Equatable, Sendable {
    public struct Frame: Codable, Equatable, Sendable {
        public var data: Base64Bytes

        public init(data: [UInt8]) {
            self.data = Base64Bytes(data)
        }
    }

    public var profile: CaptureProfileMessage
    public var frames: [Frame]
    public var rotation: Int?
    public var resolutionPreview: Resolution?
    public var resolutionCapture: Resolution?
    /// How many images have to be compliant; 1 where absent.
    public var autocaptureMinimumFrameCount: Int?

    public init(
        profile: CaptureProfileMessage, frames: [Frame], rotation: Int? = nil, resolutionPreview: Resolution? = nil,
        resolutionCapture: Resolution? = nil, autocaptureMinimumFrameCount: Int? = nil
    ) {
        self.profile = profile
        self.frames = frames
        self.rotation = rotation
        self.resolutionPreview = resolutionPreview
        self.resolutionCapture = resolutionCapture
        self.autocaptureMinimumFrameCount = autocaptureMinimumFrameCount
    }
}

public struct AutocaptureResponse: Codable, Equatable, Sendable {
    public struct FrameResult: Codable, Equatable, Sendable {
        public let compliant: Bool
        /// The first is the one worth saying.
        public let feedback: [CaptureFeedbackWord]

        public init(feedback: [CaptureFeedbackWord]) {
            compliant = feedback == [.compliantImage]
            self.feedback = feedback
        }
    }

    public struct Results: Codable, Equatable, Sendable {
        public let captured: Bool
        /// −1 where nothing was captured.
        public let capturedFrameIndex: Int
    }

    /// One for each frame.
    public let frameResults: [FrameResult]
    public let results: Results

    public init(frameResults: [FrameResult], capturedFrame: Int?) {
        self.frameResults = frameResults
        results = Results(captured: capturedFrame != nil, capturedFrameIndex: capturedFrame ?? -1)
    }
}
