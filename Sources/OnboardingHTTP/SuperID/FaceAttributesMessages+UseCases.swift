internal import FaceEngine
internal import Onboarding
internal import OnboardingAPI
internal import Vision

extension FaceAttributesRequest {
    var request: EstimateFaceAttributes.Request {
        switch self {
        case .images(let images): .images(images.map(\.bytes))
        case .package(let package):
            .package(SubmittedPackage(package), readContent: FacePackageContent.capture)
        }
    }
}

extension FaceAttributesResponse {
    init(_ result: EstimateFaceAttributes.Result) {
        let found = result.attributes
        self.init(models: result.versions)
        func trait(_ field: FaceAttribute) -> Trait? { found.traits[field].map(Trait.init) }
        (smiling, male) = (trait(.smiling), trait(.male))
        (eyeglasses, sunglasses) = (trait(.eyeglasses), trait(.sunglasses))
        (mustache, attractive) = (trait(.mustache), trait(.attractive))
        (blink, mouthOpen) = (trait(.blink), trait(.mouthOpen))
        blinkByEye = found.closedEyes.map { Eyes(left: $0[0].inMillionths, right: $0[1].inMillionths) }
        var reasons: [String: String] = [:]
        switch found.age {
        case .success(let estimate):
            age = estimate.years.inHundredths
            ageRange = [estimate.least.inHundredths, estimate.greatest.inHundredths]
        case .failure(let reason): reasons[FaceAttribute.age.rawValue] = reason.rawValue
        case nil: break
        }
        emotions = found.emotions.map { emotions in
            var shares: [String: Double?] = [:]
            for (emotion, share) in emotions {
                switch share {
                case .success(let share): shares.updateValue(share.inMillionths, forKey: emotion.rawValue)
                case .failure(let reason):
                    shares.updateValue(nil, forKey: emotion.rawValue)
                    reasons["\(FaceAttribute.emotions.rawValue).\(emotion.rawValue)"] = reason.rawValue
                }
            }
            return shares
        }
        orientation = found.orientation.map {
            Orientation(
                yaw: $0.yawInDegrees.inHundredths, pitch: $0.pitchInDegrees.inHundredths,
                roll: $0.rollInDegrees.inHundredths)
        }
        components = found.components.map {
            Components(
                leftEye: $0.leftEye.inHundredths, rightEye: $0.rightEye.inHundredths, nose: $0.nose.inHundredths,
                mouthLeft: $0.mouthLeft.inHundredths, mouthRight: $0.mouthRight.inHundredths)
        }
        position = found.position.map {
            Position(
                top: $0.y.pixels, left: $0.x.pixels, right: ($0.x + $0.width).pixels,
                bottom: ($0.y + $0.height).pixels)
        }
        unavailable = reasons.isEmpty ? nil : reasons
        frame = result.frame
    }
}

extension FaceAttributesResponse.Trait {
    fileprivate init(_ judged: FaceAttributes.Judged<FaceAttributes.Trait>) {
        switch judged {
        case .success(let trait): self.init(score: trait.score.inMillionths)
        case .failure(let reason): self.init(reason: reason.rawValue)
        }
    }
}

extension Double {
    /// As many decimals as the guide's own samples have.
    fileprivate var inMillionths: Double { (self * 1e6).rounded() / 1e6 }
    fileprivate var inHundredths: Double { (self * 100).rounded() / 100 }
    fileprivate var pixels: Int { isFinite ? Int(Swift.min(1e6, Swift.max(-1e6, rounded()))) : 0 }
}

extension Point {
    fileprivate var inHundredths: [Double] { [x.inHundredths, y.inHundredths] }
}
