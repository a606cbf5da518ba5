internal import LivenessScorer
internal import OnboardingCore
internal import OnboardingCrypto
internal import Tenancy
internal import Video
internal import Vision

/// A face package on its way from the wire to a capture: which form it has, whether the tenant takes that form, what is
/// inside, and whether that can be judged.
struct FacePackageOpening: Sendable {
    let settings: TenantSettings
    let keys: PackageKeys
    /// The token that a form 2 package must be sealed for.
    let token: String
    /// That the package answers; nil for a passive one.
    var answered: AnsweredChallenge?
    /// In the token's place for packages of no enrollment.
    static let tokenOfNoEnrollment = "stateless"
    /// Reads what was sealed; nil where it is no capture.
    let readContent: @Sendable ([UInt8]) -> SubmittedCapture?
    /// Decodes a video elsewhere; throws `VideoError`.
    let framesOfVideo: @Sendable ([UInt8], _ atMost: Int) throws -> VideoFrames

    /// What a package holds, checked in everything that can be checked without decoding an image.
    struct Capture: Sendable {
        let frames: [CapturedFrame]
        /// Whether the client stated when they were taken.
        let hasTimes: Bool
        let clockwiseRotationInDegrees: Int
        let workflow: Workflow
        /// The judged level: the workflow's, or the tenant's minimum where that is higher.
        let level: Workflow.SecurityLevel
        let sessionID: CaptureSessionID?
        let form: PackageForm
        let stated: ClientStatement
        /// SHA-256 of the video that the frames were decoded from.
        let videoDigest: [UInt8]?
        /// That it was taken for; nil for a passive one.
        let challenge: FaceChallenge?

        /// SHA-256 of each frame as received.
        var frameDigests: [[UInt8]] {
            frames.map { $0.digest.flatMap(Hexadecimal.decode) ?? Digest.sha256($0.bytes) }
        }
    }

    /// A package that could not be used.
    struct Failure: Error {
        let refusal: Refusal
        /// What it counts as, so that nobody can probe without end: a package that was sealed and did not open, or that shows
        /// what was accepted before. Nil for nothing.
        let counts: FaceDecision?
    }

    func open(_ package: SubmittedPackage) throws(Failure) -> Capture {
        if case .plain(let submitted) = package {
            guard settings.acceptedPackageForms.contains(.plain) else { throw Self.notAccepted }
            do {
                return try capture(submitted, form: .plain)
            } catch {
                throw Failure(refusal: error, counts: Self.counts(error))
            }
        }
        let (text, form) = try openText(of: package)
        guard let submitted = readContent(text) else { throw Self.unreadable }
        do {
            return try capture(submitted, form: form)
        } catch {
            // CBC has no authentication: whatever is wrong inside is the same refusal, or it would be an oracle.
            throw form.isCBC ? Self.unreadable : Failure(refusal: error, counts: Self.counts(error))
        }
    }

    /// A video that its decoder tried in vain counts, as images do.
    private static func counts(_ refusal: Refusal) -> FaceDecision? {
        [.videoUnreadable, .videoTooLong].contains(refusal.reason) ? .packageUnreadable : nil
    }

    /// The text of a sealed package, and the form that it came in. A plain one has no text of its own and is not accepted.
    func openText(of package: SubmittedPackage) throws(Failure) -> (text: [UInt8], form: PackageForm) {
        switch package {
        case .wrapped where answered != nil:
            // Nothing would bind it to the challenge.
            throw Self.notAccepted
        case .wrapped(let key, let iv, let content):
            do {
                return try PackageOpener.openCBC(
                    key: key, iv: iv, p: content, keys: keys, forms: settings.acceptedPackageForms)
            } catch .formNotAccepted {
                throw Self.notAccepted
            } catch {
                throw Self.unreadable
            }
        case .sealed(let keyID, let encapsulatedKey, let ciphertext):
            guard settings.acceptedPackageForms.contains(.v2) else { throw Self.notAccepted }
            do {
                return (
                    try PackageOpener.openV2(
                        kid: keyID, enc: encapsulatedKey, ct: ciphertext,
                        token: answered?.context(of: token) ?? token, keys: keys), .v2
                )
            } catch {
                throw Self.unreadable
            }
        case .plain, .unknown:
            throw Self.notAccepted
        }
    }

    /// The failure of images that do not decode, in the words that the package's form allows. What a decoder tried in vain counts.
    /// - Parameter images: of the package.
    static func failure(of error: LivenessError, in form: PackageForm, _ images: [CapturedFrame]) -> Failure? {
        let refusal: Refusal
        switch error {
        case .noFrames: refusal = Refusal(.noFrames, member: "frames")
        case .rotationInvalid: refusal = Refusal(.rotationInvalid, member: "rotation", allowed: Self.rotations)
        case .frameTimesInvalid: refusal = Refusal(.frameTimesInvalid, member: "frames")
        case .frameSizesDiffer: refusal = Refusal(.frameSizesDiffer, member: "frames")
        case .tooManyPixels: refusal = Refusal(.imageTooLarge, member: "frames", limit: .framePixels)
        case .frameUnreadable(let index, let image):
            let bytes = images.indices.contains(index) ? images[index].bytes : []
            refusal = image.refusal(of: "frames[\(index)].data", bytes)
        case .engine, .comparison, .fusionDataIncomplete: return nil
        }
        let wasDecoded = if case .frameUnreadable(_, .corrupt) = error { true } else { false }
        return form.isCBC
            ? unreadable
            : Failure(refusal: refusal.inside(workflowData), counts: wasDecoded ? .packageUnreadable : nil)
    }

    static let unreadable = Failure(refusal: Refusal(.packageUnreadable), counts: .packageUnreadable)

    static let notAccepted = Failure(refusal: Refusal(.packageFormNotAccepted), counts: nil)

    /// Where the members lie that are named by themselves here.
    private static let workflowData = "video.workflow_data"
    private static let rotations = ["0", "90", "180", "270"]

    private func capture(_ submitted: SubmittedCapture, form: PackageForm) throws(Refusal) -> Capture {
        do {
            return try capture(of: submitted, form: form)
        } catch {
            throw error.inside(Self.workflowData)
        }
    }

    private func capture(of submitted: SubmittedCapture, form: PackageForm) throws(Refusal) -> Capture {
        let isStill = submitted.video == nil && submitted.frames.count == 1
        guard let workflow = Workflow(name: submitted.workflow), isAllowed(workflow, isStill: isStill)
        else {
            let families = settings.allowedWorkflows.map(\.rawValue).sorted()
            throw Refusal(.unknownWorkflow, member: "workflow", allowed: families)
        }
        guard answered == nil || workflow.family == .foxtrot else {
            throw Refusal(.unknownWorkflow, member: "workflow", allowed: [Workflow.Family.foxtrot.rawValue])
        }
        guard submitted.statement.byteCount <= Limit.statement.value else {
            throw Refusal(.fieldTooLong, member: "meta_data", limit: .statement)
        }
        // What states both does not say which of the two is the capture.
        guard submitted.video == nil || submitted.frames.isEmpty else {
            throw Refusal(.videoUnreadable, member: "video")
        }
        let given = try submitted.video.map(frames) ?? submitted.frames
        guard !given.isEmpty else { throw Refusal(.noFrames, member: "frames") }
        guard given.count <= mostFrames.value else {
            throw Refusal(.tooManyFrames, member: "frames", limit: mostFrames)
        }
        let rotation = submitted.rotationInDegrees ?? 0
        guard [0, 90, 180, 270].contains(rotation) else {
            throw Refusal(.rotationInvalid, member: "rotation", allowed: Self.rotations)
        }
        let sessionID: CaptureSessionID?
        switch submitted.sessionID {
        case .none: sessionID = nil
        case .given(let id): sessionID = id
        case .unreadable: throw Refusal(.sessionIDInvalid)
        }
        let times = try FrameTimestamps(given.map(\.timestamp))
        try answered?.check(times.milliseconds, areStated: times.areStated)
        let frames = zip(given, times.milliseconds).map { frame, time in
            CapturedFrame(bytes: frame.bytes, timeInMilliseconds: time, digest: Digest.hex(frame.bytes))
        }
        return Capture(
            frames: frames, hasTimes: times.areStated, clockwiseRotationInDegrees: rotation, workflow: workflow,
            level: max(workflow.level, settings.minimumLivenessLevel), sessionID: sessionID, form: form,
            stated: submitted.statement, videoDigest: submitted.video.map { Digest.sha256($0.bytes) },
            challenge: answered?.challenge)
    }

    private var mostFrames: Limit { answered == nil ? .frames : .activeFrames }

    /// The frames of a video, with times of a clock where the client stated when it began.
    private func frames(of video: SubmittedCapture.Video) throws(Refusal) -> [SubmittedCapture.Frame] {
        guard video.bytes.count <= Limit.video.value else {
            throw Refusal(.videoTooLarge, member: "video", limit: .video)
        }
        let start = try FrameTimestamps([video.startTimestamp ?? 0]).milliseconds[0]
        guard start.isFinite, start >= 0 else { throw Refusal(.frameTimesInvalid, member: "timestamp") }
        do {
            return try framesOfVideo(video.bytes, mostFrames.value).frames.map {
                SubmittedCapture.Frame(bytes: $0.bytes, timestamp: start + $0.timeInMilliseconds)
            }
        } catch let error as VideoError {
            throw error.refusal(of: "video", video.bytes)
        } catch {
            throw Refusal(.internalError)
        }
    }

    /// A family that the tenant allows; a single web-camera still also where stills are judged.
    private func isAllowed(_ workflow: Workflow, isStill: Bool) -> Bool {
        settings.allowedWorkflows.contains(workflow.family)
            || (workflow.family == .hotel && isStill && settings.allowStillPackages)
    }
}

extension ImageError {
    /// - Parameters:
    ///   - member: that holds the image.
    ///   - bytes: the image, to say what it is where it is not taken.
    func refusal(of member: String, _ bytes: [UInt8]) -> Refusal {
        Refusal(
            refusalReason, message: refusalReason == .notAnImage ? ForeignFormat.sentenceOnImage(bytes) : nil,
            details: RefusalDetails(member: member))
    }

    var refusalReason: RefusalReason {
        switch self {
        case .tooLarge: .imageTooLarge
        case .tooSmall: .imageTooSmall
        case .notAnImage, .corrupt: .notAnImage
        }
    }
}

extension Workflow.SecurityLevel {
    var livenessLevel: LivenessLevel {
        switch self {
        case .highUsability: .highUsability
        case .balanced: .balanced
        case .highSecurity: .highSecurity
        }
    }
}
