@testable import FaceEngine
@testable import LivenessScorer

extension PresentationResult {
    /// A result as a scorer might give it, with one cue.
    static func sample(
        _ presentationClass: PresentationClass = .bonaFide, species: String = "bona-fide-webcam",
        person: String = "a", item: String? = nil, start: Double = 0, span: Double = 2000,
        decision: LivenessDecision? = .live, score: Double? = nil, level: LivenessLevel = .balanced,
        kind: PackageKind = .passive, hasReference: Bool = false, referenceScore: Double? = nil
    ) -> PresentationResult {
        let result: CueResult =
            switch decision {
            case .live?: .measured(scoreInPercent: 90, .bonaFide, speaksTo: [.print])
            case .presentationAttack?:
                .measured(scoreInPercent: 10, .attack(.repeatedStill), speaksTo: [.injectedStill])
            default: .abstained(.tooFewFrames)
            }
        let evidence = LivenessEvidence(
            rulesVersion: 2, level: level, permitsStills: false, clockwiseRotationInDegrees: 0,
            thresholds: LivenessThresholds(for: level), descriptor: .init(name: "m", digest: "00"),
            calibrationDigest: "00", frames: [], gates: [GateEvidence(.oneFace, scoreInPercent: 100)],
            cues: [CueEvidence("sample", result)], decision: decision ?? .unableToDecide,
            reason: result.reason ?? .everyCuePassed, feedback: [], scoreInPercent: score,
            restsOnQualityAlone: false, bestFrame: nil, framesOfTemplate: [], templateModel: nil)
        return PresentationResult(
            Subject(
                set: "set/manifest.json", item: item ?? "clips/\(person).mp4", presentationClass: presentationClass,
                species: species, person: person),
            packageKind: kind, level: level, startInMilliseconds: start, spanInMilliseconds: span, frames: 13,
            assessment: decision == nil ? .failure(.frameSizesDiffer) : .success(evidence),
            referenceScore: referenceScore, hasReference: hasReference)
    }
}

extension LivenessReport {
    /// Of passive packages at the default level.
    static func of(_ results: [PresentationResult], omissions: [Omission] = []) -> LivenessReport {
        LivenessReport(
            method: Method(
                command: "onboarding eval liveness", descriptor: "m", levels: [.balanced],
                packageKinds: PackageKind.allCases, permitsStills: false, longestSide: 640, jpegQuality: 90,
                matchThreshold: 3),
            results: results, omissions: omissions)
    }

    func rates(of species: String?) -> SpeciesRates? { operatingPoints.first?.species.first { $0.species == species } }
}
