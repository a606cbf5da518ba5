internal import Foundation
internal import LivenessScorer
internal import OnboardingAPI
internal import OnboardingCore
internal import OnboardingCrypto
internal import Vision

/// A face package on its way from the wire to a capture: which form it has, whether the tenant takes that form, what is
/// inside, and whether that can be judged.
struct FacePackageOpening: Sendable {
    let settings: TenantSettings
    let keys: PackageKeys
    /// The token that a form 2 package must be sealed for.
    let token: String

    /// What a package holds, checked in everything that can be checked without decoding an image.
    struct Capture: Sendable {
        let frames: [CapturedFrame]
        let clockwiseRotationInDegrees: Int
        let workflow: Workflow
        /// The judged level: the workflow's, or the tenant's minimum where that is higher.
        let level: Workflow.SecurityLevel
        let sessionID: CaptureSessionID?
        let form: PackageForm
        let stated: ClientStatement

        /// SHA-256 of each frame as received.
        var frameDigests: [[UInt8]] {
            frames.map { $0.digest.flatMap(Hexadecimal.decode) ?? Digest.sha256($0.bytes) }
        }
    }

    /// A package that could not be used.
    struct Failure: Error {
        let refusal: Refusal
        /// A package that was sealed and did not open counts as a capture, so that nobody can probe without end.
        let countsAsCapture: Bool
    }

    func open(_ package: FacePackage) throws(Failure) -> Capture {
        switch package {
        case .plain(let video):
            guard settings.acceptedPackageForms.contains(.plain) else { throw notAccepted }
            do {
                return try capture(video, form: .plain)
            } catch {
                throw Failure(refusal: error, countsAsCapture: false)
            }
        case .wrapped(let key, let iv, let content):
            let opened: (text: [UInt8], form: PackageForm)
            do {
                opened = try PackageOpener.openCBC(
                    key: key, iv: iv, p: content, keys: keys, forms: settings.acceptedPackageForms)
            } catch .formNotAccepted {
                throw notAccepted
            } catch {
                throw Self.unreadable
            }
            // CBC has no authentication: whatever is wrong inside is the same refusal, or it would be an oracle.
            guard let video = Self.video(in: opened.text), let capture = try? capture(video, form: opened.form) else {
                throw Self.unreadable
            }
            return capture
        case .sealed(let kid, let encapsulatedKey, let ciphertext):
            guard settings.acceptedPackageForms.contains(.v2) else { throw notAccepted }
            let opened = try? PackageOpener.openV2(
                kid: kid, enc: encapsulatedKey, ct: ciphertext, token: token, keys: keys)
            guard let opened, let video = Self.video(in: opened) else { throw Self.unreadable }
            do {
                return try capture(video, form: .v2)
            } catch {
                throw Failure(refusal: error, countsAsCapture: false)
            }
        case .unknown:
            throw notAccepted
        }
    }

    /// The failure of images that do not decode, in the words that the package's form allows.
    static func failure(of error: LivenessError, in form: PackageForm) -> Failure? {
        let reason: RefusalReason
        switch error {
        case .noFrames: reason = .noFrames
        case .rotationInvalid: reason = .rotationInvalid
        case .frameTimesInvalid: reason = .frameTimesInvalid
        case .frameSizesDiffer: reason = .frameSizesDiffer
        case .tooManyPixels: reason = .imageTooLarge
        case .frameUnreadable(_, let image): reason = image.refusalReason
        case .engine, .comparison: return nil
        }
        return form.isCBC ? unreadable : Failure(refusal: Refusal(reason), countsAsCapture: false)
    }

    private static let unreadable = Failure(refusal: Refusal(.packageUnreadable), countsAsCapture: true)

    private var notAccepted: Failure { Failure(refusal: Refusal(.packageFormNotAccepted), countsAsCapture: false) }

    private static func video(in text: [UInt8]) -> FaceVideo? {
        guard JSONShape.validationError(in: text) == nil else { return nil }
        return (try? JSONDecoder().decode(FacePackageContent.self, from: Data(text)))?.video
    }

    private func capture(_ video: FaceVideo, form: PackageForm) throws(Refusal) -> Capture {
        let data = video.workflowData
        guard let workflow = Workflow(name: data.workflow), isAllowed(workflow, frames: data.frames.count) else {
            throw Refusal(.unknownWorkflow)
        }
        guard !data.frames.isEmpty else { throw Refusal(.noFrames) }
        guard data.frames.count <= 15 else { throw Refusal(.tooManyFrames) }
        let rotation = data.rotation ?? 0
        guard [0, 90, 180, 270].contains(rotation) else { throw Refusal(.rotationInvalid) }
        let sessionID = try CaptureSessionID(video)
        let times = try FrameTimes.milliseconds(of: data.frames.map(\.timestamp))
        let frames = zip(data.frames, times).map { frame, time in
            CapturedFrame(
                bytes: frame.data.bytes, timeInMilliseconds: time,
                digest: Digest.hex(frame.data.bytes))
        }
        return Capture(
            frames: frames, clockwiseRotationInDegrees: rotation, workflow: workflow,
            level: max(workflow.level, settings.minimumLivenessLevel), sessionID: sessionID, form: form,
            stated: ClientStatement(video))
    }

    /// A family that the tenant allows; a single web-camera still also where stills are judged.
    private func isAllowed(_ workflow: Workflow, frames: Int) -> Bool {
        settings.allowedWorkflows.contains(workflow.family)
            || (workflow.family == .hotel && frames == 1 && settings.allowStillPackages)
    }
}

/// What a client said of its capture and nothing was decided by: device, versions, the settings of older packages. It is
/// kept as it was sent.
struct ClientStatement: Codable, Equatable, Sendable {
    /// Beside `workflow_data`: `meta_data`, `client_version`.
    let video: [String: JSONValue]
    /// Within `workflow_data`.
    let workflow: [String: JSONValue]
    /// Milliseconds or seconds since 1970, as sent.
    let timestamp: Double?
    /// Of each frame: its timestamp as sent, and `tags`.
    let frameTimestamps: [Double?]
    let frames: [[String: JSONValue]]

    init(_ video: FaceVideo) {
        self.video = video.others
        workflow = video.workflowData.others
        timestamp = video.workflowData.timestamp
        frameTimestamps = video.workflowData.frames.map(\.timestamp)
        frames = video.workflowData.frames.map(\.others)
    }
}

/// Frame times as clients write them: milliseconds since 1970, seconds since 1970, or relative milliseconds.
enum FrameTimes {
    /// In milliseconds, rising. The unit is worked out from the size: from 10¹¹ on milliseconds, from 10⁹ on seconds.
    static func milliseconds(of timestamps: [Double?]) throws(Refusal) -> [Double] {
        // One frame needs no time.
        if timestamps.count == 1 { return [timestamps[0].map(inMilliseconds) ?? 0] }
        var times: [Double] = []
        for timestamp in timestamps {
            guard let timestamp, timestamp.isFinite, timestamp >= 0 else { throw Refusal(.frameTimesInvalid) }
            let time = inMilliseconds(timestamp)
            if let last = times.last, time <= last { throw Refusal(.frameTimesInvalid) }
            times.append(time)
        }
        return times
    }

    private static func inMilliseconds(_ timestamp: Double) -> Double {
        timestamp >= 1e9 && timestamp < 1e11 ? timestamp * 1000 : timestamp
    }
}

extension ImageError {
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
