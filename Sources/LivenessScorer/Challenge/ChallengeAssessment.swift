internal import FaceEngine

/// Judges whether a capture answers its challenge: every step in its time and order, nothing else, in one continuous take.
struct ChallengeAssessment: Sendable {
    let challenge: CaptureChallenge
    var limits = ChallengeLimits()

    func evidence(of frames: [MeasuredFrame]) -> ChallengeEvidence {
        let course = PostureCourse(of: frames)
        let light = challenge.isOfLight ? LightResponse(of: frames, to: challenge) : nil
        var gain: Double?
        if asksFor(.comeCloser), let rest = rest(of: course) {
            let quiet = PostureCourse(
                moments: course.quiet(at: rest, under: limits), durationInMilliseconds: course.durationInMilliseconds)
            gain = ApproachPerspective(limits: limits).gainInPercent(over: quiet, of: frames)
        }
        return evidence(of: course, perspectiveGainInPercent: gain, light: light)
    }

    /// The frames that the cues look at: those in which only the head moves, because a mouth that opens changes what is seen
    /// also on an image that is warped. All where too few are left.
    func framesOfCues(_ frames: [MeasuredFrame]) -> [Int] {
        let course = PostureCourse(of: frames)
        let quiet = rest(of: course).map { course.quiet(at: $0, under: limits).map(\.frame) } ?? []
        return quiet.count >= CaptureFeatures.maximumFrames ? quiet : Array(frames.indices)
    }

    private func rest(of course: PostureCourse) -> FacePosture? {
        course.rest(untilInMilliseconds: challenge.leadInMilliseconds)
    }

    private func asksFor(_ prompt: CaptureChallenge.Prompt) -> Bool {
        challenge.steps.contains { $0.prompt == prompt }
    }

    /// The same from what was measured.
    func evidence(
        of course: PostureCourse, perspectiveGainInPercent gain: Double?, light: LightResponse?
    ) -> ChallengeEvidence {
        let rest = rest(of: course)
        let take = course.take
        let steps = steps(of: course, rest: rest, light: light)
        return ChallengeEvidence(
            challenge: challenge, limits: limits, rest: rest, steps: steps, take: take,
            perspectiveGainInPercent: gain, light: light,
            reason: reason(course, rest, take, steps, perspectiveGainInPercent: gain, light: light))
    }

    private func steps(
        of course: PostureCourse, rest: FacePosture?, light: LightResponse?
    ) -> [ChallengeEvidence.StepEvidence] {
        zip(challenge.steps, challenge.times).map { step, times in
            let movement = rest.map { PromptedMovement(prompt: step.prompt, limits: limits, rest: $0) }
            let from = times.lowerBound + limits.leastReactionInMilliseconds
            let to = max(from, times.upperBound + limits.graceInMilliseconds)
            let showing = movement?.showing(in: course.moments(in: from...to))
            let isMet = step.prompt.light == nil ? showing?.frame != nil : light?.isAnswer(under: limits) == true
            return ChallengeEvidence.StepEvidence(
                prompt: step.prompt, fromInMilliseconds: times.lowerBound, toInMilliseconds: times.upperBound,
                isMet: isMet, measured: showing?.measured, wanted: movement?.wanted ?? 0, frame: showing?.frame)
        }
    }

    /// Why the challenge is not met. What the person can mend by itself comes first; what may be an attack comes last, so that
    /// an attacker learns of it only once everything else is right.
    private func reason(
        _ course: PostureCourse, _ rest: FacePosture?, _ take: TakeEvidence,
        _ steps: [ChallengeEvidence.StepEvidence], perspectiveGainInPercent gain: Double?, light: LightResponse?
    ) -> LivenessReason? {
        guard let rest, let end = challenge.times.last?.upperBound else { return .noFace }
        // The last step may be shown before its time is over.
        if course.durationInMilliseconds < (challenge.times.last?.lowerBound ?? end) { return .takeTooShort }
        if abs(rest.yawInDegrees) > limits.restWithinInDegrees { return .notStraightAtFirst }
        if take.longestGapInMilliseconds > limits.longestGapInMilliseconds { return .takeInterrupted }
        if asksFor(.blinkTwice),
            course.usualGapInMilliseconds > limits.gapForBlinksInMilliseconds
        {
            return .framesTooFarApart
        }
        if let light {
            if !light.isStrong(under: limits) { return .lightTooWeak }
            if !light.isAnswer(under: limits) { return .lightNotAnswered }
        }
        if !steps.allSatisfy(\.isMet) { return .stepNotShown }
        if showsWhatIsNotAsked(course, rest) { return .otherMovementShown }
        if !isContinuous(take) { return .takeInterrupted }
        if asksFor(.comeCloser),
            !((gain ?? -.infinity) >= limits.perspectiveGainInPercent)
        {
            return .grewWithoutPerspective
        }
        if let light, !light.isOfAHead(under: limits) { return .lightNotOfAHead }
        return nil
    }

    /// Negated, so that what is no number breaks the take.
    private func isContinuous(_ take: TakeEvidence) -> Bool {
        take.largestShift <= limits.largestShift && take.largestGrowth <= limits.largestGrowth
            && take.largestTurnInDegrees <= limits.largestTurnInDegrees
    }

    /// Whether a deliberate movement is shown before it is asked for, or is never asked for: a recording that shows everything
    /// would else answer any challenge.
    private func showsWhatIsNotAsked(_ course: PostureCourse, _ rest: FacePosture) -> Bool {
        CaptureChallenge.Prompt.allCases.contains { prompt in
            let movement = PromptedMovement(prompt: prompt, limits: limits, rest: rest)
            guard movement.isDeliberate else { return false }
            let asked = zip(challenge.steps, challenge.times).first { $0.0.prompt == prompt }?.1
            let end = asked.map { $0.lowerBound + limits.leastReactionInMilliseconds } ?? .infinity
            let early = course.moments.filter { $0.timeInMilliseconds < end }
            let most = movement.showing(in: early).measured ?? 0
            return most >= movement.wanted * limits.unaskedFactor
        }
    }
}
