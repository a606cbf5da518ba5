import ArgumentParser
import Foundation
import OnboardingJSON
import Tenancy

struct TenantCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tenant",
        abstract: "Makes, lists and changes tenants. Works before the first start and beside a running server.",
        subcommands: [
            Create.self, List.self, Show.self, Configure.self, Secret.self, APIKey.self, Disable.self, Enable.self,
            Remove.self, ProviderSecret.self, Logo.self,
            CredentialCommand.self,
        ])

    struct Create: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Makes a tenant and prints its credentials. The client secret is shown this once.")

        @Argument(help: "a-z, 0-9 and -, 40 characters at most.")
        var name: String

        @Flag(help: "A test tenant: specimen documents can be verified, and every record says that it is a test.")
        var test = false

        @Option(
            help:
                "standard, compatible (unmodified apps of the vendor work) or strict (consent, second factors, authenticity)."
        )
        var profile = "standard"

        @Option(
            help:
                "What its client may do beside enroll and enrollments:read; may be repeated. \(Scope.allCases.map(\.rawValue).joined(separator: ", "))"
        )
        var scope: [String] = []

        @OptionGroup var output: OutputOptions

        @Flag(help: "Makes the data directory where there is none, and its master key.")
        var create = false

        @OptionGroup var data: DataOptions

        func validate() throws {
            // Before a folder is made for it.
            do {
                try TenantAdministration.check(name: name, profile: profile, scopes: scope)
            } catch {
                throw ValidationError("\(error)")
            }
        }

        func run() async throws {
            let administration = try await data.tenantAdministration(makesMissing: create)
            let credentials = try await administration.create(
                name: name, isTest: test, profile: profile, scopes: scope)
            if output.json { printJSON(try sortedKeyJSON(credentials)) } else { print(table(credentials)) }
            let weaker = try await administration.weakened().first { $0.name == name }?.settings ?? []
            if !weaker.isEmpty {
                StandardError.write(
                    "\nLess safe than without --profile \(profile): \(weaker.joined(separator: "; ")).\n")
            }
            if profile == "strict" {
                let advice = """

                    Authenticity of documents is required and not checked yet: no enrollment with a document completes until
                    onboarding tenant configure \(credentials.name) '{"onboardingConfig":{"requireAuthenticity":false}}'

                    """
                StandardError.write(advice)
            }
        }

        private func table(_ credentials: TenantCredentials) -> String {
            """
            tenant         \(credentials.name)\(test ? " (test)" : "")
            realm          \(credentials.realm)
            client id      \(credentials.clientId)
            client secret  \(credentials.clientSecret)   (shown only now)
            scopes         \(credentials.scopes)
            api key        \(credentials.apiKey)
            QR public key  \(credentials.qrPublicKey)
            QR key         \(credentials.qrKey)
            """
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Lists the tenants.")

        @OptionGroup var output: OutputOptions

        @OptionGroup var data: DataOptions

        func run() async throws {
            let administration = try await data.tenantAdministration()
            let removed = try await administration.beingRemoved().map { Row(name: $0, tenant: nil) }
            let rows = try await administration.list().map { Row(name: $0.name, tenant: $0) } + removed
            try output.show(
                rows, nothing: "no tenants yet: onboarding tenant create NAME", object: \.object,
                columns: [
                    "NAME": { $0.name }, "REALM": { $0.tenant?.realm ?? "" },
                    "CLIENTS": { $0.tenant?.clientIDs.joined(separator: " ") ?? "" }, "STATE": { $0.state },
                ])
        }

        private struct Row {
            let name: String
            /// Nil for one that is being removed.
            let tenant: TenantAdministration.Listed?

            var state: String {
                guard let tenant else { return "being removed: onboarding tenant remove \(name) --confirm \(name)" }
                let words = [tenant.isTest ? "test" : nil, tenant.isDisabled ? "disabled" : nil].compactMap(\.self)
                return words.joined(separator: "  ")
            }

            var object: [String: JSONValue?] {
                [
                    "name": .text(name), "realm": .text(tenant?.realm), "clients": tenant.map { .texts($0.clientIDs) },
                    "test": tenant.map { .bool($0.isTest) }, "disabled": tenant.map { .bool($0.isDisabled) },
                    "beingRemoved": .bool(tenant == nil),
                ]
            }
        }
    }

    struct Secret: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Replaces a client's secret and prints the new one, this once.",
            discussion:
                "Tokens that the old secret got stay valid for up to five minutes. With an overlap both secrets get tokens until it ends."
        )

        @OptionGroup var tenant: TenantArgument

        @Option(help: "The client's id (default: the one that the tenant was made with).")
        var client: String?

        @Option(help: "For how many hours the old secret is good yet.")
        var overlap = 0

        @OptionGroup var data: DataOptions

        func run() async throws {
            let secret = try await data.tenantAdministration().replaceKey(
                tenant: tenant.resolved, clientID: client, publicKeyPEM: nil, overlapInHours: overlap)
            print(secret ?? "")
        }
    }

    struct APIKey: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "api-key", abstract: "Replaces a tenant's API key and prints the new one.",
            discussion:
                "The old one opens nothing from then on: apps and portals that show it are refused until they have the new one."
        )

        @OptionGroup var tenant: TenantArgument

        @OptionGroup var data: DataOptions

        func run() async throws { print(try await data.tenantAdministration().replaceAPIKey(tenant: tenant.resolved)) }
    }

    struct Disable: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Stops serving a tenant: its clients, its operators and whoever is enrolling.",
            discussion: """
                They are answered as those of a tenant that is not there. What is kept of its people stays, and is erased in its time; \
                requests that are under way end. tenant enable serves it again.
                """)

        @OptionGroup var tenant: TenantArgument

        @OptionGroup var data: DataOptions

        func run() async throws {
            let isNew = try await data.tenantAdministration().setDisabled(true, tenant: tenant.resolved)
            print(isNew ? "\(tenant.resolved) is disabled." : "\(tenant.resolved) was disabled already.")
        }
    }

    struct Enable: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Serves a tenant again that was disabled.")

        @OptionGroup var tenant: TenantArgument

        @OptionGroup var data: DataOptions

        func run() async throws {
            let isNew = try await data.tenantAdministration().setDisabled(false, tenant: tenant.resolved)
            print(isNew ? "\(tenant.resolved) is enabled." : "\(tenant.resolved) was not disabled.")
        }
    }

    struct Remove: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Destroys all there is of a disabled tenant for ever, and proves it.",
            discussion: """
                First what its people sign in with and its keys, then evidence and rows. A run that was cut off is gone on with by the \
                same command. The proof is signed by the key of receipts; a restore of an older backup removes the tenant again. \
                Refused while a legal hold is on one of its cases.
                """)

        @OptionGroup var tenant: TenantArgument

        @Option(help: "The tenant's name once more: nothing brings back what is removed.")
        var confirm: String

        @Option(help: "A file for the proof, which is printed otherwise.")
        var proof: String?

        @Flag(
            help: """
                Write the database anew at the end, without the room that deleted rows have left: nobody writes meanwhile, and it takes \
                as much room once more.
                """)
        var compact = false

        @OptionGroup var data: DataOptions

        func run() async throws {
            let name = tenant.resolved
            guard confirm == name else {
                throw CommandEnd(.refused, "--confirm has to repeat the name \(name).")
            }
            try await data.retentionAdministration().removeTenant(
                name: name, proofFile: proof, compacts: compact
            ) { removed in
                if proof == nil { print(removed.proof) } else { print(Self.table(of: removed.destroyed)) }
                fflush(nil)
            }
        }

        private static func table(of destroyed: [(kind: String, count: Int)]) -> String {
            Table(["DESTROYED", "COUNT"], rows: destroyed.map { [$0.kind, "\($0.count)"] }).lines
                .joined(separator: "\n")
        }
    }

    struct ProviderSecret: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "oidc-secret",
            abstract: "Sets what the tenant's OpenID Connect provider knows this server by (the client secret).",
            discussion:
                "It is kept sealed and shown to nobody. Without a file it is read from standard input, so that it stands in no list of processes."
        )

        @OptionGroup var tenant: TenantArgument

        @Option(help: "A file whose first line is the secret.")
        var file: String?

        @Flag(help: "Take the secret away: the provider knows this server as a public client.")
        var remove = false

        @OptionGroup var data: DataOptions

        func validate() throws {
            if remove, file != nil { throw ValidationError("Name --file or --remove, not both.") }
        }

        func run() async throws {
            try await data.tenantAdministration().setProviderSecret(remove ? nil : try secret, tenant: tenant.resolved)
        }

        private var secret: String {
            get throws {
                guard let file else { return readLine() ?? "" }
                return try NamedFile.firstLine(of: file)
            }
        }
    }

    struct Logo: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Sets what the tenant's pages show beside its name: a PNG, JPEG, still WebP, HEIC or AVIF.",
            discussion:
                "It is reduced and encoded anew; transparent parts become white. Anybody who sees the pages can load it."
        )

        @OptionGroup var tenant: TenantArgument

        @Option(help: "The file.")
        var file: String?

        @Flag(help: "Take the logo away.")
        var remove = false

        @OptionGroup var data: DataOptions

        func validate() throws {
            if remove == (file != nil) { throw ValidationError("Name --file or --remove, and not both.") }
        }

        func run() async throws {
            try await data.tenantAdministration().setLogo(try contents, tenant: tenant.resolved)
        }

        private var contents: [UInt8]? {
            get throws { try file.map { try NamedFile.contents(of: $0) } }
        }
    }

    struct Configure: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Lays a JSON object over a tenant's configuration, and prints what changes, before and after.",
            discussion: #"""
                Example: onboarding tenant configure acme '{"onboardingConfig":{"replayGuard":"off"}}'
                A shorter period of retention that makes more than 100, or than 1 % of a kind, due for erasure is
                refused until the number is repeated with --confirm-due, and takes force a day later: set back
                before, it erases nothing.
                """#)

        @Argument(help: "The tenant's name; not with --tenant.")
        var name: String

        @Argument(help: "A JSON object with the keys to change.")
        var change: String?

        @Option(help: "The tenant's name.")
        var tenant: String?

        @Option(help: "How much becomes due for erasure, where that is much: the number that the refusal names.")
        var confirmDue: Int?

        @OptionGroup var data: DataOptions

        func validate() throws {
            if tenant == nil, change == nil {
                throw ValidationError("Name the tenant, and a JSON object of what changes.")
            }
            if tenant != nil, change != nil { throw ValidationError("Name the tenant once.") }
        }

        func run() async throws {
            // With --tenant the one argument is the change.
            let configured = try await data.tenantAdministration().configure(
                name: tenant ?? name, change: change ?? name, confirmedDue: confirmDue)
            if configured.changes.isEmpty { print("nothing changes") }
            for change in configured.changes {
                print("\(change.name): \(change.before ?? "nothing") -> \(change.after ?? "nothing")")
            }
            for period in configured.pending {
                let (days, until) = (period.daysInForce, period.until)
                print("\(period.name): \(days) stays in force until \(until); set it back to keep it")
            }
            for key in configured.unknown {
                print(
                    "kept, but nothing reads it: \(key.name)"
                        + (key.nearest.map { "; the nearest known key is \($0)" } ?? ""))
            }
        }
    }
}
