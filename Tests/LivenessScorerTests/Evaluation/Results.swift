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
        var sample = PresentationResult(
            Subject(
                set: "set/manifest.json", item: item ?? "clips/\(person).mp4", presentationClass: presentationClass,
                species: species, person: person),
            packageKind: kind, level: level, startInMilliseconds: start, spanInMilliseconds: span, frames: 13,
            assessment: .failure(.frameSizesDiffer), referenceScore: referenceScore, hasReference: hasReference)
        guard let decision else { return sample }
        sample.decision = decision
        sample.reason = (result.reason ?? .everyCuePassed).rawValue
        sample.scoreInPercent = score
        sample.gates = [GateEvidence(.oneFace, scoreInPercent: 100)]
        sample.cues = [CueEvidence("sample", result)]
        return sample
    }
}

extension LivenessReport {
    /// Of passive packages at the default level.
    static func of(_ results: [PresentationResult], omissions: [Omission] = []) -> LivenessReport {
        var method = Method(
            command: "onboarding eval liveness", descriptor: "m", textureNetworks: ["liveness.face"],
            levels: [.balanced],
            packageKinds: PackageKind.allCases, permitsStills: false, longestSide: 640, enlarges: false,
            jpegQuality: 90,
            matchThreshold: 3)
        // Other rules are no other form.
        method.rulesVersion = 2
        return LivenessReport(method: method, results: results, omissions: omissions)
    }

    func rates(of species: String?) -> SpeciesRates? { operatingPoints.first?.species.first { $0.species == species } }
}
