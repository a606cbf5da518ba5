package import OnboardingCore
package import OnboardingStorage

/// How many days a tenant keeps what.
package struct RetentionPolicy: Equatable, Sendable {
    /// From the end of the enrollment on.
    package var registrationsInDays: Int
    /// The same, of what ended without a registration.
    package var failedInDays: Int
    /// Images of the face, from their capture on; what was measured in them stays with the enrollment.
    package var biometricsInDays: Int
    /// Images of a document and what was read of it, from their capture on.
    package var documentsInDays: Int
    /// What entries of the audit trail tell.
    package var trailInDays: Int

    /// In the order in which they stand here.
    package var days: [Int] {
        [registrationsInDays, failedInDays, biometricsInDays, documentsInDays, trailInDays]
    }

    /// The same from such a list.
    package init?(days: [Int]) {
        guard days.count == 5 else { return nil }
        self.init(
            registrationsInDays: days[0], failedInDays: days[1], biometricsInDays: days[2], documentsInDays: days[3],
            trailInDays: days[4])
    }

    init(
        registrationsInDays: Int, failedInDays: Int, biometricsInDays: Int, documentsInDays: Int, trailInDays: Int
    ) {
        self.registrationsInDays = registrationsInDays
        self.failedInDays = failedInDays
        self.biometricsInDays = biometricsInDays
        self.documentsInDays = documentsInDays
        self.trailInDays = trailInDays
    }

    package func limits(at now: Instant) -> RetentionLimits {
        func before(_ days: Int) -> Instant { now.adding(seconds: -Int64(days) * 86_400) }
        return RetentionLimits(
            registrations: before(registrationsInDays), failed: before(failedInDays),
            faceEvidence: before(biometricsInDays), documentEvidence: before(documentsInDays),
            trail: before(trailInDays))
    }
}
