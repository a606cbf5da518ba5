package import OnboardingCore
internal import OnboardingStorage

extension Cases {
    /// Tells the audit trail that somebody was given what is kept of persons.
    /// - Parameter shown: which part; nil where the operation says it.
    package func noteReading(
        _ operation: String, of enrollments: [EnrollmentID], shown: String? = nil, tenant: TenantID, at now: Instant
    ) async throws {
        guard !enrollments.isEmpty else { return }
        try await note(
            .personDataRead(operation: operation, enrollments, shown: shown), tenant: tenant, at: now)
    }

    /// Writes an entry of the trail of data of persons that are about to be given; later, where the disk does not take it now.
    package func note(_ event: AuditEvent, tenant: TenantID, at now: Instant) async throws {
        do {
            try await store.note(event, tenant: tenant, at: now)
        } catch let error where StorageError.meansUnavailable(error) {
            guard pendingReadings.add(event, tenant: tenant, at: now) else { throw error }
        }
    }
}
