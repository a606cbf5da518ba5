internal import FaceEngine
internal import Foundation
internal import LivenessScorer
internal import OnboardingAPI
internal import OnboardingCore
internal import OnboardingCrypto
internal import OnboardingStorage
internal import Vision

extension Flow {
    /// Judges a face package: is this a living person before a camera? Answers 200 also where the answer is no.
    func addFace(_ call: Call, caller: Caller) async throws -> Answer {
        let record = try record(of: .addFace, call, for: caller.tenant)
        return try await answerOnce(record, for: caller) { try await judgeFace(call, record, caller) }
    }

    private func judgeFace(_ call: Call, _ record: IdempotencyRecord, _ caller: Caller) async throws -> Answer {
        let tenant = caller.tenant
        try deployment.enginePool.checkCapacity()
        let request = try await deployment.bodyPool.run(.body) { try readJSON(AddFaceRequest.self, from: call.body) }

        // Load and permit.
        let stored = try await enrollment(withToken: request.enrollmentToken, for: caller)
        try permit(.addFace(.undecided), record, on: stored, at: call.now)
        let subjects = [stored.usernameDigest, stored.deviceDigest].compactMap(\.self)
        let limit = Self.failureLimit(subjects, at: call.now)
        try await checkFailures(limit, tenant: tenant)

        // Open and measure.
        let opening = FacePackageOpening(
            settings: tenant.settings, keys: try deployment.tenants.keys(of: tenant).packageKeys(at: call.now),
            token: request.enrollmentToken)
        let judged: JudgedFace
        let evidence: EvidenceObject
        let marks: CaptureMarks
        do {
            let pool = deployment.enginePool
            (judged, evidence, marks) = try await pool.run(.face) {
                let capture = try opening.open(request.faceLivenessData)
                let marks = try captureMarks(of: capture, tenant)
                // In the CBC forms nothing inside is named before the images were decoded.
                if !capture.form.isCBC { try check(capture, marks, of: stored, tenant, at: call.now) }
                let judged = try deployment.engines.judge(
                    capture, under: tenant.settings, frames: FrameRunner { pool.runBesides($0, $1) })
                if capture.form.isCBC { try check(capture, marks, of: stored, tenant, at: call.now) }
                return (judged, try judged.evidence, marks)
            }
        } catch let failure as FacePackageOpening.Failure {
            if failure.countsAsCapture {
                let proposal = Proposal(.addFace(.packageUnreadable), record: nil, at: call.now, registrationCode: "")
                // The last that counts ends the enrollment: what comes beside it learns no more of its package.
                switch try await deployment.store.commit(stored.id, proposal) {
                case .rejected(let rejection): throw Refusal(rejection.reason)
                case .unknown: throw Refusal(.tokenUnknown)
                case .accepted, .alreadyAnswered, .captureReplayed, .failuresExhausted: break
                }
            }
            throw failure.refusal
        }

        deployment.metrics.countOutcome(step: "face", outcome: judged.outcome.rawValue)

        // Keep and commit.
        let dataKey = try deployment.keyRing.dataKey(of: stored.id, tenant: stored.tenantID)
        var writes = StepWrites(
            failureLimit: limit, marks: marks, acceptsImages: judged.outcome == .live)
        if let template = judged.judgement.template, judged.outcome == .live {
            writes.templates = [try TemplateWrite(template, kind: .face, of: stored.id, under: dataKey)]
        }
        if judged.outcome == .presentationAttack { writes.failureSubjects = subjects }
        return try await commit(
            .addFace(judged.outcome), record, to: stored, at: call.now, writes: writes,
            evidence: EvidenceDraft(kind: "face", object: evidence)
        ) { try .json(judged.answer($0)) }
    }

    private func captureMarks(of capture: FacePackageOpening.Capture, _ tenant: Tenant) throws -> CaptureMarks {
        let keyRing = deployment.keyRing
        let frames = tenant.settings.replayGuard == .exact ? capture.frameDigests : []
        return CaptureMarks(
            images: try frames.map { try keyRing.lookupDigest(of: $0, field: "frame", tenant: tenant.id) },
            session: try capture.sessionID?.digest(for: tenant.id, keyRing: keyRing))
    }

    /// Refuses what was captured for another enrollment or at another time, before anything costly is done; the commit
    /// asks again.
    private func check(
        _ capture: FacePackageOpening.Capture, _ marks: CaptureMarks, of stored: StoredEnrollment, _ tenant: Tenant,
        at now: Instant
    ) throws {
        if tenant.settings.frameTimes == .strict { try capture.checkTimes(within: stored, at: now) }
        if try capture.sessionID?.isLate(for: stored.tenantID, keyRing: deployment.keyRing, at: now) == true {
            throw Refusal(.sessionIDInvalid)
        }
        switch try deployment.store.findReplay(of: marks, in: stored) {
        case .image: throw Refusal(.packageReplayed)
        case .session: throw Refusal(.sessionIDInvalid)
        case nil: break
        }
    }
}

extension FacePackageOpening.Capture {
    /// Refuses frames that were not taken during the enrollment, give or take two minutes.
    func checkTimes(within stored: StoredEnrollment, at now: Instant) throws(Refusal) {
        let earliest = Double(stored.createdAt.millisecondsSince1970) - 120_000
        let latest = Double(now.millisecondsSince1970) + 120_000
        for frame in frames where !(earliest...latest).contains(frame.timeInMilliseconds) {
            throw Refusal(.frameTimesInvalid)
        }
    }
}

/// A face package after the engines: what they say, and what is kept of it.
struct JudgedFace: Sendable {
    let capture: FacePackageOpening.Capture
    let judgement: LivenessJudgement
    let engine: EngineVersions

    var outcome: FaceDecision {
        switch judgement.decision {
        case .live: .live
        case .presentationAttack: .presentationAttack
        case .tooBlurry, .unableToDecide, .poseTooHigh, .tooLowDynamicRange, .faceTooSmall: .undecided
        }
    }

    /// What an auditor needs: the images without their metadata, and every measurement behind the decision.
    var evidence: EvidenceObject {
        get throws {
            let received = capture.frameDigests.map(Hexadecimal.encode)
            let images = capture.frames.enumerated().map { index, frame in
                EvidenceObject.Section.image(FaceEvidence.frameName(index), strippingMetadata(jpeg: frame.bytes))
            }
            // Most frames have nothing to strip, which is seen sooner than their digest is made again.
            let kept = zip(images, capture.frames).enumerated().map { index, pair in
                pair.0.contents == pair.1.bytes ? received[index] : Digest.hex(pair.0.contents)
            }
            let context = FaceEvidence(
                workflow: "\(capture.workflow.family.rawValue)\(capture.workflow.level.rawValue)",
                judgedLevel: capture.level.rawValue, packageForm: capture.form, stated: capture.stated,
                receivedDigests: received,
                keptDigests: kept, liveness: judgement.evidence, engine: engine)
            return EvidenceObject(sections: [.json("measurements", try sortedKeyJSON(context))] + images)
        }
    }

    /// One entry a cue, then the fused score under the name that the vendor's reports give it; −1 where nothing was judged.
    private var algorithmResults: [AddFaceResponse.AlgorithmResult] {
        let cues = judgement.cues.map { cue in
            AddFaceResponse.AlgorithmResult(
                name: cue.name.rawValue, score: cue.scoreInPercent?.roundedForAnswers ?? -1,
                feedback: cue.feedback.map(\.word.rawValue))
        }
        let fused = AddFaceResponse.AlgorithmResult(
            name: "Fused Score", score: judgement.scoreInPercent?.roundedForAnswers ?? -1, feedback: [])
        return cues + [fused]
    }

    /// In the vendor's words.
    func answer(_ after: Enrollment) -> AddFaceResponse {
        let result = AddFaceResponse.LivenessResult(
            decision: judgement.decision.word, feedback: judgement.feedback.map(\.word),
            score: judgement.scoreInPercent?.roundedForAnswers ?? -1,
            scoreFRR: judgement.falseRejectionInPercent?.roundedForAnswers ?? -1,
            algorithmResults: algorithmResults)
        return AddFaceResponse(
            livenessResult: judgement.decision == .live, enrollmentStatus: EnrollmentStatus(after.status),
            registrationCode: after.registrationCode,
            faceLivenessResults: .init(video: .init(livenessResult: result)))
    }
}

/// The head of a face's evidence: how the package came and what was measured.
struct FaceEvidence: Codable, Sendable {
    let workflow: String
    let judgedLevel: Int
    let packageForm: PackageForm
    let stated: ClientStatement
    /// SHA-256 of each frame as received, lower-case hexadecimal.
    let receivedDigests: [String]
    /// The same of what is kept, which lacks the metadata segments.
    let keptDigests: [String]
    let liveness: LivenessEvidence
    /// Absent from evidence of before it was kept.
    let engine: EngineVersions?

    /// The section of the evidence object that holds a frame.
    static func frameName(_ index: Int) -> String { String(format: "frame-%02d", index) }
}

extension LivenessDecision {
    fileprivate var word: LivenessDecisionWord {
        switch self {
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

extension LivenessFeedback {
    fileprivate var word: LivenessFeedbackWord {
        switch self {
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

extension Double {
    /// Four decimals: what the vendor's samples show, and equal bytes for equal scores.
    var roundedForAnswers: Double { (self * 10_000).rounded() / 10_000 }
}
