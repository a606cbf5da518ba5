package import OnboardingCore
package import OnboardingJSON
internal import OnboardingStorage
package import Tenancy

/// How long a tenant keeps what, as its own people see and change it: a shorter time erases at once, so what it would erase is
/// counted before.
package struct ChangeRetention: Sendable {
    /// What of the tenant's is older than some periods allow.
    package struct Effect: Equatable, Sendable {
        package let registrations: Int
        package let failed: Int
        package let faces: Int
        package let documents: Int
        package let trail: Int
        /// Enrollments that stay because of a hold.
        package let held: Int

        package var isNothing: Bool { registrations + failed + faces + documents + trail == 0 }
    }

    /// An enrollment that may not be erased.
    package struct Hold: Equatable, Sendable {
        package let enrollment: EnrollmentID
        /// A word, such as the number of a case.
        package let reason: String
        package let at: Instant
    }

    package struct Standing: Sendable {
        /// As they are set.
        package let periods: RetentionPolicy
        /// Those of them that do not count yet.
        package var pending = PendingRetention()
        /// Due now, and not erased yet.
        package let due: Effect
        /// Oldest first.
        package let holds: [Hold]
        /// Whether anything is erased by age: a clock that has moved too far stops it.
        package let isRunning: Bool
    }

    /// The keys of the periods, in the order of `RetentionPolicy.days`.
    package static var keys: [ConfigurationKey] { RetentionPolicy.keys }

    let store: any Store
    let configuration: CustomerConfigurationAccess

    package func standing(by principal: Principal, at now: Instant) async throws -> Standing {
        let tenant = principal.tenant
        return Standing(
            periods: tenant.settings.retention, pending: tenant.settings.pendingRetention.waiting(at: now),
            due: try await effect(of: tenant.settings.retention(at: now), by: principal, at: now),
            holds: try await store.holds(tenant: tenant.id).map {
                Hold(enrollment: $0.enrollmentID, reason: $0.reason, at: $0.at)
            },
            isRunning: try await ClockTrust(store: store).holds(at: now))
    }

    /// What would be erased within the next round of the job if these were the periods.
    /// - Throws: `ConfigurationRefusal` for a period that is not allowed.
    package func effect(of periods: RetentionPolicy, by principal: Principal, at now: Instant) async throws -> Effect {
        for (key, days) in zip(Self.keys, periods.days) where !key.values.admit(.number(Double(days))) {
            throw ConfigurationRefusal(notAllowed: key.name)
        }
        let counts = try await store.overdue(tenant: principal.tenant.id, periods.limits(at: now))
        return Effect(
            registrations: counts.registrations, failed: counts.failed, faces: counts.faceEvidence,
            documents: counts.documentEvidence, trail: counts.trail, held: counts.held)
    }

    /// What a change to these periods would make due that is not due without it.
    /// - Throws: `ConfigurationRefusal` for a period that is not allowed.
    package func forecast(
        of periods: RetentionPolicy, by principal: Principal, at now: Instant
    ) async throws -> DueForecast {
        try await configuration.forecast(of: Self.document(of: periods), by: principal, at: now)
    }

    /// - Parameter confirmedDue: how much is due then, where that is much.
    /// - Throws: `ConfigurationRefusal` for a period that is not allowed; `retentionUnconfirmed`.
    package func change(
        to periods: RetentionPolicy, confirmedDue: Int? = nil, by principal: Principal, at now: Instant
    ) async throws {
        try principal.require(right: .retention)
        try await configuration.set(
            Self.document(of: periods, confirmedDue: confirmedDue), by: principal, at: now)
    }

    /// What is laid over the configuration.
    package static func document(of periods: RetentionPolicy, confirmedDue: Int? = nil) -> JSONValue {
        let confirmed = confirmedDue.map { [DueForecast.member: JSONValue.number(Double($0))] } ?? [:]
        return zip(keys, periods.days).reduce(JSONValue.object(confirmed)) { document, period in
            document.setting(.number(Double(period.1)), at: period.0.path[...])
        }
    }
}
