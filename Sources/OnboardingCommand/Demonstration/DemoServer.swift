import Foundation
import Onboarding
import ServerProcess

/// A server of the demonstration's own, with a test tenant.
final class DemoServer: Sendable {
    let credentials: TenantCredentials

    private let folder: TemporaryFolder
    private let process: ServerProcess

    var url: String { process.url }

    /// Makes the tenant and starts the server.
    init() async throws {
        folder = try TemporaryFolder("onboarding-demo")
        let dataFolder = folder.path + "/data"
        let administration = try TenantAdministration(
            dataFolder: dataFolder, masterKeyFile: ServerConfiguration.defaultMasterKeyFile(besides: dataFolder),
            makesMissing: true)
        credentials = try await administration.create(name: "demo", isTest: true, profile: "compatible")
        process = try ServerProcess(
            program: URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath(),
            options: ["--data", dataFolder, "--log-level", "warning"])
    }

    /// Stops the server; its data go with this value.
    func stop() {
        process.stop()
    }
}
