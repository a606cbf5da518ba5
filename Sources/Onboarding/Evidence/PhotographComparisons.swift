package import FaceEngine

/// A capture against the faces of a document's page: does it show the very photograph that the document bears? Stored as
///
///     {"others":[{…},…],"portrait":{…}}
///
/// each as `PhotographComparison`; `others` are the page's further faces, such as a ghost image.
package struct PhotographComparisons: Codable, Equatable, Sendable {
    package let portrait: PhotographComparison
    package let others: [PhotographComparison]

    private enum CodingKeys: String, CodingKey {
        case portrait, others
    }
}

extension PhotographComparisons {
    /// What a decision makes of them.
    package enum Finding: Equatable, Sendable {
        /// Nothing speaks against the capture. Also a portrait that is too small for its details to be told apart.
        case unsuspicious
        /// The capture shows the document's photograph.
        case reused
        /// It may.
        case suspected
        /// No frame is near the portrait's pose, or none near that of its mirror image.
        case noFrameNearPortrait
        /// No portrait is found when it is looked at closely.
        case incomparable
    }

    /// The strictest that any face of the page asks for. A ghost image can only accuse: it is small and faint, so that it
    /// cannot be compared says nothing.
    package var finding: Finding {
        let found = [portrait.decision] + others.map(\.decision)
        if found.contains(.reused) { return .reused }
        if found.contains(.suspected) { return .suspected }
        guard portrait.decision == .cannotTell else { return .unsuspicious }
        return switch portrait.reason {
        case .portraitTooSmall: .unsuspicious
        case .noFrameNearPose, .noFace: .noFrameNearPortrait
        case .noPortrait, nil: .incomparable
        }
    }
}
