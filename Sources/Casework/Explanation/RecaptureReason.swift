package import LivenessScorer
package import Onboarding

/// Why another capture is asked for. Raw values are the codes of `recapture` in the answers, never renamed.
package enum RecaptureReason: String, CaseIterable, Sendable {
    case noSingleFace = "NO_SINGLE_FACE"
    case tooFewFrames = "TOO_FEW_FRAMES"
    case tooShort = "TOO_SHORT"
    case tooSlow = "TOO_SLOW"
    case faceTooSmall = "FACE_TOO_SMALL"
    case headTurnedAway = "HEAD_TURNED_AWAY"
    case tooLittleContrast = "TOO_LITTLE_CONTRAST"
    case tooDark = "TOO_DARK"
    case glare = "GLARE"
    case lightChanged = "LIGHT_CHANGED"
    case blur = "BLUR"
    case turnTooSmall = "TURN_TOO_SMALL"
    case nodNotShown = "NOD_NOT_SHOWN"
    case approachNotShown = "APPROACH_NOT_SHOWN"
    case blinksNotShown = "BLINKS_NOT_SHOWN"
    case mouthNotOpened = "MOUTH_NOT_OPENED"
    case screenLightNotSeen = "SCREEN_LIGHT_NOT_SEEN"
    case mrzNotFound = "MRZ_NOT_FOUND"
    case mrzTooSmall = "MRZ_TOO_SMALL"
    case mrzBlurred = "MRZ_BLURRED"
    case mrzCutOff = "MRZ_CUT_OFF"
    case mrzUncertain = "MRZ_UNCERTAIN"
    case severalDocuments = "SEVERAL_DOCUMENTS"
    case portraitNotFound = "PORTRAIT_NOT_FOUND"
    case tookTooLong = "TOOK_TOO_LONG"
}

extension RecaptureReason {
    package init(_ quantity: LivenessHint.Quantity) {
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
            case .processingTime: .tookTooLong
            }
    }

    package init(_ cause: AddDocument.RecaptureCause) {
        self =
            switch cause {
            case .mrz(.mrzNotFound): .mrzNotFound
            case .mrz(.mrzTooSmall): .mrzTooSmall
            case .mrz(.mrzBlurred): .mrzBlurred
            case .mrz(.mrzUnreadable), .mrz(.mrzCutOff): .mrzCutOff
            case .mrz(.mrzUncertain): .mrzUncertain
            case .mrz(.severalDocuments): .severalDocuments
            case .mrz(.tookTooLong): .tookTooLong
            case .portraitNotFound: .portraitNotFound
            }
    }
}

extension RecaptureReason {
    /// What of several is to be said, the lowest first: what keeps anything else from being seen goes before what was
    /// seen then, and what follows from others comes last. Whoever moves too little is not told so as long as their face
    /// could not be judged, so no two that ask for opposite things are equals.
    package var rank: Int {
        switch self {
        case .noSingleFace: 0
        case .tooDark, .glare, .tooLittleContrast: 1
        case .faceTooSmall: 2
        case .headTurnedAway: 3
        case .blur: 4
        case .lightChanged: 5
        case .nodNotShown, .approachNotShown, .blinksNotShown, .mouthNotOpened, .screenLightNotSeen: 6
        case .turnTooSmall: 7
        case .tooSlow: 8
        case .tooShort: 9
        case .tooFewFrames: 10
        case .tookTooLong: 11
        // An image of a document has one cause.
        case .mrzNotFound, .mrzTooSmall, .mrzBlurred, .mrzCutOff, .mrzUncertain, .severalDocuments,
            .portraitNotFound:
            0
        }
    }
}

extension Sequence<LivenessHint> {
    /// By rank; of those with one as they were.
    package var mostTellingFirst: [LivenessHint] {
        enumerated()
            .sorted { first, second in
                let (one, other) = (RecaptureReason(first.element.quantity), RecaptureReason(second.element.quantity))
                return (one.rank, first.offset) < (other.rank, second.offset)
            }
            .map(\.element)
    }
}
