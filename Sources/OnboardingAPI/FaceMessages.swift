public import OnboardingJSON

/// addFace: a face package under the enrollment's token.
public struct AddFaceRequest: Codable, Equatable, Sendable {
    public var enrollmentToken: String
    public var faceLivenessData: FacePackage
    /// The id of the challenge that the package answers. Ours, not the vendor's.
    public var challenge: String?

    public init(enrollmentToken: String, faceLivenessData: FacePackage, challenge: String? = nil) {
        self.enrollmentToken = enrollmentToken
        self.faceLivenessData = faceLivenessData
        self.challenge = challenge
    }
}

/// A face package in any of the forms of `docs/package-format.md`, as it stands in `faceLivenessData`.
public enum FacePackage: Codable, Equatable, Sendable {
    /// `{"video":{…}}`
    case plain(FaceVideo)
    /// `{"key","iv","p"}`: RSA-wrapped AES key, initialisation vector, AES-CBC ciphertext.
    case wrapped(key: [UInt8], iv: [UInt8], content: [UInt8])
    /// `{"v":2,"kid","enc","ct"}`: HPKE.
    case sealed(kid: String, encapsulatedKey: [UInt8], ciphertext: [UInt8])
    /// `v` has a value that nobody knows.
    case unknown(version: Int)

    enum CodingKeys: String, CodingKey, CaseIterable {
        case video, key, iv, p, v, kid, enc, ct
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        if let version = try container.decodeIfPresent(Int.self, forKey: .v) {
            guard version == 2 else {
                self = .unknown(version: version)
                return
            }
            self = .sealed(
                kid: try container.decode(String.self, forKey: .kid),
                encapsulatedKey: try container.decode(Base64Bytes.self, forKey: .enc).bytes,
                ciphertext: try container.decode(Base64Bytes.self, forKey: .ct).bytes)
        } else if let video = try container.decodeIfPresent(FaceVideo.self, forKey: .video) {
            self = .plain(video)
        } else {
            self = .wrapped(
                key: try container.decode(Base64Bytes.self, forKey: .key).bytes,
                iv: try container.decode(ByteNumbersOrBase64.self, forKey: .iv).bytes,
                content: try container.decode(ByteNumbersOrBase64.self, forKey: .p).bytes)
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .plain(let video):
            try container.encode(video, forKey: .video)
        case .wrapped(let key, let iv, let content):
            try container.encode(Base64Bytes(key), forKey: .key)
            try container.encode(Base64Bytes(iv), forKey: .iv)
            try container.encode(Base64Bytes(content), forKey: .p)
        case .sealed(let kid, let encapsulatedKey, let ciphertext):
            try container.encode(2, forKey: .v)
            try container.encode(kid, forKey: .kid)
            try container.encode(Base64Bytes(encapsulatedKey), forKey: .enc)
            try container.encode(Base64Bytes(ciphertext), forKey: .ct)
        case .unknown(let version):
            try container.encode(version, forKey: .v)
        }
    }
}

/// The vendor's document types `iv` and `p` as "any": base64 in practice, arrays of byte numbers tolerated.
private struct ByteNumbersOrBase64: Decodable {
    let bytes: [UInt8]

    init(from decoder: any Decoder) throws {
        if let numbers = try? Self.numbers(in: decoder) {
            bytes = numbers
        } else {
            bytes = try Base64Bytes(from: decoder).bytes
        }
    }

    /// One by one, because there are millions: an array that decodes itself asks for the type of each anew.
    private static func numbers(in decoder: any Decoder) throws -> [UInt8] {
        var elements = try decoder.unkeyedContainer()
        var numbers: [UInt8] = []
        numbers.reserveCapacity(elements.count ?? 0)
        while !elements.isAtEnd { numbers.append(try elements.decode(UInt8.self)) }
        return numbers
    }
}

/// What a package holds once it is open: `{"video":{…}}`.
public struct FacePackageContent: Codable, Equatable, Sendable {
    public var video: FaceVideo

    public init(video: FaceVideo) {
        self.video = video
    }
}

/// The capture itself. Members that mean nothing to the server are kept as `others`, because its evidence keeps what the
/// client stated: `meta_data`, `client_version`, the settings that older packages carry.
public struct FaceVideo: Codable, Equatable, Sendable {
    public struct Frame: Codable, Equatable, Sendable {
        /// JPEG, PNG, WebP, HEIC or AVIF.
        public var data: Base64Bytes
        /// Milliseconds since 1970 from 10¹¹ on, seconds since 1970 from 10⁹ on, else relative milliseconds.
        public var timestamp: Double?
        public var others: [String: JSONValue]

        public init(data: [UInt8], timestamp: Double?, others: [String: JSONValue] = [:]) {
            self.data = Base64Bytes(data)
            self.timestamp = timestamp
            self.others = others
        }

        enum CodingKeys: String, CodingKey, CaseIterable {
            case data, timestamp
        }

        public init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            data = try container.decode(Base64Bytes.self, forKey: .data)
            timestamp = try container.decodeIfPresent(Double.self, forKey: .timestamp)
            others = try decoder.members(besides: CodingKeys.self)
        }

        public func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(data, forKey: .data)
            try container.encodeIfPresent(timestamp, forKey: .timestamp)
            try encoder.encode(others: others)
        }
    }

    public struct WorkflowData: Codable, Equatable, Sendable {
        /// Family and security suffix: `charlie4`.
        public var workflow: String
        /// Clockwise turn to apply to the frames, in degrees.
        public var rotation: Int?
        public var timestamp: Double?
        public var frames: [Frame]
        /// MP4 or WebM, in the place of frames.
        public var video: Base64Bytes?
        public var others: [String: JSONValue]

        public init(
            workflow: String, rotation: Int? = nil, timestamp: Double? = nil, frames: [Frame] = [],
            video: [UInt8]? = nil, others: [String: JSONValue] = [:]
        ) {
            self.workflow = workflow
            self.rotation = rotation
            self.timestamp = timestamp
            self.frames = frames
            self.video = video.map(Base64Bytes.init)
            self.others = others
        }

        enum CodingKeys: String, CodingKey, CaseIterable {
            case workflow, rotation, timestamp, frames, video
        }

        public init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            workflow = try container.decode(String.self, forKey: .workflow)
            rotation = try container.decodeIfPresent(Int.self, forKey: .rotation)
            timestamp = try container.decodeIfPresent(Double.self, forKey: .timestamp)
            video = try container.decodeIfPresent(Base64Bytes.self, forKey: .video)
            frames =
                video == nil
                ? try container.decode([Frame].self, forKey: .frames)
                : try container.decodeIfPresent([Frame].self, forKey: .frames) ?? []
            others = try decoder.members(besides: CodingKeys.self)
        }

        public func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(workflow, forKey: .workflow)
            try container.encodeIfPresent(rotation, forKey: .rotation)
            try container.encodeIfPresent(timestamp, forKey: .timestamp)
            if video == nil || !frames.isEmpty { try container.encode(frames, forKey: .frames) }
            try container.encodeIfPresent(video, forKey: .video)
            try encoder.encode(others: others)
        }
    }

    public var workflowData: WorkflowData
    public var others: [String: JSONValue]

    enum CodingKeys: String, CodingKey, CaseIterable {
        case workflowData = "workflow_data"
    }

    public init(workflowData: WorkflowData, others: [String: JSONValue] = [:]) {
        self.workflowData = workflowData
        self.others = others
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        workflowData = try container.decode(WorkflowData.self, forKey: .workflowData)
        others = try decoder.members(besides: CodingKeys.self)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(workflowData, forKey: .workflowData)
        try encoder.encode(others: others)
    }
}

/// The vendor's decision words; published as complete.
public enum LivenessDecisionWord: String, Codable, Sendable {
    case live = "LIVE"
    case spoof = "SPOOF"
    case tooBlurry = "TOO_BLURRY"
    case unableToCalculate = "UNABLE_TO_CALCULATE_LIVENESS"
    case poseTooHigh = "POSE_TOO_HIGH"
    case tooLowFacialDynamicRange = "TOO_LOW_FACIAL_DYNAMIC_RANGE"
    case faceTooLowResolution = "FACE_TOO_LOW_RESOLUTION"
}

/// The vendor's feedback words, as printed (`INSSUFFICIENT FRAMES` is theirs).
public enum LivenessFeedbackWord: String, Codable, Sendable {
    case noFaceDetected = "NO_FACE_DETECTED"
    case multipleFacesDetected = "MULTIPLE_FACES_DETECTED"
    case framerateTooSlow = "FRAMERATE_TOO_SLOW"
    case insufficientFrames = "INSSUFFICIENT FRAMES"
    case invalidFrame = "INVALID_FRAME"
    case invalidFrameDueToBlur = "INVALID_FRAME_DUE_TO_BLUR"
    case invalidFrameDueToPoorEyeDefinition = "INVALID_FRAME_DUE_TO_POOR_EYE_DEFINITION"
    case invalidFrameDueToLighting = "INVALID_FRAME_DUE_TO_LIGHTING"
    case invalidFrameDueToPose = "INVALID_FRAME_DUE_TO_POSE"
    case invalidFrameDueToGlasses = "INVALID_FRAME_DUE_TO_GLASSES"
}

public struct AddFaceResponse: Codable, Equatable, Sendable {
    /// What was measured and what is wanted, for a client that wants to say it to the person. Ours, not the vendor's.
    public struct Hint: Codable, Equatable, Sendable {
        /// Of `yaw`, `duration`, `focus` and others.
        public let quantity: String
        public let measured: Double
        /// `atLeast` or `atMost`.
        public let bound: String
        public let wanted: Double
        public let unit: String

        public init(quantity: String, measured: Double, bound: String, wanted: Double, unit: String) {
            self.quantity = quantity
            self.measured = measured
            self.bound = bound
            self.wanted = wanted
            self.unit = unit
        }
    }

    public struct AlgorithmResult: Codable, Equatable, Sendable {
        public let name: String
        /// 0 … 100; 100 speaks for a bona fide presentation; −1 where the cue could not be judged.
        public let score: Double
        public let feedback: [String]
        /// Left out where there is nothing to say.
        public let hints: [Hint]?

        public init(name: String, score: Double, feedback: [String], hints: [Hint]? = nil) {
            self.name = name
            self.score = score
            self.feedback = feedback
            self.hints = hints
        }
    }

    public struct LivenessResult: Codable, Equatable, Sendable {
        public let decision: LivenessDecisionWord
        public let feedback: [LivenessFeedbackWord]
        /// 0 … 100; −1 where nothing could be computed. Absent, as the next two, where whoever asks sees no scores.
        public let score: Double?
        /// Estimated false rejection rate, in percent, of a threshold put at this score; −1 where not known.
        public let scoreFRR: Double?
        public let algorithmResults: [AlgorithmResult]?

        enum CodingKeys: String, CodingKey {
            case decision, feedback, score
            case scoreFRR = "score_frr"
            case algorithmResults = "algorithm_results"
        }

        public init(
            decision: LivenessDecisionWord, feedback: [LivenessFeedbackWord], score: Double?, scoreFRR: Double?,
            algorithmResults: [AlgorithmResult]?
        ) {
            self.decision = decision
            self.feedback = feedback
            self.score = score
            self.scoreFRR = scoreFRR
            self.algorithmResults = algorithmResults
        }
    }

    public struct Video: Codable, Equatable, Sendable {
        public let livenessResult: LivenessResult

        enum CodingKeys: String, CodingKey {
            case livenessResult = "liveness_result"
        }
    }

    public struct Results: Codable, Equatable, Sendable {
        public let video: Video

        public init(livenessResult: LivenessResult) {
            video = Video(livenessResult: livenessResult)
        }
    }

    /// Whether the face was accepted: only for the decision LIVE.
    public let livenessResult: Bool
    public let enrollmentStatus: EnrollmentStatus
    public let registrationCode: String
    public private(set) var faceLivenessResults: Results
    /// Ours, and absent where the vendor's members say everything.
    public let reason: StepReason?
    /// The step that has to be done once more; absent where the order of `requiredChecks` says what comes next.
    public let nextStep: RequiredCheck?
    /// What the next capture of the face has to show, beside the face straight on.
    public let prescribedTurn: HeadTurn?
    /// true where the next capture of the face has to answer a challenge, else absent.
    public let challengeRequired: Bool?
    /// Absent where no other capture is asked for, or nothing that the person could do better was seen.
    public let recapture: [RecaptureCause]?
    /// Only where the tenant has set a range, and the face is live.
    public let ageEstimationCheck: AgeEstimationCheck?

    public init(
        livenessResult: Bool, enrollmentStatus: EnrollmentStatus, registrationCode: String, video: LivenessResult,
        reason: StepReason? = nil, nextStep: RequiredCheck? = nil, prescribedTurn: HeadTurn? = nil,
        challengeRequired: Bool? = nil, recapture: [RecaptureCause]? = nil,
        ageEstimationCheck: AgeEstimationCheck? = nil
    ) {
        self.livenessResult = livenessResult
        self.enrollmentStatus = enrollmentStatus
        self.registrationCode = registrationCode
        faceLivenessResults = Results(livenessResult: video)
        self.reason = reason
        self.nextStep = nextStep
        self.prescribedTurn = prescribedTurn
        self.challengeRequired = challengeRequired
        self.recapture = recapture
        self.ageEstimationCheck = ageEstimationCheck
    }
}

extension AddFaceResponse {
    /// For whom the scores are not.
    public var withoutScores: AddFaceResponse {
        var answer = self
        answer.faceLivenessResults = faceLivenessResults.withoutScores
        return answer
    }
}

extension AddFaceResponse.Results {
    /// What was decided, and what a person could do better.
    var withoutScores: AddFaceResponse.Results {
        let result = video.livenessResult
        return AddFaceResponse.Results(
            livenessResult: .init(
                decision: result.decision, feedback: result.feedback, score: nil, scoreFRR: nil, algorithmResults: nil))
    }
}

/// How old a live face looks, against the tenant's range: the vendor's words.
public struct AgeEstimationCheck: Codable, Equatable, Sendable {
    public enum Result: String, Codable, CaseIterable, Sendable {
        case pass = "PASS"
        case fail = "FAIL"
    }

    /// As the configuration has it.
    public struct Range: Codable, Equatable, Sendable {
        public private(set) var enabled = true
        public let minAge: Double
        public let maxAge: Double
        public let minTolerance: Double
        public let maxTolerance: Double

        public init(minAge: Double, maxAge: Double, minTolerance: Double, maxTolerance: Double) {
            self.minAge = minAge
            self.maxAge = maxAge
            self.minTolerance = minTolerance
            self.maxTolerance = maxTolerance
        }
    }

    public let result: Result
    /// In years. No evidence of an age.
    public let ageFromFaceLivenessServer: Double
    public let ageEstimation: Range

    public init(isWithin: Bool, years: Double, range: Range) {
        result = isWithin ? .pass : .fail
        ageFromFaceLivenessServer = years
        ageEstimation = range
    }
}
