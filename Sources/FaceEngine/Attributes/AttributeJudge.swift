internal import Foundation

/// What measurements of a face mean. Every limit rests on docs/measurements/face-attributes.md.
struct AttributeJudge: Sendable {
    typealias Judged = FaceAttributes.Judged
    typealias Trait = FaceAttributes.Trait

    let measured: AttributeMeasurements
    let set: AttributeModelSet
    /// Why the image is judged by nobody, whatever is asked; nil where it passes the gates of a capture.
    var refusal: UnjudgedReason?

    /// Smaller faces were measured nowhere.
    private static let leastEyeDistanceInPixels = 18.0
    private static let mostYawInDegrees = 30.0
    private static let mostPitchInDegrees = 25.0
    /// Of the lids' blendshapes: 6.5 % of closed eyes lie below, 0.8 % of adults' open ones above.
    private static let closedBlink = 0.45
    private static let smileOfHalf = 0.40
    /// Of the inner lips, over the distance of the eyes.
    private static let openLipGap = 0.10
    private static let lipGapSlope = 0.025
    private static let darkLenses = 0.65
    private static let lensSlope = 0.06
    /// Between these a gender was wrong too often.
    private static let uncertainGender = 0.2...0.8
    private static let leastAgeOfGender = 16.0
    /// What the second network was trained on; it draws everybody else into it.
    private static let agesOfSecondNetwork = 18.0...45.0

    /// Why nothing can be said of what a face shows; nil where it can.
    private var obstacle: UnjudgedReason? {
        if let refusal { return refusal }
        if measured.eyeDistanceInPixels < Self.leastEyeDistanceInPixels { return .faceTooSmall }
        let (yaw, pitch) = (measured.orientation.yawInDegrees, measured.orientation.pitchInDegrees)
        return abs(yaw) > Self.mostYawInDegrees || abs(pitch) > Self.mostPitchInDegrees ? .poseTooLarge : nil
    }

    private func judged<Value>(
        besides own: UnjudgedReason? = nil, _ value: () -> Judged<Value>
    ) -> Judged<Value> {
        if let reason = obstacle ?? own { return .failure(reason) }
        return value()
    }

    /// Of the left eye in the image, then the right: one half is where an eye counts as closed.
    var closedEyes: Judged<[Double]> {
        judged(besides: measured.eyesAreInside && !hasDarkLenses ? nil : .eyesNotVisible) {
            guard let right = measured.rightBlink, let left = measured.leftBlink else {
                return .failure(.classNotEstimated)
            }
            return .success([right, left].map { min(1, $0 / (2 * Self.closedBlink)) })
        }
    }

    var smiling: Judged<Trait> {
        judged(besides: measured.mouthIsInside ? nil : .mouthNotVisible) {
            guard var score = measured.smile else { return .failure(.classNotEstimated) }
            if let happy = measured.expression?[AttributeMeasurements.Expression.happy.rawValue], set == .full {
                score = (score + happy) / 2
            }
            return .success(Trait(score: score / (2 * Self.smileOfHalf)))
        }
    }

    var mouthOpen: Judged<Trait> {
        judged(besides: measured.mouthIsInside ? nil : .mouthNotVisible) {
            .success(Trait(score: logistic((measured.lipGap - Self.openLipGap) / Self.lipGapSlope)))
        }
    }

    var eyeglasses: Judged<Trait> { lenses { glasses, dark in min(glasses, 1 - dark) } }

    var sunglasses: Judged<Trait> { lenses { glasses, dark in min(glasses, dark) } }

    private var hasDarkLenses: Bool {
        guard let glasses = measured.glasses, let darkness = measured.lensDarkness else { return false }
        return glasses > 0 && darkness < Self.darkLenses
    }

    private func lenses(_ score: (_ glasses: Double, _ dark: Double) -> Double) -> Judged<Trait> {
        judged(besides: measured.eyesAreInside ? nil : .eyesNotVisible) {
            guard let glasses = measured.glasses, let darkness = measured.lensDarkness else {
                return .failure(.eyesNotVisible)
            }
            return .success(
                Trait(score: score(logistic(glasses), logistic((Self.darkLenses - darkness) / Self.lensSlope))))
        }
    }

    var age: Judged<AgeEstimate> {
        judged {
            guard let years = set == .full ? measured.age : measured.secondAge else {
                return .failure(.classNotEstimated)
            }
            guard set == .full || Self.agesOfSecondNetwork.contains(years) else {
                return .failure(.underAgeOrUncertain)
            }
            return .success(AgeEstimate(years: max(0, years)))
        }
    }

    var male: Judged<Trait> {
        judged {
            let scores = set == .full ? [measured.male, measured.secondMale] : [measured.secondMale]
            let known = scores.compactMap(\.self)
            guard known.count == scores.count else { return .failure(.classNotEstimated) }
            let score = known.reduce(0, +) / Double(known.count)
            let years = (set == .full ? measured.age : measured.secondAge) ?? 0
            guard years >= Self.leastAgeOfGender, !Self.uncertainGender.contains(score) else {
                return .failure(.underAgeOrUncertain)
            }
            return .success(Trait(score: score))
        }
    }

    /// Fear is none of the guide's: where it is the largest, nothing is said of the others.
    var emotions: [ShownEmotion: Judged<Double>] {
        typealias Expression = AttributeMeasurements.Expression
        let shares: Judged<[Double]> = judged {
            guard set == .full, let shares = measured.expressions, shares.count == Expression.allCases.count else {
                return .failure(.classNotEstimated)
            }
            let fear = shares[Expression.fear.rawValue]
            let others = shares.reduce(0, +) - fear
            guard fear < (shares.max() ?? 1), others > 0 else { return .failure(.classNotEstimated) }
            return .success(shares.map { $0 / others })
        }
        let sources: [ShownEmotion: Expression] = [
            .angry: .angry, .calm: .neutral, .disgust: .disgust, .happy: .happy, .sad: .sad, .surprised: .surprise,
        ]
        return Dictionary(
            uniqueKeysWithValues: ShownEmotion.allCases.map { emotion in
                guard let source = sources[emotion] else { return (emotion, .failure(.classNotEstimated)) }
                return (emotion, shares.map { $0[source.rawValue] })
            })
    }

    private func logistic(_ value: Double) -> Double { 1 / (1 + exp(-min(max(value, -100), 100))) }
}
