extension AddFace {
    package struct Request: Sendable {
        let enrollmentToken: String
        let package: SubmittedPackage
        /// The id of the challenge that it answers; nil for a passive package.
        let challenge: String?
        /// Reads the text of a package that was opened; nil where it is no capture.
        let readContent: @Sendable ([UInt8]) -> SubmittedCapture?

        package init(
            enrollmentToken: String, package: SubmittedPackage, challenge: String? = nil,
            readContent: @escaping @Sendable ([UInt8]) -> SubmittedCapture?
        ) {
            self.enrollmentToken = enrollmentToken
            self.package = package
            self.challenge = challenge
            self.readContent = readContent
        }
    }
}

/// A face package in one of the forms of `docs/package-format.md`.
package enum SubmittedPackage: Sendable {
    case plain(SubmittedCapture)
    /// RSA-wrapped AES key, initialisation vector, AES-CBC ciphertext.
    case wrapped(key: [UInt8], iv: [UInt8], content: [UInt8])
    /// HPKE.
    case sealed(keyID: String, encapsulatedKey: [UInt8], ciphertext: [UInt8])
    /// A form that nobody knows.
    case unknown

    /// Of its images, or of what they are sealed in.
    var byteCount: Int {
        switch self {
        case .plain(let capture): capture.frames.reduce(capture.video?.bytes.count ?? 0) { $0 + $1.bytes.count }
        case .wrapped(_, _, let content): content.count
        case .sealed(_, _, let ciphertext): ciphertext.count
        case .unknown: 0
        }
    }
}

/// What a package holds, as its client wrote it; nothing of it is checked.
package struct SubmittedCapture: Sendable {
    package struct Frame: Sendable {
        /// JPEG, PNG, WebP, HEIC or AVIF.
        let bytes: [UInt8]
        /// Milliseconds or seconds since 1970, relative milliseconds, or none: see `FrameTimestamps`.
        let timestamp: Double?

        package init(bytes: [UInt8], timestamp: Double?) {
            self.bytes = bytes
            self.timestamp = timestamp
        }
    }

    package struct Video: Sendable {
        /// MP4 or WebM.
        let bytes: [UInt8]
        /// When its first frame was taken, as `Frame.timestamp`; none where the client does not say.
        let startTimestamp: Double?

        package init(bytes: [UInt8], startTimestamp: Double?) {
            self.bytes = bytes
            self.startTimestamp = startTimestamp
        }
    }

    package enum SessionID: Sendable {
        case none
        case given(CaptureSessionID)
        /// Something stands there that is none.
        case unreadable
    }

    /// Family and security suffix: `charlie4`.
    let workflow: String
    /// Clockwise turn to apply to the frames.
    let rotationInDegrees: Int?
    let frames: [Frame]
    /// In the place of frames.
    let video: Video?
    let sessionID: SessionID
    let statement: ClientStatement

    package init(
        workflow: String, rotationInDegrees: Int?, frames: [Frame], video: Video? = nil, sessionID: SessionID,
        statement: ClientStatement
    ) {
        self.workflow = workflow
        self.rotationInDegrees = rotationInDegrees
        self.frames = frames
        self.video = video
        self.sessionID = sessionID
        self.statement = statement
    }
}
