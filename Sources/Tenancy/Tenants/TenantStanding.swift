internal import OnboardingCore
package import OnboardingJSON

/// What a tenant is and has, apart from what its people sent.
package struct TenantStanding: Sendable {
    package let name: String
    package let realm: String
    package let isTest: Bool
    package let isDisabled: Bool
    /// Enrollments by state, whatever became of them, without those that were erased.
    package let enrollments: [(state: String, count: Int)]
    /// Of those that are complete, the ones that the tenant's client has registered.
    package let handedIn: Int
    /// The keys that do not have the value that a new tenant begins with, by their names with dots.
    package let settings: [Setting]

    package struct Setting: Sendable {
        package let key: String
        /// Nil where it is not there.
        package let value: JSONValue?
        /// That of a new tenant; nil for a key that nothing reads.
        package let initial: JSONValue?
    }

    package var registrations: Int {
        enrollments.first { $0.state == EnrollmentStanding.State.complete.rawValue }?.count ?? 0
    }
}

extension TenantAdministration {
    /// - Throws: a sentence where there is no such tenant; `StorageError` where its configuration is damaged.
    package func standing(of name: String) async throws -> TenantStanding {
        let tenant = try await data.tenant(name: name)
        let sums = try await data.store.caseSums(
            tenant: tenant.id, days: 0...Self.lastDay, namingReasons: EnrollmentReason.allCases.count, counting: 0)
        return TenantStanding(
            name: tenant.name, realm: tenant.realm, isTest: tenant.isTest,
            isDisabled: try await data.store.disabledTenants()[tenant.id] != nil,
            enrollments: EnrollmentStanding.State.allCases.map { ($0.rawValue, sums[.state($0)]) }.filter { $0.1 > 0 },
            handedIn: sums[.handedIn], settings: try await settings(of: tenant.id))
    }

    private func settings(of tenant: TenantID) async throws -> [TenantStanding.Setting] {
        guard let stored = try await data.store.configuration(of: tenant)?.value else { return [] }
        let none = PendingRetention()
        return JSONDifference.all(
            from: CustomerConfiguration.initial(.standard), to: none.laid(over: CustomerConfiguration.filled(stored))
        ).map { difference in
            TenantStanding.Setting(
                key: difference.path.split(separator: "/").joined(separator: "."), value: difference.after,
                initial: difference.before)
        }
    }

    /// The end of the year 9999, in days since 1970.
    private static let lastDay = 2_932_896
}
