package import OnboardingCore

/// What a store has, counted: for whoever watches it, over all starts.
package struct StoreFigures: Equatable, Sendable {
    /// Enrollments that were not erased, by the word of their status.
    package var enrollments: [String: Int] = [:]
    package var erased = 0
    package var evidenceObjects = 0
    package var evidenceBytes = 0
    /// When the last backup was written; nil where none was.
    package var lastBackup: Instant?

    package init() {}
}
