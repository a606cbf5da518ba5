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
}
