internal import LivenessScorer
internal import OnboardingCore
internal import Tenancy
package import Vision

/// The images of a page's preview, as the page sent them; nothing of it is checked.
package struct SubmittedPreview: Sendable {
    let profile: CaptureProfile
    let frames: [[UInt8]]
    let rotationInDegrees: Int?
    /// Of the preview and of the capture that will follow; nil where the page does not say.
    let sizes: (preview: StatedSize, capture: StatedSize)?
    /// How many images have to have no advice before one counts as captured.
    let leastCompliant: Int

    package init(
        profile: CaptureProfile, frames: [[UInt8]], rotationInDegrees: Int?,
        sizes: (preview: StatedSize, capture: StatedSize)?, leastCompliant: Int
    ) {
        self.profile = profile
        self.frames = frames
        self.rotationInDegrees = rotationInDegrees
        self.sizes = sizes
        self.leastCompliant = leastCompliant
    }

    /// This preview, if it has a profile, frames, and sizes that can be.
    var checked: SubmittedPreview {
        get throws(Refusal) {
            try profile.check()
            guard !frames.isEmpty else { throw Refusal(.noFrames, member: "frames") }
            guard frames.count <= Limit.frames.value else {
                throw Refusal(.tooManyFrames, member: "frames", limit: .frames)
            }
            guard [0, 90, 180, 270].contains(rotationInDegrees ?? 0) else {
                throw Refusal(.rotationInvalid, member: "rotation", allowed: ["0", "90", "180", "270"])
            }
            _ = try sizes?.preview.size
            _ = try sizes?.capture.size
            return self
        }
    }

    /// How many times larger the images of the capture are.
    var enlargement: Double {
        guard let sizes else { return 1 }
        return Double(sizes.capture.height) / Double(sizes.preview.height)
    }

    /// As the scorer takes it: a preview has no times, only an order.
    var capture: FaceCapture {
        FaceCapture(
            frames: frames.enumerated().map { CapturedFrame(bytes: $1, timeInMilliseconds: Double($0)) },
            clockwiseRotationInDegrees: rotationInDegrees ?? 0, hasTimes: false)
    }
}

/// Width and height of images that a page speaks of.
package struct StatedSize: Sendable {
    let width: Int
    let height: Int

    package init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    /// - Throws: `resolutionInvalid` for sides that no image has.
    package var size: ImageSize {
        get throws(Refusal) {
            guard (1...Limit.imageSide.value).contains(width), (1...Limit.imageSide.value).contains(height) else {
                throw Refusal(.resolutionInvalid)
            }
            return ImageSize(width: width, height: height)
        }
    }
}
