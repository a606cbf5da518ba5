import ArgumentParser
import Onboarding
internal import OnboardingStorage

struct AuditCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "audit", abstract: "Checks and shows what happened. Works beside a running server.",
        subcommands: [Verify.self, Show.self, Trail.self])

    struct Verify: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract:
                "Checks every chain of events, every row and every evidence object. Exit code 1 where something was changed.",
            discussion: """
                Finds a flipped byte, a row that was removed, added, changed or put back to what it once was, a cut tail \
                and a missing enrollment, and goes on behind what is damaged. A data directory \
                that was put back to an earlier copy is not detectable from the data alone: keep the head that is \
                printed where the data are not, and give it to a later check with --since.
                """)

        @Option(help: "A head that an earlier check has printed: what was there then must be there still.")
        var since: AuditHead?

        @OptionGroup var data: DataOptions

        func run() async throws {
            let verification = try await data.auditor().verify(since: since)
            for finding in verification.findings { print(finding) }
            print(
                "\(counted(verification.enrollments, "enrollment")), \(counted(verification.events, "event")), "
                    + "\(counted(verification.evidenceObjects, "evidence object")): "
                    + (verification.findings.isEmpty ? "intact" : counted(verification.findings.count, "finding")))
            if !verification.findings.isEmpty { throw ExitCode.failure }
            if let head = verification.head { print("head \(head.text)") }
        }
    }

    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Prints the timeline of enrollments, with what each decision rested on.",
            discussion: """
                Scores, thresholds, models and the version of the configuration; of the person no more than identifiers. \
                Also of enrollments that were refused or are under way, and by code or identifier of those that were erased.
                """)

        @OptionGroup var person: PersonOptions

        @OptionGroup var data: DataOptions

        func validate() throws { try person.checkSomebodyIsNamed() }

        func run() async throws {
            try await person.forPurpose {
                let auditor = try await data.auditor()
                let (tenant, found) = try await auditor.traced(person.search, tenant: person.tenant)
                for (index, enrollment) in found.enumerated() {
                    if index > 0 { print() }
                    for line in try await auditor.timeline(of: enrollment, tenant: tenant) { print(line) }
                }
            }
        }
    }

    struct Trail: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Prints what was done to tenants and the server, oldest first.",
            discussion: """
                Tenants made, configurations, keys and client secrets changed, limits lifted, registrations erased and \
                exported, templates renewed. Of persons it says no more than an enrollment's identifier.
                """)

        @Option(help: "A tenant's name: only what concerns this one.")
        var tenant: String?

        @OptionGroup var data: DataOptions

        func run() async throws {
            try await data.auditor().trail(tenant: tenant) { print($0) }
        }
    }
}

extension AuditHead: ExpressibleByArgument {
    public init?(argument: String) {
        self.init(text: argument)
    }
}
