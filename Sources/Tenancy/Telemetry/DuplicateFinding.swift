/// What a search for the face of whoever enrolls among the tenant's registrations came to, as the metrics count it.
package enum DuplicateFinding: String, CaseIterable, Sendable {
    case nobody
    /// Reported, or refused.
    case found, refused
    /// Nobody was looked for: faces are still being read, or there are so many that no similarity is enough.
    case notReady = "not-ready"
    case galleryTooLarge = "gallery-too-large"
}
