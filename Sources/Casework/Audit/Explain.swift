internal import Onboarding
internal import OnboardingCore
package import OnboardingStorage
internal import Tenancy

extension Auditor {
    /// Why an enrollment stands or ended as it does, also of one that was erased.
    /// - Throws: a sentence where its events do not begin as those of an enrollment do.
    package func explanation(of found: TracedEnrollment, tenant: TenantRow) async throws -> Explanation {
        guard let configuration = try await data.store.configuration(of: tenant.id) else {
            throw StorageError.tenantDamaged
        }
        let explanation = try await Cases(of: data).explanation(
            of: found, tenant: tenant.id, name: tenant.name, isTest: tenant.isTest,
            settings: try TenantSettings(try configuration.value), at: Instant.now())
        guard let explanation else {
            throw ConfigurationError(
                description:
                    "The events of enrollment \(found.id.text) cannot be read: onboarding audit verify says why.",
                kind: .damaged)
        }
        return explanation
    }

    /// Why an authentication stands or ended as it does, also of a registration that was erased.
    /// - Throws: a sentence where its events do not begin as those of an authentication do.
    package func explanation(
        of found: TracedAuthentication, tenant: TenantRow
    ) async throws -> AuthenticationExplanation {
        let explanation = try await Cases(of: data).explanation(
            of: found, tenant: tenant.id, name: tenant.name, isTest: tenant.isTest, at: Instant.now())
        guard let explanation else {
            throw ConfigurationError(
                description:
                    "The events of authentication \(found.id.text) cannot be read: onboarding audit verify says why.",
                kind: .damaged)
        }
        return explanation
    }
}
