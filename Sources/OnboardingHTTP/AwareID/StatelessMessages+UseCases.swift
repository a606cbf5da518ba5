internal import Foundation
internal import LivenessScorer
internal import NIOCore
internal import Onboarding
internal import OnboardingAPI
internal import OnboardingCore
internal import Tenancy
internal import Vision

extension FacePackage {
    var request: CheckLiveness.Request {
        CheckLiveness.Request(package: SubmittedPackage(self), readContent: FacePackageContent.capture)
    }

    /// Where sealed packages alone are taken, a plain one lacks what they begin with.
    func checkSealed() throws(Refusal) {
        if case .plain = self { throw Refusal(.fieldMissing, member: "key") }
    }

    /// A preview travels in the sealed forms of a face package.
    var previewRequest: GuideCapture.Request {
        .sealed(SubmittedPackage(self)) { text in
            try readJSON(AutocaptureRequest.self, from: ByteBuffer(bytes: text)).preview
        }
    }
}

extension AutocaptureRequest {
    var preview: SubmittedPreview {
        var sizes: (StatedSize, StatedSize)?
        if let resolutionPreview, let resolutionCapture {
            sizes = (StatedSize(resolutionPreview), StatedSize(resolutionCapture))
        }
        return SubmittedPreview(
            profile: CaptureProfile(profile), frames: frames.map(\.data.bytes), rotationInDegrees: rotation,
            sizes: sizes, leastCompliant: autocaptureMinimumFrameCount ?? 1)
    }
}

extension StatedSize {
    init(_ resolution: Resolution) {
        self.init(width: resolution.width, height: resolution.height)
    }
}

extension CaptureProfile {
    init(_ message: CaptureProfileMessage) {
        self.init(name: message.name, xml: message.xml)
    }
}

extension CalculateROIRequest {
    /// Where the face should be.
    var region: CalculateROIResponse {
        get throws(Refusal) {
            try CaptureProfile(profile).check()
            let region = FaceFraming.region(in: try StatedSize(resolution).size)
            return CalculateROIResponse(
                x: Int(region.x), y: Int(region.y), width: max(1, Int(region.width)), height: max(1, Int(region.height))
            )
        }
    }
}

extension AddFaceResponse.LivenessResult {
    init(_ result: CheckLiveness.Result) {
        self.init(
            result.decision, result.feedback, scoreInPercent: result.scoreInPercent,
            falseRejectionInPercent: result.falseRejectionInPercent, result.components)
    }
}

extension AnalyzeResponse.AutocaptureResult {
    init(_ result: CheckLiveness.Result) {
        let words = result.advice.map(CaptureFeedbackWord.init)
        self.init(
            capturedFrame: result.bestFrame,
            feedback: result.bestFrame != nil ? [.compliantImage] : words.isEmpty ? [.unknown] : words)
    }
}

extension AutocaptureResponse {
    init(_ result: GuideCapture.Result) {
        self.init(
            frameResults: result.guidance.map { guidance in
                FrameResult(
                    feedback: guidance.advice.isEmpty
                        ? [.compliantImage] : guidance.advice.map(CaptureFeedbackWord.init))
            }, capturedFrame: result.capturedFrame)
    }
}

/// What a page of ours is told of its preview: what every client is, and how far the head is turned, so that it can draw a turn
/// while it is made. Whoever attacks learns nothing by it: a capture that turns too little is told by how much
/// (`RecaptureCause`), and without rounding.
struct PagePreviewResponse: Encodable {
    struct FrameResult: Encodable {
        let compliant: Bool
        let feedback: [CaptureFeedbackWord]
        /// Positive to the person's left. Whole, and within `mostYawInDegrees`; absent without exactly one face.
        let yawInDegrees: Int?
    }

    /// Further than this no frame of a capture is used.
    static let mostYawInDegrees = 30

    let frameResults: [FrameResult]
    let results: AutocaptureResponse.Results

    init(_ result: GuideCapture.Result) {
        let answer = AutocaptureResponse(result)
        frameResults = zip(answer.frameResults, result.guidance).map { frame, guidance in
            let yaw = guidance.yawInDegrees.flatMap { Int(exactly: $0.rounded()) }
            return FrameResult(
                compliant: frame.compliant, feedback: frame.feedback,
                yawInDegrees: yaw.map { max(-Self.mostYawInDegrees, min($0, Self.mostYawInDegrees)) })
        }
        results = answer.results
    }
}

extension CaptureFeedbackWord {
    init(_ advice: CaptureAdvice) {
        self =
            switch advice {
            case .noFace: .noFaceDetected
            case .severalFaces: .multipleFacesDetected
            case .faceTooFar: .faceTooFar
            case .faceTooClose: .faceTooClose
            case .faceOnLeft: .faceOnLeft
            case .faceOnRight: .faceOnRight
            case .faceTooHigh: .faceTooHigh
            case .faceTooLow: .faceTooLow
            case .poseTooHigh: .invalidPose
            case .tooDark: .insufficientLighting
            case .tooBright: .lightTooBright
            case .tooBlurry: .tooMuchBlur
            }
    }
}
