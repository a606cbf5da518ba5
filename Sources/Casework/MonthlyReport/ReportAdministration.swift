internal import Logging
internal import Onboarding
internal import OnboardingCore
internal import Tenancy

/// What an operator is told of a tenant's month from the command line. Works beside a running server.
public struct ReportAdministration: Sendable {
    private let data: DataDirectory

    public init(dataFolder: String, masterKeyFile: String, erasureJournal: String?) throws {
        data = try DataDirectory(
            dataFolder: dataFolder, masterKeyFile: masterKeyFile, erasureJournal: erasureJournal, makesMissing: false,
            migrates: false)
    }

    /// - Parameter month: `2026-10`; nil for the last that is over.
    /// - Throws: a sentence where there is no such tenant or month.
    package func report(tenant name: String, month: String?) async throws -> MonthlyReport {
        let tenants = TenantDirectory(
            store: data.store, keys: data.keys, clock: Instant.now,
            logger: Logger(label: "onboarding") { _ in SwiftLogNoOpLogHandler() })
        _ = try await data.tenant(name: name)
        guard let tenant = try await tenants.tenant(nameOrRealm: name)
        else {
            throw ConfigurationError(description: "The tenant \(name) cannot be served: onboarding doctor says why.")
        }
        do {
            return try await MonthlyReports(cases: Cases(of: data)).report(of: tenant, month: month, at: Instant.now())
        } catch let refusal as Refusal where refusal.reason == .queryInvalid {
            throw ConfigurationError(
                description: "A month is written as 2026-10, and has to have begun.", kind: .misused)
        }
    }
}
