internal import Casework
internal import DocVerify
internal import LivenessScorer
internal import Onboarding
internal import OnboardingAPI

extension AddFace.Result {
    var recaptureCauses: [RecaptureCause]? { RecaptureCause.all(of: decision, components) }
}

extension VerifyFace.Result {
    var recaptureCauses: [RecaptureCause]? { RecaptureCause.all(of: decision, components) }
}

extension RecaptureCause {
    /// What keeps a capture from being decided, where its sender can help, first what to tell the person; nil where there is
    /// nothing.
    fileprivate static func all(
        of decision: LivenessDecision, _ components: [LivenessComponent]
    ) -> [RecaptureCause]? {
        switch decision {
        case .live, .presentationAttack: return nil
        case .tooBlurry, .unableToDecide, .poseTooHigh, .tooLowDynamicRange, .faceTooSmall: break
        }
        let causes = components.flatMap { $0.hints ?? [] }.mostTellingFirst.map(RecaptureCause.init)
        return causes.isEmpty ? nil : causes
    }
}

extension RecaptureCause {
    fileprivate init(_ hint: LivenessHint) {
        let (measured, wanted) = hint.measured.roundedForAnswers(beside: hint.wanted)
        self.init(
            Code(RecaptureReason(hint.quantity)), measured: measured, wanted: wanted,
            bound: hint.bound.rawValue, unit: hint.unit.rawValue)
    }
}

extension AddDocument.Result {
    /// Nil where no other capture is asked for, and for results that were stored before causes were.
    var recaptureCauses: [RecaptureCause]? {
        recapture.map { [RecaptureCause(RecaptureCause.Code(RecaptureReason($0)), lacking: document.shortfall)] }
    }
}

extension RecaptureCause {
    /// - Parameter figure: what the images lacked; nil where nothing was measured that has a limit.
    fileprivate init(_ code: Code, lacking figure: QualityFigure?) {
        self.init(
            code, measured: figure?.measured, wanted: figure?.wanted, bound: figure?.bound.rawValue,
            unit: figure?.unit.rawValue)
    }
}

extension RecaptureCause.Code {
    fileprivate init(_ reason: RecaptureReason) {
        self =
            switch reason {
            case .noSingleFace: .noSingleFace
            case .tooFewFrames: .tooFewFrames
            case .tooShort: .tooShort
            case .tooSlow: .tooSlow
            case .faceTooSmall: .faceTooSmall
            case .headTurnedAway: .headTurnedAway
            case .tooLittleContrast: .tooLittleContrast
            case .tooDark: .tooDark
            case .glare: .glare
            case .lightChanged: .lightChanged
            case .blur: .blur
            case .turnTooSmall: .turnTooSmall
            case .nodNotShown: .nodNotShown
            case .approachNotShown: .approachNotShown
            case .blinksNotShown: .blinksNotShown
            case .mouthNotOpened: .mouthNotOpened
            case .screenLightNotSeen: .screenLightNotSeen
            case .mrzNotFound: .mrzNotFound
            case .mrzTooSmall: .mrzTooSmall
            case .mrzBlurred: .mrzBlurred
            case .mrzCutOff: .mrzCutOff
            case .mrzUncertain: .mrzUncertain
            case .severalDocuments: .severalDocuments
            case .portraitNotFound: .portraitNotFound
            case .tookTooLong: .tookTooLong
            }
    }
}
