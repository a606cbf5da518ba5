/// What was decided on a face package. What each decision counts as is said here and nowhere else.
package enum FaceDecision: String, CaseIterable, Codable, Sendable {
    case live
    case presentationAttack
    case outsideAgeRange
    /// Neither live nor an attack: it could not be told.
    case undecided
    /// Counts as a capture, so that nobody can probe the keys without end.
    case packageUnreadable

    package var counts: Counts {
        switch self {
        case .live: .nothing
        case .presentationAttack, .outsideAgeRange: .attempt
        case .undecided, .packageUnreadable: .capture
        }
    }
}

/// What was decided on the images of a document.
package enum DocumentDecision: String, CaseIterable, Codable, Sendable {
    case verified
    case notVerified
    case notMatching
    /// The images could not be read.
    case retryCapture

    package var counts: Counts {
        switch self {
        case .verified: .nothing
        case .notVerified, .notMatching: .attempt
        case .retryCapture: .capture
        }
    }
}
