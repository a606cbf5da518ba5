package import Vision

/// What the networks and points say of a face, before anything is made of it. What nobody asked for is nil.
package struct AttributeMeasurements: Equatable, Sendable {
    /// What is asked for: each brings networks with it.
    package enum Part: CaseIterable, Sendable {
        case blendshapes, expression, secondExpression, ageAndGender, secondAgeAndGender, glasses
    }

    package let orientation: HeadOrientation
    /// Between the centres of the eyes, in pixels of the image that was looked at.
    package let eyeDistanceInPixels: Double
    package let eyesAreInside: Bool
    package let mouthIsInside: Bool
    /// Centres of the eyes, the tip of the nose and the corners of the mouth, the person's right ones first.
    package let alignmentPoints: [Point]
    package let box: ImageRectangle
    /// Between the inner lips, over the distance of the eyes.
    package let lipGap: Double

    /// Blendshapes of the lids, 0 to 1: 1 is closed.
    package var rightBlink: Double?
    package var leftBlink: Double?
    /// Of the corners of the mouth, 0 to 1.
    package var smile: Double?
    /// Shares of neutral, happy, sad, angry, fear, disgust, surprise, which sum to 1.
    package var expression: [Double]?
    package var secondExpression: [Double]?
    package var age: Double?
    package var male: Double?
    package var secondAge: Double?
    package var secondMale: Double?
    /// Log-odds of glasses of any kind.
    package var glasses: Double?
    /// Brightness under the eyes over that of the cheeks.
    package var lensDarkness: Double?

    package init(
        orientation: HeadOrientation, eyeDistanceInPixels: Double, eyesAreInside: Bool = true,
        mouthIsInside: Bool = true, alignmentPoints: [Point], box: ImageRectangle, lipGap: Double
    ) {
        self.orientation = orientation
        self.eyeDistanceInPixels = eyeDistanceInPixels
        self.eyesAreInside = eyesAreInside
        self.mouthIsInside = mouthIsInside
        self.alignmentPoints = alignmentPoints
        self.box = box
        self.lipGap = lipGap
    }

    /// Of both lids.
    package var blink: Double? {
        guard let rightBlink, let leftBlink else { return nil }
        return (rightBlink + leftBlink) / 2
    }

    /// Of both networks where two were asked.
    package var expressions: [Double]? {
        guard let expression, let secondExpression else { return expression }
        return zip(expression, secondExpression).map { ($0 + $1) / 2 }
    }

    /// In the order of `expression`.
    enum Expression: Int, CaseIterable {
        case neutral, happy, sad, angry, fear, disgust, surprise
    }
}
