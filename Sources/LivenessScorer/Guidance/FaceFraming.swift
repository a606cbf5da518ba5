public import Vision

/// Where in an image a face should be while it is captured: a little above the middle, with room to turn.
///
/// The shares were chosen by looking, not measured: nothing is refused for them.
public enum FaceFraming {
    /// Width to height of a face from its brows' upper edge to the chin, roughly.
    private static let aspect = 0.75
    private static let widthShare = 0.6
    private static let heightShare = 0.6
    private static let largestShare = 0.9
    /// Of the height, from the top: above the middle, as people hold a phone.
    private static let centerDown = 0.45
    private static let horizontalTolerance = 0.15
    private static let verticalTolerance = 0.18

    /// The largest region of a face's shape that leaves room around it.
    public static func region(in size: ImageSize) -> ImageRectangle {
        let (width, height) = (Double(size.width), Double(size.height))
        let faceHeight = min(height * heightShare, width * widthShare / aspect)
        let faceWidth = faceHeight * aspect
        return ImageRectangle(
            x: (width - faceWidth) / 2, y: height * centerDown - faceHeight / 2, width: faceWidth, height: faceHeight)
    }

    /// - Parameter face: the bounds of its mesh, in pixels of the image; may reach beyond it.
    static func advice(for face: ImageRectangle, in size: ImageSize) -> [CaptureAdvice] {
        let (width, height) = (Double(size.width), Double(size.height))
        var advice: [CaptureAdvice] = []
        // Negated, so that what is not a number is too close.
        if !(face.width <= width * largestShare && face.height <= height * largestShare) {
            advice.append(.faceTooClose)
        }
        let right = (face.x + face.width / 2) / width - 0.5
        let down = (face.y + face.height / 2) / height - centerDown
        if right < -horizontalTolerance { advice.append(.faceOnLeft) }
        if right > horizontalTolerance { advice.append(.faceOnRight) }
        if down < -verticalTolerance { advice.append(.faceTooHigh) }
        if down > verticalTolerance { advice.append(.faceTooLow) }
        return advice
    }
}
