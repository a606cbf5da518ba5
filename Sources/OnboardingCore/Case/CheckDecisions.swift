/// What was decided on a face package. What each decision counts as is said here and nowhere else.
package enum FaceDecision: String, CaseIterable, Codable, Sendable {
    /// Live and, where a document was accepted before, the face of its portrait in another photograph.
    case live
    case presentationAttack
    case outsideAgeRange
    /// Neither live nor an attack: it could not be told.
    case undecided
    /// Live, and not the face of the document that was accepted before.
    case notMatching
    /// A frame is the photograph of the document's portrait.
    case portraitReused
    /// A frame may be the photograph of the document's portrait.
    case portraitSuspected
    /// No frame shows the head as the document's portrait does, so the two could not be told apart.
    case noFrameNearPortrait
    /// The capture does not show the turn that was asked for.
    case turnNotShown
    /// Counts as a capture, so that nobody can probe the keys without end.
    case packageUnreadable
    /// Shows what was accepted in another enrollment. Counts as a capture, so that nobody can probe for how much has to be
    /// changed.
    case packageReplayed
    /// A challenge ran out before a capture answered it. Counts as a capture, so that nobody can ask until one comes that was
    /// recorded before.
    case challengeExpired
    /// Live, and the face of another registration of the tenant, which refuses whoever enrolls twice. No further capture can
    /// change that, so it ends the enrollment.
    case duplicate

    package var counts: Counts {
        switch self {
        case .live: .nothing
        case .presentationAttack, .outsideAgeRange, .notMatching, .portraitReused, .duplicate: .attempt
        case .undecided, .portraitSuspected, .noFrameNearPortrait, .turnNotShown, .packageUnreadable,
            .packageReplayed, .challengeExpired:
            .capture
        }
    }

    /// Whether the face may be a photograph of the document's, and this capture did not clear it up.
    var leavesDoubt: Bool {
        switch self {
        case .portraitSuspected, .noFrameNearPortrait: true
        case .live, .presentationAttack, .outsideAgeRange, .undecided, .notMatching, .portraitReused, .turnNotShown,
            .packageUnreadable, .packageReplayed, .challengeExpired, .duplicate:
            false
        }
    }
}

/// What was decided on the images of a document.
package enum DocumentDecision: String, CaseIterable, Codable, Sendable {
    case verified
    case notVerified
    case notMatching
    /// The live face is the photograph of the document's portrait.
    case portraitReused
    /// The images could not be read.
    case retryCapture

    package var counts: Counts {
        switch self {
        case .verified: .nothing
        case .notVerified, .notMatching, .portraitReused: .attempt
        case .retryCapture: .capture
        }
    }
}
