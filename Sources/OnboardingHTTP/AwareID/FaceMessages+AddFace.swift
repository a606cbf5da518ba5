internal import Foundation
internal import LivenessScorer
internal import Onboarding
internal import OnboardingAPI
internal import OnboardingCore
internal import OnboardingJSON

extension AddFaceRequest {
    var request: AddFace.Request {
        AddFace.Request(
            enrollmentToken: enrollmentToken, package: SubmittedPackage(faceLivenessData), challenge: challenge,
            readContent: FacePackageContent.capture)
    }
}

extension SubmittedPackage {
    init(_ package: FacePackage) {
        self =
            switch package {
            case .plain(let video): .plain(SubmittedCapture(video))
            case .wrapped(let key, let iv, let content): .wrapped(key: key, iv: iv, content: content)
            case .sealed(let kid, let encapsulatedKey, let ciphertext):
                .sealed(keyID: kid, encapsulatedKey: encapsulatedKey, ciphertext: ciphertext)
            case .unknown: .unknown
            }
    }
}

extension FacePackageContent {
    /// What the text of an opened package holds; nil where it is no package.
    @Sendable static func capture(in text: [UInt8]) -> SubmittedCapture? {
        guard JSONShape.validationError(in: text) == nil else { return nil }
        return (try? JSONDecoder().decode(FacePackageContent.self, from: Data(text))).map { SubmittedCapture($0.video) }
    }
}

extension SubmittedCapture {
    fileprivate init(_ video: FaceVideo) {
        let data = video.workflowData
        self.init(
            workflow: data.workflow, rotationInDegrees: data.rotation,
            frames: data.frames.map { Frame(bytes: $0.data.bytes, timestamp: $0.timestamp) },
            video: data.video.map { .init(bytes: $0.bytes, startTimestamp: data.timestamp) },
            sessionID: SessionID(video), statement: ClientStatement(video))
    }
}

extension SubmittedCapture.SessionID {
    /// `meta_data.session_id`; none where it is absent or null.
    fileprivate init(_ video: FaceVideo) {
        switch JSONValue.object(video.others).value(at: ["meta_data", "session_id"]) {
        case nil: self = .none
        case .string(let text)?: self = CaptureSessionID(text: text).map { .given($0) } ?? .unreadable
        case .object?, .array?, .number?, .bool?, .null?: self = .unreadable
        }
    }
}

extension ClientStatement {
    fileprivate init(_ video: FaceVideo) {
        let data = video.workflowData
        self.init(
            capture: video.others, workflow: data.others, timestamp: data.timestamp,
            frameTimestamps: data.frames.map(\.timestamp), frames: data.frames.map(\.others))
    }
}

extension AddFaceResponse {
    init(_ result: AddFace.Result) {
        let liveness = LivenessResult(
            result.decision, result.feedback, scoreInPercent: result.scoreInPercent,
            falseRejectionInPercent: result.falseRejectionInPercent, result.components)
        self.init(
            livenessResult: result.isAccepted, enrollmentStatus: EnrollmentStatus(result.standing.status),
            registrationCode: result.standing.registrationCode, video: liveness,
            reason: result.isDuplicate == true
                ? .duplicateEnrollment : result.portraitDecision.flatMap(StepReason.init),
            nextStep: result.faceReopening?.nextStep,
            prescribedTurn: result.faceReopening.map { HeadTurn($0.turn) },
            challengeRequired: result.requiresChallenge, recapture: result.recaptureCauses,
            ageEstimationCheck: result.ageCheck.flatMap(AgeEstimationCheck.init))
    }
}

extension AgeEstimationCheck {
    /// Nil where no age could be told.
    init?(_ check: AgeCheck) {
        guard let estimate = check.estimate, let isWithin = check.isWithin else { return nil }
        let limits = check.limits
        self.init(
            isWithin: isWithin, years: (estimate.years * 10).rounded() / 10,
            range: AgeEstimationCheck.Range(
                minAge: limits.minAge, maxAge: limits.maxAge, minTolerance: limits.minTolerance,
                maxTolerance: limits.maxTolerance))
    }
}

extension AddFaceResponse.LivenessResult {
    /// One entry for each gate and cue, then the fused score under the name that the vendor's reports give it; −1 where nothing
    /// was judged.
    init(
        _ decision: LivenessDecision, _ feedback: [LivenessFeedback], scoreInPercent: Double?,
        falseRejectionInPercent: Double?, _ components: [LivenessComponent]
    ) {
        let score = scoreInPercent?.roundedForAnswers ?? -1
        let results = components.map { component in
            AddFaceResponse.AlgorithmResult(
                name: component.name, score: component.scoreInPercent?.roundedForAnswers ?? -1,
                feedback: component.feedback.map { LivenessFeedbackWord($0).rawValue },
                hints: component.hints?.map(AddFaceResponse.Hint.init))
        }
        self.init(
            decision: LivenessDecisionWord(decision), feedback: feedback.map(LivenessFeedbackWord.init), score: score,
            scoreFRR: falseRejectionInPercent?.roundedForAnswers ?? -1,
            algorithmResults: results + [.init(name: "Fused Score", score: score, feedback: [])])
    }
}

extension AddFaceResponse.Hint {
    init(_ hint: LivenessHint) {
        let (measured, wanted) = hint.measured.roundedForAnswers(beside: hint.wanted)
        self.init(
            quantity: hint.quantity.rawValue, measured: measured, bound: hint.bound.rawValue, wanted: wanted,
            unit: hint.unit.rawValue)
    }
}

extension LivenessDecisionWord {
    init(_ decision: LivenessDecision) {
        self =
            switch decision {
            case .live: .live
            case .presentationAttack: .spoof
            case .tooBlurry: .tooBlurry
            case .unableToDecide: .unableToCalculate
            case .poseTooHigh: .poseTooHigh
            case .tooLowDynamicRange: .tooLowFacialDynamicRange
            case .faceTooSmall: .faceTooLowResolution
            }
    }
}

extension LivenessFeedbackWord {
    init(_ feedback: LivenessFeedback) {
        self =
            switch feedback {
            case .noFace: .noFaceDetected
            case .multipleFaces: .multipleFacesDetected
            case .frameRateTooSlow: .framerateTooSlow
            case .insufficientFrames: .insufficientFrames
            case .invalidFrame: .invalidFrame
            case .invalidFrameBlur: .invalidFrameDueToBlur
            case .invalidFrameLighting: .invalidFrameDueToLighting
            case .invalidFramePose: .invalidFrameDueToPose
            }
    }
}
