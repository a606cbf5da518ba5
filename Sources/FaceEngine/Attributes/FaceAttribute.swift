/// What the SuperID guide returns of a face, by its names. A word is never renamed or reused.
public enum FaceAttribute: String, CaseIterable, Codable, Sendable {
    case smiling, male, eyeglasses, sunglasses, age, mustache, emotions, orientation, blink
    case mouthOpen = "mouth_open"
    case components, position, attractive
}

/// The guide's emotions. What an expression in an image shows, never what somebody feels.
public enum ShownEmotion: String, CaseIterable, Sendable {
    case angry, calm, confused, disgust, happy, sad, surprised
}

/// Why something cannot be said of a face. A word is never renamed or reused.
public enum UnjudgedReason: String, CaseIterable, Error, Sendable {
    /// No network is known that says it, with a licence and a measured error.
    case noDefensibleModel = "NO_DEFENSIBLE_MODEL"
    /// Nobody can say what would be right.
    case noDefensibleLabel = "NO_DEFENSIBLE_LABEL"
    /// The networks that may be asked do not have it.
    case classNotEstimated = "CLASS_NOT_ESTIMATED"
    /// Behind dark lenses, or beyond the edge of the image.
    case eyesNotVisible = "EYES_NOT_VISIBLE"
    case mouthNotVisible = "MOUTH_NOT_VISIBLE"
    case faceTooSmall = "FACE_TOO_SMALL"
    case poseTooLarge = "POSE_TOO_LARGE"
    case badExposure = "BAD_EXPOSURE"
    case tooBlurry = "TOO_BLURRY"
    /// Of somebody so young, or with a score so far from both ends, that the networks were measured to be wrong too often.
    case underAgeOrUncertain = "UNDER_AGE_OR_UNCERTAIN"
}

/// Which networks may be asked.
public enum AttributeModelSet: String, CaseIterable, Sendable {
    /// Those whose licence and training images are of one hand.
    case clean
    /// Also those under MIT that were trained on images which are for research only in part.
    case full
}
