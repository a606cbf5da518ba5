import ArgumentParser
import Foundation
import Operations

struct DevCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "dev", abstract: "What developers need and nobody else.", subcommands: [Seed.self])

    struct Seed: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Fills a test tenant with enrollments of people who do not exist.",
            discussion: """
                Spread over the last days, in all states, found and audited like others, without images. Neither webhooks nor \
                the feed are told. Works beside a running server, and faster without one, which then cannot start until the \
                end. Takes up to 2 GiB of memory.
                """)

        @Option(help: "How many enrollments.")
        var count = 1_000

        @Option(help: "The test tenant's name.")
        var tenant: String

        @Option(help: "Over how many days, until now.")
        var days = 365

        @Option(help: "A number: with an equal one the same people, and the same becomes of them.")
        var seed: UInt64 = 1

        @Flag(help: "Wait for no disk: where the power fails before the end, the whole data directory may be lost.")
        var unsynced = false

        @Flag(
            help:
                "Give each registered person a template of no face, so that searches among all have something to look at."
        )
        var faces = false

        @OptionGroup var progress: ProgressOptions

        @OptionGroup var data: DataOptions

        @Option(help: "The folder with the models.")
        var models: String?

        func validate() throws {
            guard (1...10_000_000).contains(count) else { throw ValidationError("--count is 1 to 10000000.") }
            guard (1...3650).contains(days) else { throw ValidationError("--days is 1 to 3650.") }
        }

        func run() async throws {
            let configuration = try await data.configuration(["models": models])
            let cases =
                faces
                ? try SeedCases(withFacesBy: configuration)
                : try SeedCases(dataFolder: configuration.dataFolder, masterKeyFile: configuration.masterKeyFile)
            let (start, line) = (ContinuousClock().now, progress.line("enrollments"))
            try await cases.write(count, tenant: tenant, days: days, seed: seed, syncs: !unsynced) {
                line.report($0, of: count)
            }
            line.end()
            print("\(counted(count, "enrollment")) in \(tenant), \(Self.rate(count, since: start)) a second")
        }

        private static func rate(_ written: Int, since start: ContinuousClock.Instant) -> Int {
            Int(Double(written) / max((ContinuousClock().now - start) / .seconds(1), 0.001))
        }
    }
}
