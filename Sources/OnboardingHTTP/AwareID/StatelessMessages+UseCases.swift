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
