/// challengeFace: asks what the next capture of the face has to show. Ours, not the vendor's.
public struct ChallengeFaceRequest: Codable, Equatable, Sendable {
    public var enrollmentToken: String

    public init(enrollmentToken: String) {
        self.enrollmentToken = enrollmentToken
    }
}

public struct ChallengeResponse: Codable, Equatable, Sendable {
    public let challenge: Challenge

    public init(challenge: Challenge) {
        self.challenge = challenge
    }
}

/// What a person has to do before the camera, step after step.
public struct Challenge: Codable, Equatable, Sendable {
    public enum Kind: String, Codable, CaseIterable, Sendable {
        case movement
        /// The screen shows a colour at each step. Experimental.
        case light
    }

    /// What a step asks for. Left and right are the person's own.
    public enum Prompt: String, Codable, CaseIterable, Sendable {
        case comeCloser, turnLeft, turnRight, nod, blinkTwice, openMouth
        case red, green, blue, white, black
    }

    public struct Step: Codable, Equatable, Sendable {
        public let prompt: Prompt
        /// How long the step is shown, in milliseconds.
        public let duration: Int

        public init(prompt: Prompt, duration: Int) {
            self.prompt = prompt
            self.duration = duration
        }
    }

    /// 32 hexadecimal digits; a package is sealed for it.
    public let id: String
    public let kind: Kind
    /// From the first frame to the first step, in milliseconds: the person looks straight ahead.
    public let leadIn: Int
    public let steps: [Step]
    /// Seconds within which the package has to arrive.
    public let expiresIn: Int

    public init(id: String, kind: Kind, leadIn: Int, steps: [Step], expiresIn: Int) {
        self.id = id
        self.kind = kind
        self.leadIn = leadIn
        self.steps = steps
        self.expiresIn = expiresIn
    }
}

/// checkActiveLivenessEncrypted: a package beside the id of the challenge that it answers.
public struct ActiveFacePackage: Codable, Equatable, Sendable {
    public var challenge: String
    public var package: FacePackage

    public init(challenge: String, package: FacePackage) {
        self.challenge = challenge
        self.package = package
    }

    private enum CodingKeys: String, CodingKey {
        case challenge
    }

    public init(from decoder: any Decoder) throws {
        challenge = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .challenge)
        package = try FacePackage(from: decoder)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(challenge, forKey: .challenge)
        try package.encode(to: encoder)
    }
}
