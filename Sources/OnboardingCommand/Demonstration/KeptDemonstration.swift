import Foundation
internal import OnboardingCore
import ServerProcess
import Tenancy

/// A server with a test tenant and somebody who may see everything, left running until it is interrupted: with a webcam and
/// any document with a machine-readable zone the whole product can be seen on one machine.
struct KeptDemonstration: Sendable {
    private static let tenant = "demo"
    private static let operatorName = "demo"

    private let folder: TemporaryFolder
    private let server: ServerProcess
    /// Signs in once.
    private let link: String
    /// Prints another one.
    private let linkCommand: String

    init() async throws {
        print("Starting a server …")
        folder = try TemporaryFolder("onboarding-demo")
        let dataFolder = folder.path + "/data"
        let keyFile = ServerConfiguration.defaultMasterKeyFile(besides: dataFolder)
        let tenants = try TenantAdministration(dataFolder: dataFolder, masterKeyFile: keyFile, makesMissing: true)
        _ = try await tenants.create(name: Self.tenant, isTest: true, profile: "compatible")
        let operators = try OperatorAdministration(dataFolder: dataFolder, masterKeyFile: keyFile)
        let token = try await operators.create(
            Self.operatorName, role: OperatorRole.admin.rawValue,
            rights: OperatorRight.allCases.map(\.rawValue), tenant: Self.tenant, at: Instant.now())
        let program = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        server = try ServerProcess(
            program: program,
            options: ["--data", dataFolder, "--log-level", "warning"])
        linkCommand =
            "\(program.path) operator link \(Self.operatorName) --tenant \(Self.tenant) --data \(dataFolder) "
            + "--public-url \(server.url)"
        link = server.url + OperatorAdministration.linkPath(token: token ?? "")
    }

    /// Returns when the process is interrupted (SIGINT) or told to end (SIGTERM).
    func run() async {
        print(
            """

            Open this link in a browser on this machine and choose a password. It works once:

              \(link)

            After signing out, this prints another one, in a second terminal:

              \(linkCommand)

            Then: Enroll → a username and an e-mail → "Open on this device" → your webcam, and a passport or identity card.
            Cases shows what was decided, and why. It is a TEST tenant in a temporary folder: everything is gone when you
            stop it with Ctrl-C.
            """)
        // Also where somebody reads it through a pipe.
        fflush(nil)
        await Interruption.wait()
        print("\nStopping …")
        server.stop()
    }
}

/// That the process was interrupted or told to end.
private enum Interruption {
    static func wait() async {
        let queue = DispatchQueue(label: "interruption")
        let sources = [SIGINT, SIGTERM].map { number in
            signal(number, SIG_IGN)
            return DispatchSource.makeSignalSource(signal: number, queue: queue)
        }
        let (events, continuation) = AsyncStream.makeStream(of: Void.self)
        for source in sources {
            source.setEventHandler { continuation.yield() }
            source.resume()
        }
        for await _ in events { break }
        for source in sources { source.cancel() }
    }
}
