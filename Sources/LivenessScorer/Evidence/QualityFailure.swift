/// Why one frame is unusable: a quality component (ISO/IEC 29794-5) that failed. Stored, so each word is stable.
public enum QualityFailure: String, Codable, Sendable, CaseIterable {
    case noFace, severalFaces, faceTooSmall, poseTooHigh, badExposure, tooBlurry
}
