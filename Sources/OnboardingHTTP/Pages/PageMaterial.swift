package import Casework
package import Logging
package import OnboardingCore
package import Tenancy

/// What the routes of pages are made with.
package struct PageMaterial: Sendable {
    package let useCases: UseCases
    package let tenants: TenantDirectory
    package let publicURL: PublicURL
    /// Looks at the machine and the data.
    package let doctor: Doctor
    package let clock: @Sendable () -> Instant
    package let logger: Logger
}
