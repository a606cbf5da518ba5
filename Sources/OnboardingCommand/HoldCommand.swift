import ArgumentParser
internal import OnboardingCore
internal import OnboardingStorage

struct HoldCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "hold", abstract: "Keeps persons from being erased, by whomever and however old they are.",
        discussion: """
            A hold is on all enrollments that a person has at the moment. Whoever asks for their erasure meanwhile is refused with \
            ERASURE_BLOCKED and not told why. Works beside a running server.
            """,
        subcommands: [Add.self, Remove.self, List.self])

    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Holds a person.")

        @OptionGroup var person: PersonOptions

        @Option(help: "Why: a word such as a case's number, letters, digits and -._/: .")
        var reason: String

        @OptionGroup var data: DataOptions

        func validate() throws { try person.checkSomebodyIsNamed() }

        func run() async throws {
            try await person.forPurpose {
                let held = try await data.retentionAdministration().hold(
                    person.search, tenant: person.tenant, reason: reason)
                print("held: \(counted(held.count, "enrollment"))")
                for id in held { print(id.text) }
            }
        }
    }

    struct Remove: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Lifts the holds on a person.")

        @OptionGroup var person: PersonOptions

        @OptionGroup var data: DataOptions

        func validate() throws { try person.checkSomebodyIsNamed() }

        func run() async throws {
            try await person.forPurpose {
                let lifted = try await data.retentionAdministration().lift(person.search, tenant: person.tenant)
                print("lifted: \(counted(lifted, "hold"))")
                if lifted == 0 { throw ExitCode.failure }
            }
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Prints the holds of a tenant: since when, enrollment, reason, separated by tabs.")

        @Option(help: "The tenant's name.")
        var tenant: String

        @OptionGroup var data: DataOptions

        func run() async throws {
            for hold in try await data.retentionAdministration().holds(tenant: tenant) {
                print("\(hold.at.iso8601WithMilliseconds)\t\(hold.enrollmentID.text)\t\(hold.reason)")
            }
        }
    }
}
