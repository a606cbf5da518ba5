internal import DocVerify
internal import LivenessScorer
internal import Onboarding
internal import OnboardingAPI

extension AddFace.Result {
    /// What keeps a capture from being decided, where its sender can help; nil where there is nothing.
    var recaptureCauses: [RecaptureCause]? {
        switch decision {
        case .live, .presentationAttack: return nil
        case .tooBlurry, .unableToDecide, .poseTooHigh, .tooLowDynamicRange, .faceTooSmall: break
        }
        let causes = components.flatMap { $0.hints ?? [] }.map(RecaptureCause.init)
        return causes.isEmpty ? nil : causes
    }
}

extension RecaptureCause {
    fileprivate init(_ hint: LivenessHint) {
        self.init(
            Code(hint.quantity), measured: hint.measured.roundedForAnswers, wanted: hint.wanted.roundedForAnswers,
            bound: hint.bound.rawValue, unit: hint.unit.rawValue)
    }
}

extension RecaptureCause.Code {
    fileprivate init(_ quantity: LivenessHint.Quantity) {
        self =
            switch quantity {
            case .framesWithOneFace: .noSingleFace
            case .usableFrames: .tooFewFrames
            case .duration: .tooShort
            case .longestGap: .tooSlow
            case .faceWidth: .faceTooSmall
            case .yaw, .pitch: .headTurnedAway
            case .dynamicRange: .tooLittleContrast
            case .clippedDarkShare: .tooDark
            case .clippedBrightShare: .glare
            case .lightChange: .lightChanged
            case .focus: .blur
            case .turn, .turnLeft, .turnRight: .turnTooSmall
            case .nod: .nodNotShown
            case .approach: .approachNotShown
            case .blinks: .blinksNotShown
            case .mouthOpening: .mouthNotOpened
            case .screenLight: .screenLightNotSeen
            }
    }
}

extension AddDocument.Result {
    /// Nil where no other capture is asked for, and for results that were stored before causes were.
    var recaptureCauses: [RecaptureCause]? { recapture.map { [RecaptureCause(RecaptureCause.Code($0))] } }
}

extension RecaptureCause.Code {
    fileprivate init(_ cause: AddDocument.RecaptureCause) {
        self =
            switch cause {
            case .mrz(.mrzNotFound): .mrzNotFound
            case .mrz(.mrzTooSmall): .mrzTooSmall
            case .mrz(.mrzBlurred): .mrzBlurred
            case .mrz(.mrzUnreadable): .mrzCutOff
            case .mrz(.mrzUncertain): .mrzUncertain
            case .portraitNotFound: .portraitNotFound
            }
    }
}
