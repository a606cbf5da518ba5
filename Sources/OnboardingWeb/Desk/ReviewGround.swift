internal import OnboardingCore

/// Why a second look ends as it does, in a word; the reviewer's own sentence stands behind it.
enum ReviewGround: String, CaseIterable {
    case samePerson, seenInPerson, captureTrouble
    case anotherPerson, notGenuine, cannotTell
    case other

    /// Which decision it can be the ground of; nil for either.
    var decision: Review.Decision? {
        switch self {
        case .samePerson, .seenInPerson, .captureTrouble: .accepted
        case .anotherPerson, .notGenuine, .cannotTell: .refused
        case .other: nil
        }
    }
}
