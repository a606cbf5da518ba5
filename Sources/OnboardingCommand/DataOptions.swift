import ArgumentParser
import Foundation
import Onboarding

/// Where the data lie: options that every command on data takes.
struct DataOptions: ParsableArguments {
    @Option(help: "The data folder (ONBOARDING_DATA; default ./onboarding-data).")
    var data: String?

    @Option(
        help: "The file with the master key (ONBOARDING_MASTER_KEY_FILE; default: the data folder's path with .key).")
    var masterKeyFile: String?

    @Option(help: "A JSON file with settings; the command line and the environment win over it.")
    var config: String?

    /// What was said, by configuration key.
    var options: [String: String] {
        var options: [String: String] = [:]
        options["data"] = data
        options["masterKeyFile"] = masterKeyFile
        return options
    }

    func auditor() async throws -> Auditor {
        let configuration = try await ServerConfiguration.read(options: options, file: config)
        return try Auditor(dataFolder: configuration.dataFolder, masterKeyFile: configuration.masterKeyFile)
    }

    /// - Parameter makesMissing: whether a data folder that is not there is made.
    func tenantAdministration(makesMissing: Bool = false) async throws -> TenantAdministration {
        let configuration = try await ServerConfiguration.read(options: options, file: config)
        return try TenantAdministration(
            dataFolder: configuration.dataFolder, masterKeyFile: configuration.masterKeyFile,
            makesMissing: makesMissing)
    }
}
