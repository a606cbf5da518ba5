package import OnboardingCore
internal import Synchronization

/// Who has read the text of consent on the capture page and declined it. They may still agree, so nothing is recorded: it is
/// known to this process, as long as whoever asked may follow.
package final class DeclinedConsents: Sendable {
    private let changes: EnrollmentChanges
    /// When each was noted.
    private let noted = Mutex<[EnrollmentID: Instant]>([:])

    /// More than may be followed at once; of more the oldest are forgotten.
    private static let most = 10_000

    init(changes: EnrollmentChanges) {
        self.changes = changes
    }

    /// Tells whoever follows the enrollment.
    package func note(_ id: EnrollmentID, at now: Instant) {
        noted.withLock { noted in
            if noted.count >= Self.most, let oldest = noted.min(by: { $0.value < $1.value })?.key {
                noted[oldest] = nil
            }
            noted[id] = now
        }
        changes.signal(id)
    }

    func contains(_ id: EnrollmentID) -> Bool { noted.withLock { $0[id] != nil } }
}
