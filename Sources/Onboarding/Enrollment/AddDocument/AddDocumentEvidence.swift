internal import DocVerify
internal import FaceEngine
internal import Foundation
internal import OnboardingCore
internal import OnboardingCrypto
internal import OnboardingJSON
internal import OnboardingStorage
internal import Vision

/// How a portrait compares with the face that it must match.
struct PortraitComparison: Sendable {
    /// −log10 of the false match rate; nil where there was nothing to compare, or nothing to compare it with.
    let score: Double?
    let isMatching: Bool
}

/// A document after the engines: what they say, and what is kept of it.
struct AssessedDocument: Sendable {
    let images: [DocumentImage]
    let reading: DocumentReading
    /// What the sources say together.
    let document: AgreedDocument
    /// What the rules decide about the document alone.
    let documentDecision: DocumentRules.Decision
    /// Nil where there was nothing to compare, or nothing to compare it with.
    let portraitScore: ComparisonScore?
    let threshold: Double
    let rules: DocumentRules
    /// What the portrait must match; nil where nothing was there to compare with and nothing was asked for.
    let reference: ReferenceFace?
    /// Asked for where the document would be accepted without them.
    var photographs: WeighedPhotographs?
    let engine: EngineVersions
    /// Of the tenant's configuration that it is judged under.
    let configurationVersion: Int
    /// Nil for everybody who is none.
    var persona: SandboxPersona?

    var comparison: PortraitComparison {
        PortraitComparison(
            score: portraitScore?.value, isMatching: portraitScore.map { $0.value >= threshold } ?? false)
    }

    /// Whether the portrait is that of whoever was before the camera, and not a photograph that was held there: whose document it
    /// is, so that what is wrong with it counts against the document (decision 0117). An image that a client sends shows nobody.
    var isShownByHolder: Bool {
        guard case .live = reference else { return false }
        return comparison.isMatching && decision != .portraitReused && faceReopening == nil
    }

    var decision: DocumentDecision {
        switch documentDecision {
        case .retry: return .retryCapture
        case .notVerified: return .notVerified
        case .verified:
            guard reference == nil || comparison.isMatching else {
                // A document without a portrait that could be compared decides nothing about the person.
                return portraitScore == nil ? .retryCapture : .notMatching
            }
            switch photographs?.finding {
            case .reused: return .portraitReused
            case .incomparable: return .retryCapture
            case .unsuspicious, .suspected, .noFrameNearPortrait, nil: return .verified
            }
        }
    }

    /// Why the face that this document was compared with has to be captured again; nil where it has not.
    var faceReopening: FaceReopening.Reason? {
        guard decision == .verified else { return nil }
        return switch photographs?.finding {
        case .suspected: .portraitSuspected
        case .noFrameNearPortrait: .noFrameNearPortrait
        case .reused, .incomparable, .unsuspicious, nil: nil
        }
    }

    /// What an auditor needs: the images without their metadata, and every measurement behind the decision.
    /// - Parameter refused: how the images are kept where it is not verified.
    func evidence(keeping refused: KeptImages) throws -> EvidenceObject {
        let form = decision == .verified ? .whole : refused
        let kept = images.enumerated().map { index, image in
            EvidenceObject.Section.image(DocumentRecord.imageName(index), form.kept(image.bytes))
        }
        let portrait = reading.portrait.map { [EvidenceObject.Section.image("portrait", $0.jpeg)] } ?? []
        let given: [EvidenceObject.Section] =
            if case .given(let image) = reference {
                [.image(DocumentRecord.givenFaceName, form.kept(image))]
            } else { [] }
        let record = DocumentRecord(
            receivedDigests: images.map { Digest.hex($0.bytes) },
            keptDigests: kept.map { Digest.hex($0.contents) }, reading: reading.evidence, rules: rules,
            documentDecision: documentDecision, portraitScore: portraitScore, threshold: threshold,
            photographs: photographs?.comparisons, faceReopening: faceReopening, decision: decision,
            engine: engine, configurationVersion: configurationVersion, sandboxPersona: persona, keptSide: form.side)
        return EvidenceObject(
            sections: [.json("measurements", try sortedKeyJSON(record))] + kept + portrait + given)
    }
}
