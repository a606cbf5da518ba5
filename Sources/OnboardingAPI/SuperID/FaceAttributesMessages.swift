/// `/face/attributes`: one image, or a face package.
public enum FaceAttributesRequest: Codable, Equatable, Sendable {
    /// `{"image": base64}`, or a list of one as `images`.
    case images([Base64Bytes])
    /// A face package, its members outermost.
    case package(FacePackage)

    enum CodingKeys: String, CodingKey {
        case image, images
    }

    public init(image: [UInt8]) {
        self = .images([Base64Bytes(image)])
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let image = try container.decodeIfPresent(Base64Bytes.self, forKey: .image)
        let images = try container.decodeIfPresent([Base64Bytes].self, forKey: .images)
        if image != nil || images != nil {
            self = .images((image.map { [$0] } ?? []) + (images ?? []))
        } else if try decoder.container(keyedBy: FacePackage.CodingKeys.self).allKeys.isEmpty {
            // What is missing is the image, not a part of a package that nobody meant.
            self = .images([try container.decode(Base64Bytes.self, forKey: .image)])
        } else {
            self = .package(try FacePackage(from: decoder))
        }
    }

    public func encode(to encoder: any Encoder) throws {
        switch self {
        case .images(let images):
            var container = encoder.container(keyedBy: CodingKeys.self)
            if images.count == 1 {
                try container.encode(images[0], forKey: .image)
            } else {
                try container.encode(images, forKey: .images)
            }
        case .package(let package): try package.encode(to: encoder)
        }
    }
}

extension FaceAttributesRequest: LargeRequest {
    public static let memberNames = ["image", "images"] + FacePackage.memberNames
}

/// What was estimated, in the guide's names. A field that the tenant has not switched on is absent; one that cannot be judged is
/// null, with a reason beside it or in `unavailable`.
public struct FaceAttributesResponse: Codable, Equatable, Sendable {
    /// `result` is 1 where `score` is one half or more; both are null where there is a `reason`.
    public struct Trait: Codable, Equatable, Sendable {
        public let result: Int?
        public let score: Double?
        public let reason: String?

        enum CodingKeys: String, CodingKey {
            case result, score, reason
        }

        public init(score: Double) {
            result = score >= 0.5 ? 1 : 0
            self.score = score
            reason = nil
        }

        public init(reason: String) {
            (result, score) = (nil, nil)
            self.reason = reason
        }

        public func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(result, forKey: .result)
            try container.encode(score, forKey: .score)
            try container.encodeIfPresent(reason, forKey: .reason)
        }
    }

    /// Degrees. Yaw: the nose points to the left in the image; pitch: the face looks up; roll: it is turned counter-clockwise.
    public struct Orientation: Codable, Equatable, Sendable {
        public let yaw: Double
        public let pitch: Double
        public let roll: Double

        public init(yaw: Double, pitch: Double, roll: Double) {
            (self.yaw, self.pitch, self.roll) = (yaw, pitch, roll)
        }
    }

    /// x and y in pixels of the image; left is left in the image.
    public struct Components: Codable, Equatable, Sendable {
        public let leftEye: [Double]
        public let rightEye: [Double]
        public let nose: [Double]
        public let mouthLeft: [Double]
        public let mouthRight: [Double]

        enum CodingKeys: String, CodingKey {
            case leftEye = "left_eye"
            case rightEye = "right_eye"
            case nose
            case mouthLeft = "mouth_left"
            case mouthRight = "mouth_right"
        }

        public init(
            leftEye: [Double], rightEye: [Double], nose: [Double], mouthLeft: [Double], mouthRight: [Double]
        ) {
            self.leftEye = leftEye
            self.rightEye = rightEye
            self.nose = nose
            self.mouthLeft = mouthLeft
            self.mouthRight = mouthRight
        }
    }

    /// In pixels of the image; may reach beyond it.
    public struct Position: Codable, Equatable, Sendable {
        public let top: Int
        public let left: Int
        public let right: Int
        public let bottom: Int

        public init(top: Int, left: Int, right: Int, bottom: Int) {
            self.top = top
            self.left = left
            self.right = right
            self.bottom = bottom
        }
    }

    /// How far each eye is closed, left and right in the image.
    public struct Eyes: Codable, Equatable, Sendable {
        public let left: Double
        public let right: Double

        public init(left: Double, right: Double) {
            self.left = left
            self.right = right
        }
    }

    public var smiling: Trait?
    public var male: Trait?
    public var eyeglasses: Trait?
    public var sunglasses: Trait?
    /// In years; null where `unavailable` has it.
    public var age: Double?
    /// Ours: within which the age lies of eight to nine of ten adults.
    public var ageRange: [Double]?
    public var mustache: Trait?
    /// Null where `unavailable` has `emotions.` and the name; the numbers sum to 1.
    public var emotions: [String: Double?]?
    public var attractive: Trait?
    public var orientation: Orientation?
    public var blink: Trait?
    /// Ours.
    public var blinkByEye: Eyes?
    public var mouthOpen: Trait?
    public var components: Components?
    public var position: Position?
    /// Ours: why a number is null.
    public var unavailable: [String: String]?
    /// Ours: the number of the frame that was looked at; absent for a single image.
    public var frame: Int?
    /// Ours: which weights the networks have that were asked.
    public var models: [String: String]

    enum CodingKeys: String, CodingKey {
        case smiling, male, eyeglasses, sunglasses, age, ageRange, mustache, emotions, attractive, orientation, blink
        case blinkByEye
        case mouthOpen = "mouth_open"
        case components, position, unavailable, frame, models
    }

    public init(models: [String: String] = [:]) {
        self.models = models
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encodeIfPresent(smiling, forKey: .smiling)
        try container.encodeIfPresent(male, forKey: .male)
        try container.encodeIfPresent(eyeglasses, forKey: .eyeglasses)
        try container.encodeIfPresent(sunglasses, forKey: .sunglasses)
        if age != nil || unavailable?[CodingKeys.age.rawValue] != nil { try container.encode(age, forKey: .age) }
        try container.encodeIfPresent(ageRange, forKey: .ageRange)
        try container.encodeIfPresent(mustache, forKey: .mustache)
        try container.encodeIfPresent(emotions, forKey: .emotions)
        try container.encodeIfPresent(attractive, forKey: .attractive)
        try container.encodeIfPresent(orientation, forKey: .orientation)
        try container.encodeIfPresent(blink, forKey: .blink)
        try container.encodeIfPresent(blinkByEye, forKey: .blinkByEye)
        try container.encodeIfPresent(mouthOpen, forKey: .mouthOpen)
        try container.encodeIfPresent(components, forKey: .components)
        try container.encodeIfPresent(position, forKey: .position)
        try container.encodeIfPresent(unavailable, forKey: .unavailable)
        try container.encodeIfPresent(frame, forKey: .frame)
        try container.encode(models, forKey: .models)
    }
}
