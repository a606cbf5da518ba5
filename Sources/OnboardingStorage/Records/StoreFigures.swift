package import OnboardingCore

/// What a store has, counted: for whoever watches it, over all starts.
package struct StoreFigures: Equatable, Sendable {
    /// What one tenant has.
    package struct OfTenant: Equatable, Sendable {
        /// Enrollments that were not erased, by the word of their status.
        package var enrollments: [String: Int] = [:]
        package var erased = 0
        /// Registrations that were not erased and that the tenant's client made: they are among `enrollments`.
        package var handedIn = 0
        /// Authentications of registrations that were not erased, by the word of their status.
        package var authentications: [String: Int] = [:]
        /// Of the evidence that is kept.
        package var evidenceBytes = 0

        package init() {}
    }

    package var tenants: [TenantID: OfTenant] = [:]
    package var evidenceObjects = 0
    package var evidenceBytes = 0
    /// When the last backup was written; nil where none was.
    package var lastBackup: Instant?

    package init() {}

    /// The enrollments of all tenants that were not erased.
    package var enrollments: [String: Int] {
        tenants.values.reduce(into: [:]) { all, tenant in
            all.merge(tenant.enrollments) { $0 + $1 }
        }
    }

    /// The authentications of all tenants whose registrations were not erased.
    package var authentications: [String: Int] {
        tenants.values.reduce(into: [:]) { all, tenant in
            all.merge(tenant.authentications) { $0 + $1 }
        }
    }

    package var handedIn: Int { tenants.values.reduce(0) { $0 + $1.handedIn } }
    package var erased: Int { tenants.values.reduce(0) { $0 + $1.erased } }
}
