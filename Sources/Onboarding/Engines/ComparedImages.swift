package import DocVerify
package import LivenessScorer

/// Where a document shows its portrait: what photographs of it are compared with.
package struct PortraitPage: Sendable {
    let portrait: PortraitEvidence
    /// The image that `portrait.imageIndex` names.
    let image: [UInt8]

    package init(portrait: PortraitEvidence, image: [UInt8]) {
        (self.portrait, self.image) = (portrait, image)
    }
}

/// What may show a document's photograph.
enum ComparedImages: Sendable {
    /// All frames of a capture, in order, with what was measured in them.
    case capture(LivenessEvidence, frames: [[UInt8]])
    /// One image of a face, in the place of a capture.
    case image([UInt8])
}

/// A face that an auditor looks at beside others, in the image that shows it.
package enum ShownFace: Sendable {
    /// In a frame of a capture, with its number there and what was measured.
    case frame([UInt8], Int, LivenessEvidence)
    case portrait(PortraitPage)
}
