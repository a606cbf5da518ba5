package import OnboardingCore

/// A registration whose face is like the one that was looked for.
package struct FaceCandidate: Equatable, Sendable {
    package let enrollment: EnrollmentID
    package let subject: SubjectID
    /// −1 to 1; what it means depends on the model.
    package let similarity: Double
}

/// What a search among the faces of a tenant found.
package struct FaceCandidates: Equatable, Sendable {
    /// The most similar first.
    package let candidates: [FaceCandidate]
    /// Registrations that were looked at, at most.
    package let searched: Int
    /// Templates of them, at most: the size of the gallery that a threshold is for.
    package let templates: Int
    /// Registrations that have a face and of which none was looked at: of another model, damaged, or beyond what memory is for.
    package let unsearched: Int
}

package enum FaceSearchResult: Equatable, Sendable {
    /// The faces are still being read: nobody can say that there is none.
    case notReady
    case candidates(FaceCandidates)
}
