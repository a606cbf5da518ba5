import ArgumentParser
import Foundation
import Onboarding

struct DevCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "dev", abstract: "What developers need and nobody else.", subcommands: [Seed.self])

    struct Seed: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Fills a test tenant with enrollments of people who do not exist.",
            discussion: """
                Spread over the last days, in all states, found and audited like others, without images. Neither webhooks nor \
                the feed are told. Works beside a running server.
                """)

        @Option(help: "How many enrollments.")
        var count = 1_000

        @Option(help: "The test tenant's name.")
        var tenant: String

        @Option(help: "Over how many days, until now.")
        var days = 365

        @Option(help: "A number: with an equal one the same people, and the same becomes of them.")
        var seed: UInt64 = 1

        @OptionGroup var data: DataOptions

        func validate() throws {
            guard (1...10_000_000).contains(count) else { throw ValidationError("--count is 1 to 10000000.") }
            guard (1...3650).contains(days) else { throw ValidationError("--days is 1 to 3650.") }
        }

        func run() async throws {
            let configuration = try await data.configuration()
            let cases = try SeedCases(
                dataFolder: configuration.dataFolder, masterKeyFile: configuration.masterKeyFile)
            let start = ContinuousClock().now
            try await cases.write(count, tenant: tenant, days: days, seed: seed) { written in
                guard written % 50_000 == 0, written < count else { return }
                print("\(written) written")
            }
            let seconds = (ContinuousClock().now - start) / .seconds(1)
            print("\(counted(count, "enrollment")) in \(tenant), \(Int(Double(count) / max(seconds, 0.001))) a second")
        }
    }
}
