internal import Foundation
internal import LivenessScorer
internal import OnboardingCore
internal import OnboardingCrypto
internal import OnboardingJSON
internal import OnboardingStorage

/// A face package after the engines: what they say, and what is kept of it.
struct AssessedFace: Sendable {
    let capture: FacePackageOpening.Capture
    let liveness: LivenessAssessment
    /// Nil where no document was accepted before, and for a capture that is not live.
    var portraitCheck: PortraitCheck?
    /// Nil where the tenant has set no range, in an authentication, and for a capture that is not live.
    var ageCheck: AgeCheck?
    /// Nil where nobody was looked for, and for a face that something else speaks against. Kept in a section of its own, not in
    /// `FaceEvidence`.
    var duplicateCheck: DuplicateCheck?
    /// Nil in an enrollment, and for a capture that is not live.
    var faceMatch: FaceMatch?
    let engine: EngineVersions
    /// Of the tenant's configuration that it is judged under.
    let configurationVersion: Int
    /// Nil for who is no persona of the sandbox.
    var persona: SandboxPersona?

    var decision: FaceDecision {
        switch liveness.decision {
        case .live: liveDecision
        case .presentationAttack: .presentationAttack
        case .tooBlurry, .unableToDecide, .poseTooHigh, .tooLowDynamicRange, .faceTooSmall: .undecided
        }
    }

    /// What the registration, a document, an age and other registrations have against a face that is live by itself.
    private var liveDecision: FaceDecision {
        if faceMatch?.isMatching == false { return .notMatching }
        if let decision = portraitCheck?.decision, decision != .live { return decision }
        if let ageCheck, ageCheck.isWithin != true { return ageCheck.isWithin == nil ? .undecided : .outsideAgeRange }
        return duplicateCheck?.duplicate?.isRefused == true ? .duplicate : .live
    }

    /// What an auditor needs: the images without their metadata, and every measurement behind the decision.
    /// - Parameter refused: how the images are kept where it is no live face.
    func evidence(keeping refused: KeptImages) throws -> EvidenceObject {
        let form = decision == .live ? .whole : refused
        let received = capture.frameDigests.map(Hexadecimal.encode)
        let images = capture.frames.enumerated().map { index, frame in
            EvidenceObject.Section.image(FaceEvidence.frameName(index), form.kept(frame.bytes))
        }
        // Most frames have nothing to strip, which is seen sooner than their digest is recomputed.
        let kept = zip(images, capture.frames).enumerated().map { index, pair in
            pair.0.contents == pair.1.bytes ? received[index] : Digest.hex(pair.0.contents)
        }
        let head = FaceEvidence(
            workflow: capture.workflow.name, judgedLevel: capture.level.rawValue, packageForm: capture.form,
            stated: capture.stated,
            receivedDigests: received, keptDigests: kept,
            videoDigest: capture.videoDigest.map(Hexadecimal.encode), liveness: liveness.evidence,
            challenge: capture.challenge, portraitCheck: portraitCheck, ageCheck: ageCheck,
            faceMatch: faceMatch, engine: engine,
            configurationVersion: configurationVersion, sandboxPersona: persona, keptSide: form.side)
        return EvidenceObject(sections: [.json("measurements", try sortedKeyJSON(head))] + images)
    }
}
