import ArgumentParser
import Casework
import Foundation
import Tenancy

/// Where the data lie: options that every command on data takes.
struct DataOptions: ParsableArguments {
    @Option(help: "The data directory (ONBOARDING_DATA; default ./onboarding-data).")
    var data: String?

    @Option(
        help: """
            The master key's file, or credential:NAME for one that systemd hands over (ONBOARDING_MASTER_KEY_FILE; default: the \
            data directory's path with .key).
            """)
    var masterKeyFile: String?

    @Option(
        help: "The journal of erasures (ONBOARDING_ERASURE_JOURNAL; default: the master key's path with .erasures).")
    var erasureJournal: String?

    @Option(help: "A JSON file with settings; the command line and the environment win over it.")
    var config: String?

    /// - Parameter others: what the command's other options said, by configuration key.
    func configuration(_ others: [String: String?] = [:]) async throws -> ServerConfiguration {
        let options = others.merging([
            "data": data, "masterKeyFile": masterKeyFile, "erasureJournal": erasureJournal,
        ]) { $1 }
        return try await ServerConfiguration.read(options: options.compactMapValues(\.self), file: config)
    }

    func auditor() async throws -> Auditor {
        let configuration = try await configuration()
        return try Auditor(
            dataFolder: configuration.dataFolder, masterKeyFile: configuration.masterKeyFile,
            erasureJournal: configuration.erasureJournal)
    }

    func retentionAdministration() async throws -> RetentionAdministration {
        let configuration = try await configuration()
        return try RetentionAdministration(
            dataFolder: configuration.dataFolder, masterKeyFile: configuration.masterKeyFile,
            erasureJournal: configuration.erasureJournal)
    }

    func reportAdministration() async throws -> ReportAdministration {
        let configuration = try await configuration()
        return try ReportAdministration(
            dataFolder: configuration.dataFolder, masterKeyFile: configuration.masterKeyFile,
            erasureJournal: configuration.erasureJournal)
    }

    func operatorAdministration() async throws -> OperatorAdministration {
        let configuration = try await configuration()
        return try OperatorAdministration(
            dataFolder: configuration.dataFolder, masterKeyFile: configuration.masterKeyFile)
    }

    /// - Parameter makesMissing: whether a data directory that is not there is made.
    func tenantAdministration(makesMissing: Bool = false) async throws -> TenantAdministration {
        let configuration = try await configuration()
        return try TenantAdministration(
            dataFolder: configuration.dataFolder, masterKeyFile: configuration.masterKeyFile,
            makesMissing: makesMissing)
    }
}
