package import OnboardingCore
internal import OnboardingStorage
package import Tenancy

/// How the cases of a tenant went in a range of days, in numbers. No person is told of, so that the audit trail has no entry for it.
package struct CaseDashboard: Sendable {
    /// Reasons that have a row of their own.
    package static let namedReasons = 10

    let store: any Store

    /// Nil as long as a part of what is asked for is wrong.
    package func sums(of days: DashboardDays, for principal: Principal) async throws -> CaseSums? {
        try principal.require(right: .cases)
        guard days.problems.isEmpty else { return nil }
        return try await store.caseSums(
            tenant: principal.tenant.id, days: days.range, namingReasons: Self.namedReasons,
            counting: Limit.searchedEnrollments.value)
    }

    /// The days before those that are shown, for a comparison. What was erased meanwhile is counted no more, so that numbers of days
    /// that a period of retention reaches say nothing.
    package struct Earlier: Sendable {
        package let sums: CaseSums
        /// Whether none of what ended without a registration can have been erased.
        package let keepsFailed: Bool
        /// The same of registrations.
        package let keepsRegistrations: Bool

        package init(sums: CaseSums, keepsFailed: Bool, keepsRegistrations: Bool) {
            (self.sums, self.keepsFailed, self.keepsRegistrations) = (sums, keepsFailed, keepsRegistrations)
        }
    }

    /// Nil as long as a part of what is asked for is wrong.
    package func earlier(
        than days: DashboardDays, for principal: Principal, at now: Instant
    ) async throws -> Earlier? {
        try principal.require(right: .cases)
        guard days.problems.isEmpty else { return nil }
        let sums = try await store.caseSums(
            tenant: principal.tenant.id, days: days.before, namingReasons: EnrollmentReason.allCases.count, counting: 0)
        let retention = principal.tenant.settings.retention(at: now)
        func keeps(_ periodInDays: Int) -> Bool { days.before.lowerBound + periodInDays > now.day }
        return Earlier(
            sums: sums, keepsFailed: keeps(retention.failedInDays),
            keepsRegistrations: keeps(retention.registrationsInDays))
    }
}
