internal import LivenessScorer

/// Which number of a cue is held to which limit where it finds something, by the names that its record uses.
struct CueLimit: Sendable {
    /// A word of `LivenessReason`: why the cue refuses, doubts or abstains.
    let reason: String
    /// Nil for a reason that several cues have.
    let cue: String?
    let measurement: String
    let limit: String
    let bound: Explanation.Rule.Bound
    let unit: Explanation.Rule.Unit
    let meaning: String
    /// The limit from which on the cue finds a bona fide presentation, where that is another one.
    var enough: String?

    static let all: [CueLimit] = [
        CueLimit(
            reason: "flat", cue: "flatness", measurement: "ratio", limit: "flatAtMost", bound: .above, unit: .share,
            meaning: "what one homography leaves of the movement of the face, over what a similarity transform leaves",
            enough: "deepAtLeast"),
        CueLimit(
            reason: "depthUnclear", cue: "flatness", measurement: "ratio", limit: "deepAtLeast", bound: .atLeast,
            unit: .share,
            meaning: "what one homography leaves of the movement of the face, over what a similarity transform leaves"),
        CueLimit(
            reason: "turnTooSmall", cue: "flatness", measurement: "turnInDegrees", limit: "minimumTurnInDegrees",
            bound: .atLeast, unit: .degrees, meaning: "how far the head turns over the capture"),
        CueLimit(
            reason: "unsteadyLight", cue: "flatness", measurement: "patchyLightInPercent",
            limit: "maximumPatchyLightInPercent", bound: .atMost, unit: .percent,
            meaning: "how much the light on the face changes in patches"),
        CueLimit(
            reason: "repeatedStill", cue: "flatness", measurement: "deformationInPercent",
            limit: "rigidAtMostInPercent", bound: .above, unit: .percent,
            meaning: "how much the face changes its shape in the image, of its width"),
        CueLimit(
            reason: "noDeformation", cue: nil, measurement: "deformationInPercent",
            limit: "minimumDeformationInPercent", bound: .atLeast, unit: .percent,
            meaning: "how much the face changes its shape in the image, of its width"),
        CueLimit(
            reason: "frozenAppearance", cue: "livingMotion", measurement: "livingChange", limit: "frozenBelow",
            bound: .atLeast, unit: .scale, meaning: "how much the appearance of the face changes as it moves",
            enough: "livingAtLeast"),
        CueLimit(
            reason: "appearanceUnclear", cue: "livingMotion", measurement: "livingChange", limit: "livingAtLeast",
            bound: .atLeast, unit: .scale, meaning: "how much the appearance of the face changes as it moves"),
        CueLimit(
            reason: "flatInside", cue: "innerFlatness", measurement: "ratio", limit: "flatBelow", bound: .atLeast,
            unit: .share, meaning: "what one homography leaves of the movement of the inner face"),
        CueLimit(
            reason: "slidingFace", cue: "innerFlatness", measurement: "slide", limit: "slidesAbove", bound: .atMost,
            unit: .scale, meaning: "how far the face moves for each degree of the turn, in percent of its width"),
        CueLimit(
            reason: "blendedImages", cue: "severalImages", measurement: "steadiness", limit: "blendedAbove",
            bound: .atMost, unit: .share, meaning: "how much of the movement one steady change explains"),
        CueLimit(
            reason: "imagesInTurn", cue: "severalImages", measurement: "gap", limit: "inTurnAbove", bound: .atMost,
            unit: .share, meaning: "how much of the movement one change with a jump explains"),
        CueLimit(
            reason: "spanTooShort", cue: "severalImages", measurement: "spanInMilliseconds",
            limit: "minimumSpanInMilliseconds", bound: .atLeast, unit: .milliseconds,
            meaning: "from the first to the last of the compared frames"),
        CueLimit(
            reason: "textureUnclear", cue: nil, measurement: "logit", limit: "bonaFideAtLeast", bound: .atLeast,
            unit: .logOdds, meaning: texture),
    ]

    /// Of a network of texture that finds an attack, whatever it calls it.
    static let textureAttack = CueLimit(
        reason: "", cue: nil, measurement: "logit", limit: "attackBelow", bound: .atLeast, unit: .logOdds,
        meaning: texture, enough: "bonaFideAtLeast")

    /// What a cue that found a bona fide presentation was held to, by its name.
    static let passed: [String: [CueLimit]] = [
        "flatness": all.filter { ["depthUnclear", "turnTooSmall", "unsteadyLight"].contains($0.reason) },
        "livingMotion": all.filter { $0.reason == "appearanceUnclear" },
        "innerFlatness": all.filter { ["flatInside", "slidingFace"].contains($0.reason) },
        "severalImages": all.filter { ["blendedImages", "imagesInTurn"].contains($0.reason) },
    ]

    /// What a network of texture that found a bona fide presentation was held to, whatever it is called.
    static let texturePassed = all.filter { $0.reason == "textureUnclear" }

    private static let texture = "what the networks of texture say for a living face before a camera"
}

extension CueEvidence {
    /// Why it does not find a bona fide presentation; nil where it does.
    var reason: LivenessReason? {
        switch result {
        case .measured(_, .bonaFide, _): nil
        case .measured(_, .attack(let reason), _), .measured(_, .unclear(let reason), _), .abstained(let reason): reason
        }
    }

    var isAttack: Bool {
        if case .measured(_, .attack, _) = result { true } else { false }
    }
}
