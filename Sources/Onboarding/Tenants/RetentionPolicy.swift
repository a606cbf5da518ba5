internal import OnboardingCore
internal import OnboardingStorage

/// How many days a tenant keeps what.
struct RetentionPolicy: Equatable, Sendable {
    /// From the end of the enrollment on.
    var registrationsInDays: Int
    /// The same, of what ended without a registration.
    var failedInDays: Int
    /// Images of the face, from their capture on; what was measured in them stays with the enrollment.
    var biometricsInDays: Int
    /// Images of a document and what was read of it, from their capture on.
    var documentsInDays: Int
    /// What entries of the audit trail tell.
    var trailInDays: Int

    func limits(at now: Instant) -> RetentionLimits {
        func before(_ days: Int) -> Instant { now.adding(seconds: -Int64(days) * 86_400) }
        return RetentionLimits(
            registrations: before(registrationsInDays), failed: before(failedInDays),
            faceEvidence: before(biometricsInDays), documentEvidence: before(documentsInDays),
            trail: before(trailInDays))
    }
}
