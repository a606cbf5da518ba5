import ArgumentParser
internal import OnboardingCore
import OnboardingJSON
internal import OnboardingStorage

struct HoldCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "hold", abstract: "Keeps persons from being erased, by whomever and however old they are.",
        discussion: """
            A hold is on all enrollments that a person has at the moment. Whoever asks for their erasure meanwhile is refused with \
            ERASURE_BLOCKED and not told why. Works beside a running server.
            """,
        subcommands: [Add.self, Remove.self, List.self, Locked.self, Open.self])

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
                if lifted == 0 { throw ExitCode(CommandStatus.nothingFound.rawValue) }
            }
        }
    }

    struct Locked: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract:
                "Lists what stays of those who withdrew: until when, enrollment, objects of evidence.",
            discussion: "For how long is the tenant's setting fraudHoldDays.")

        @Option(help: "The tenant's name.")
        var tenant: String

        @OptionGroup var output: OutputOptions

        @OptionGroup var data: DataOptions

        func run() async throws {
            try output.show(
                try await data.retentionAdministration().fraudHolds(tenant: tenant),
                nothing: "Nothing of \(tenant) is locked away.",
                object: {
                    [
                        "until": .instant($0.until), "enrollmentId": .text($0.enrollmentID.text),
                        "evidenceObjects": .count($0.count),
                    ]
                },
                columns: [
                    "UNTIL": { $0.until.iso8601WithMilliseconds }, "ENROLLMENT": { $0.enrollmentID.text },
                    "OBJECTS": { "\($0.count)" },
                ])
        }
    }

    struct Open: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Writes evidence of attacks that is locked away into a folder. The audit trail says so.")

        @Argument(help: "An enrollment's identifier, as `hold locked` prints it.")
        var enrollment: String

        @Option(help: "The tenant's name.")
        var tenant: String

        @Option(help: "A folder that does not exist; nobody but its owner reads it.")
        var to: String

        @OptionGroup var data: DataOptions

        func validate() throws {
            if EnrollmentID(text: enrollment.lowercased()) == nil {
                throw ValidationError("An enrollment's identifier is 32 hexadecimal digits.")
            }
        }

        func run() async throws {
            guard let id = EnrollmentID(text: enrollment.lowercased()) else { return }
            let names = try await data.retentionAdministration().readLockedEvidence(of: id, tenant: tenant, to: to)
            for name in names { print(name) }
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Lists the holds of a tenant: since when, enrollment, reason.")

        @Option(help: "The tenant's name.")
        var tenant: String

        @OptionGroup var output: OutputOptions

        @OptionGroup var data: DataOptions

        func run() async throws {
            try output.show(
                try await data.retentionAdministration().holds(tenant: tenant), nothing: "Nobody of \(tenant) is held.",
                object: {
                    [
                        "since": .instant($0.at), "enrollmentId": .text($0.enrollmentID.text),
                        "reason": .text($0.reason),
                    ]
                },
                columns: [
                    "SINCE": { $0.at.iso8601WithMilliseconds }, "ENROLLMENT": { $0.enrollmentID.text },
                    "REASON": { $0.reason },
                ])
        }
    }
}
