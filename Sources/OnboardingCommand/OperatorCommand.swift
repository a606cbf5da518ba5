import ArgumentParser
import Foundation
internal import OnboardingCore
import OnboardingJSON
import Tenancy

/// Who of a tenant signs in at the web side.
struct OperatorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "operator",
        abstract: "Makes, changes and ends the operators of a tenant, who sign in at the web side.",
        discussion: """
            Works beside a running server, which knows of a change at the next request. What an operator is called stands in the \
            audit trail.
            """,
        subcommands: [
            Create.self, List.self, Change.self, Link.self, SignOut.self, ResetSecondFactor.self, Disable.self,
            Enable.self,
        ])

    struct Create: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Makes an operator and prints a link with which they sign in once, within a day.",
            discussion: "The link is shown this once. With a password file there is none.")

        @OptionGroup var person: OperatorArguments

        @OptionGroup var rights: RightOptions

        @Option(help: "A file whose first line is the password, of 12 to 128 characters and not easily guessed.")
        var passwordFile: String?

        @Flag(help: "Make a link (the default without a password file).")
        var link = false

        @OptionGroup var place: LinkOptions

        @OptionGroup var data: DataOptions

        func validate() throws {
            if link, passwordFile != nil { throw ValidationError("Name --password-file or --link, not both.") }
        }

        func run() async throws {
            let password = try passwordFile.map { path in
                try OperatorAdministration.hash(
                    ofPassword: try NamedFile.firstLine(of: path), of: person.name, tenant: person.tenant)
            }
            let url = try await place.url(data)
            let token = try await data.operatorAdministration().create(
                person.name, role: rights.role, rights: rights.words, tenant: person.tenant, password: password,
                at: .now())
            if let token { print(url + OperatorAdministration.linkPath(token: token)) }
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Lists the operators of a tenant: name, role, rights, and how they sign in.")

        @Option(help: "The tenant's name.")
        var tenant: String

        @OptionGroup var output: OutputOptions

        @OptionGroup var data: DataOptions

        func run() async throws {
            try output.show(
                try await data.operatorAdministration().list(tenant: tenant), nothing: "\(tenant) has no operator.",
                object: {
                    [
                        "name": .text($0.name), "role": .text($0.role), "rights": .texts($0.rights),
                        "password": .bool($0.hasPassword), "provider": .bool($0.isOfProvider),
                        "secondFactor": .bool($0.hasSecondFactor), "createdAt": .instant($0.createdAt),
                        "disabledAt": .instant($0.disabledAt), "lastSeenAt": .instant($0.lastSeenAt),
                    ]
                },
                columns: [
                    "NAME": { $0.name }, "ROLE": { $0.role }, "RIGHTS": { $0.rights.joined(separator: ",") },
                    "SIGNS IN BY": { person in
                        [
                            person.hasPassword ? "password" : "no password", person.isOfProvider ? "provider" : nil,
                            person.hasSecondFactor ? "second factor" : nil,
                            person.disabledAt.map { "disabled \($0.iso8601WithMilliseconds)" },
                        ].compactMap(\.self).joined(separator: ", ")
                    },
                ])
        }
    }

    struct Change: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract:
                "Gives an operator another role, and the rights of that role and those named, in place of all others.")

        @OptionGroup var person: OperatorArguments

        @OptionGroup var rights: RightOptions

        @OptionGroup var data: DataOptions

        func run() async throws {
            try await data.operatorAdministration().change(
                person.name, role: rights.role, rights: rights.words, tenant: person.tenant, at: .now())
        }
    }

    struct Link: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Prints a link with which an operator sets a password, once, within a day, and signs in.",
            discussion: "Links from before end. A second factor is asked for as ever.")

        @OptionGroup var person: OperatorArguments

        @OptionGroup var place: LinkOptions

        @OptionGroup var data: DataOptions

        func run() async throws {
            let url = try await place.url(data)
            let token = try await data.operatorAdministration().link(
                person.name, tenant: person.tenant, at: .now())
            print(url + OperatorAdministration.linkPath(token: token))
        }
    }

    struct SignOut: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "sign-out", abstract: "Ends the sessions of an operator.")

        @OptionGroup var person: OperatorArguments

        @OptionGroup var data: DataOptions

        func run() async throws {
            let count = try await data.operatorAdministration().signOut(
                person.name, tenant: person.tenant, at: .now())
            print("ended: \(counted(count, "session"))")
        }
    }

    struct ResetSecondFactor: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "reset-second-factor",
            abstract:
                "Takes the second factor of an operator away, for whoever has lost the phone, and ends their sessions.")

        @OptionGroup var person: OperatorArguments

        @OptionGroup var data: DataOptions

        func run() async throws {
            try await data.operatorAdministration().resetSecondFactor(
                person.name, tenant: person.tenant, at: .now())
        }
    }

    struct Disable: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Disables an operator: sessions and links end, and nothing signs them in. The name stays theirs.")

        @OptionGroup var person: OperatorArguments

        @OptionGroup var data: DataOptions

        func run() async throws {
            try await data.operatorAdministration().disable(person.name, tenant: person.tenant, at: .now())
        }
    }

    struct Enable: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Restores a disabled operator, with the password and second factor from before.")

        @OptionGroup var person: OperatorArguments

        @OptionGroup var data: DataOptions

        func run() async throws {
            try await data.operatorAdministration().enable(person.name, tenant: person.tenant, at: .now())
        }
    }
}

struct OperatorArguments: ParsableArguments {
    @Argument(help: "What the operator is called: a-z, 0-9 and -._@+, such as an e-mail address.")
    var name: String

    @Option(help: "The tenant's name.")
    var tenant: String
}

struct RightOptions: ParsableArguments {
    @Option(help: "\(OperatorRole.allCases.map(\.rawValue).joined(separator: ", ")).")
    var role: String

    @Option(
        help: """
            Further rights, a comma between; may be repeated: \
            \(OperatorRight.allCases.map(\.rawValue).joined(separator: ", ")).
            """)
    var rights: [String] = []

    var words: [String] { rights.flatMap { $0.split(separator: ",").map(String.init) } }
}

struct LinkOptions: ParsableArguments {
    @Option(help: "The URL of the server (ONBOARDING_PUBLIC_URL); without it the path behind that is printed.")
    var publicUrl: String?

    /// Empty where none is known. Asked for before a link is made, which is shown once.
    func url(_ data: DataOptions) async throws -> String {
        try await data.configuration(["publicUrl": publicUrl]).publicURL ?? ""
    }
}
