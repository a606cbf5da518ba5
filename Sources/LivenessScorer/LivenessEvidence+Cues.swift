internal import FaceEngine

extension LivenessEvidence {
    /// Puts the measurements and the ruling on them together; cues and score follow from both.
    init(
        level: LivenessLevel, permitsStills: Bool, clockwiseRotationInDegrees: Int, thresholds: LivenessThresholds,
        descriptor: ModelIdentity, calibrationDigest: String, frames: [FrameEvidence], stillness: StillnessEvidence?,
        flatness: FlatnessEvidence?, observations: CaptureObservations, ruling: LivenessRuling, bestFrame: Int?,
        framesOfTemplate: [Int], templateModel: ModelIdentity?
    ) {
        let cues = cueResults(of: observations, thresholds: thresholds, stillness: stillness, flatness: flatness)
        self.init(
            level: level, permitsStills: permitsStills, clockwiseRotationInDegrees: clockwiseRotationInDegrees,
            thresholds: thresholds, descriptor: descriptor, calibrationDigest: calibrationDigest, frames: frames,
            stillness: stillness, flatness: flatness, decision: ruling.decision, reason: ruling.reason,
            feedback: ruling.feedback, cues: cues, scoreInPercent: fusedScore(of: cues, for: ruling),
            restsOnQualityAlone: ruling.reason == .stillsPermitted, bestFrame: bestFrame,
            framesOfTemplate: framesOfTemplate, templateModel: templateModel)
    }
}

/// Every cue with its score, in the order of `CueName`.
func cueResults(
    of observations: CaptureObservations, thresholds: LivenessThresholds, stillness: StillnessEvidence?,
    flatness: FlatnessEvidence?
) -> [CueResult] {
    let faults = observations.faults
    let hasOneFace = faults.map { $0.isDisjoint(with: [.noFace, .severalFaces]) }
    let judged = zip(faults, hasOneFace).filter(\.1).map(\.0)

    func share(_ count: Int, of all: Int) -> Double? { all > 0 ? Double(count) / Double(all) * 100 : nil }
    func quality(_ name: CueName, _ fault: FrameFault, _ word: LivenessFeedback) -> CueResult {
        let good = judged.count { !$0.contains(fault) }
        return CueResult(
            name: name, scoreInPercent: share(good, of: judged.count), feedback: good < judged.count ? [word] : [])
    }

    return CueName.allCases.map { name in
        switch name {
        case .oneFace:
            var words: [LivenessFeedback] = []
            if faults.contains(where: { $0.contains(.noFace) }) { words.append(.noFace) }
            if faults.contains(where: { $0.contains(.severalFaces) }) { words.append(.multipleFaces) }
            return CueResult(
                name: name, scoreInPercent: share(hasOneFace.count { $0 }, of: faults.count), feedback: words)
        case .frameTimes:
            guard faults.count > 1 else { return CueResult(name: name, scoreInPercent: nil) }
            let isRegular = observations.longestGapInMilliseconds <= thresholds.maximumGapInMilliseconds
            return CueResult(
                name: name, scoreInPercent: isRegular ? 100 : 0, feedback: isRegular ? [] : [.frameRateTooSlow])
        case .faceSize: return quality(name, .faceTooSmall, .invalidFrame)
        case .pose: return quality(name, .poseTooHigh, .invalidFramePose)
        case .exposure: return quality(name, .poorLight, .invalidFrameLighting)
        case .focus: return quality(name, .tooBlurry, .invalidFrameBlur)
        case .samePerson:
            switch observations.persons {
            case .nothingToCompare: return CueResult(name: name, scoreInPercent: nil)
            case .alike: return CueResult(name: name, scoreInPercent: 100)
            case .lowestScore(let lowest):
                let limit = thresholds.samePersonScore
                return CueResult(
                    name: name, scoreInPercent: min(max(lowest / limit, 0), 1) * 100,
                    feedback: lowest >= limit ? [] : [.invalidFrame])
            }
        case .stillness:
            guard let stillness else {
                return CueResult(name: name, scoreInPercent: nil, feedback: [.insufficientFrames])
            }
            return CueResult(
                name: name, scoreInPercent: Stillness.scoreInPercent(of: stillness.verdict),
                feedback: stillness.verdict == .still ? [.insufficientFrames] : [])
        case .flatness:
            let score = flatness.flatMap(Flatness.scoreInPercent)
            let isJudged = flatness?.verdict == .deep || flatness?.verdict == .flat
            let word = flatness?.verdict == .unsteadyLight ? LivenessFeedback.invalidFrameLighting : .insufficientFrames
            return CueResult(name: name, scoreInPercent: score, feedback: isJudged ? [] : [word])
        }
    }
}

/// The score of the capture as `LivenessJudgement.scoreInPercent` promises it.
func fusedScore(of cues: [CueResult], for ruling: LivenessRuling) -> Double? {
    switch ruling.reason {
    case .everyCuePassed, .flat:
        return cues.first { $0.name == .flatness }?.scoreInPercent
    case .stillsPermitted:
        let quality: [CueName] = [.oneFace, .faceSize, .pose, .exposure, .focus, .samePerson]
        return cues.filter { quality.contains($0.name) }.compactMap(\.scoreInPercent).min()
    case .noFace, .multipleFaces, .frameRateTooSlow, .faceTooSmall, .poseTooHigh, .poorLight, .tooBlurry,
        .tooFewGoodFrames, .differentPersons, .singleStill, .repeatedStill, .tooFewFrames, .tracksLost,
        .noDeformation, .turnTooSmall, .depthUnclear, .unsteadyLight:
        return nil
    }
}
