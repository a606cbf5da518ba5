import ArgumentParser
import Foundation
import Tenancy

struct TenantCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tenant",
        abstract: "Makes, lists and changes tenants. Works before the first start and beside a running server.",
        subcommands: [
            Create.self, List.self, Configure.self, Secret.self, APIKey.self, Disable.self, Enable.self,
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

        @Flag(help: "Print JSON.")
        var json = false

        @Flag(help: "Makes the data directory where there is none, and its master key.")
        var create = false

        @OptionGroup var data: DataOptions

        func validate() throws {
            // Before a folder is made for it.
            try TenantAdministration.check(name: name, profile: profile, scopes: scope)
        }

        func run() async throws {
            let administration = try await data.tenantAdministration(makesMissing: create)
            let credentials = try await administration.create(
                name: name, isTest: test, profile: profile, scopes: scope)
            print(try json ? Self.document(credentials) : table(credentials))
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

        private static func document(_ credentials: TenantCredentials) throws -> String {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            return String(decoding: try encoder.encode(credentials), as: UTF8.self)
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

        @OptionGroup var data: DataOptions

        func run() async throws {
            let administration = try await data.tenantAdministration()
            let (tenants, removed) = (try await administration.list(), try await administration.beingRemoved())
            if tenants.isEmpty, removed.isEmpty { print("no tenants yet: onboarding tenant create NAME") }
            for tenant in tenants {
                let name = tenant.name.padding(toLength: max(24, tenant.name.count), withPad: " ", startingAt: 0)
                let clients = tenant.clientIDs.joined(separator: " ")
                print(
                    "\(name)  \(tenant.realm)  \(clients)\(tenant.isTest ? "  test" : "")\(tenant.isDisabled ? "  disabled" : "")"
                )
            }
            for name in removed { print("\(name)  being removed: onboarding tenant remove \(name) --confirm \(name)") }
        }
    }

    struct Secret: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Replaces a client's secret and prints the new one, this once.",
            discussion:
                "Tokens that the old secret got stay valid for up to five minutes. With an overlap both secrets get tokens until it ends."
        )

        @Argument(help: "The tenant's name.")
        var name: String

        @Option(help: "The client's id (default: the one that the tenant was made with).")
        var client: String?

        @Option(help: "For how many hours the old secret is good yet.")
        var overlap = 0

        @OptionGroup var data: DataOptions

        func run() async throws {
            let secret = try await data.tenantAdministration().replaceKey(
                tenant: name, clientID: client, publicKeyPEM: nil, overlapInHours: overlap)
            print(secret ?? "")
        }
    }

    struct APIKey: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "api-key", abstract: "Replaces a tenant's API key and prints the new one.",
            discussion:
                "The old one opens nothing from then on: apps and portals that show it are refused until they have the new one."
        )

        @Argument(help: "The tenant's name.")
        var name: String

        @OptionGroup var data: DataOptions

        func run() async throws { print(try await data.tenantAdministration().replaceAPIKey(tenant: name)) }
    }

    struct Disable: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Stops serving a tenant: its clients, its operators and whoever is enrolling.",
            discussion: """
                They are answered as those of a tenant that is not there. What is kept of its people stays, and is erased in its time; \
                requests that are under way end. tenant enable serves it again.
                """)

        @Argument(help: "The tenant's name.")
        var name: String

        @OptionGroup var data: DataOptions

        func run() async throws {
            let isNew = try await data.tenantAdministration().setDisabled(true, tenant: name)
            print(isNew ? "\(name) is disabled." : "\(name) was disabled already.")
        }
    }

    struct Enable: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Serves a tenant again that was disabled.")

        @Argument(help: "The tenant's name.")
        var name: String

        @OptionGroup var data: DataOptions

        func run() async throws {
            let isNew = try await data.tenantAdministration().setDisabled(false, tenant: name)
            print(isNew ? "\(name) is enabled." : "\(name) was not disabled.")
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

        @Argument(help: "The tenant's name.")
        var name: String

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

        func validate() throws {
            guard confirm == name else { throw ValidationError("--confirm has to repeat the name \(name).") }
        }

        func run() async throws {
            try await data.retentionAdministration().removeTenant(
                name: name, proofFile: proof, compacts: compact
            ) { removed in
                if proof == nil { print(removed.proof) } else { print(Self.table(of: removed.destroyed)) }
                fflush(nil)
            }
        }

        private static func table(of destroyed: [(kind: String, count: Int)]) -> String {
            "destroyed:\n"
                + destroyed.map { "  \($0.kind.padding(toLength: 16, withPad: " ", startingAt: 0))  \($0.count)" }
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

        @Argument(help: "The tenant's name.")
        var name: String

        @Option(help: "A file whose first line is the secret.")
        var file: String?

        @Flag(help: "Take the secret away: the provider knows this server as a public client.")
        var remove = false

        @OptionGroup var data: DataOptions

        func validate() throws {
            if remove, file != nil { throw ValidationError("Name --file or --remove, not both.") }
        }

        func run() async throws {
            try await data.tenantAdministration().setProviderSecret(remove ? nil : try secret, tenant: name)
        }

        private var secret: String {
            get throws {
                guard let file else { return readLine() ?? "" }
                guard let contents = FileManager.default.contents(atPath: file),
                    let text = String(data: contents, encoding: .utf8)
                else { throw ValidationError("\(file) cannot be read.") }
                return String(text.prefix { !$0.isNewline })
            }
        }
    }

    struct Logo: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Sets what the tenant's pages show beside its name: a PNG, JPEG, still WebP, HEIC or AVIF.",
            discussion:
                "It is reduced and encoded anew; transparent parts become white. Anybody who sees the pages can load it."
        )

        @Argument(help: "The tenant's name.")
        var name: String

        @Option(help: "The file.")
        var file: String?

        @Flag(help: "Take the logo away.")
        var remove = false

        @OptionGroup var data: DataOptions

        func validate() throws {
            if remove == (file != nil) { throw ValidationError("Name --file or --remove, and not both.") }
        }

        func run() async throws {
            try await data.tenantAdministration().setLogo(try contents, tenant: name)
        }

        private var contents: [UInt8]? {
            get throws {
                guard let file else { return nil }
                guard let contents = FileManager.default.contents(atPath: file) else {
                    throw ValidationError("\(file) cannot be read.")
                }
                return [UInt8](contents)
            }
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

        @Argument(help: "The tenant's name.")
        var name: String

        @Argument(help: "A JSON object with the keys to change.")
        var change: String

        @Option(help: "How much becomes due for erasure, where that is much: the number that the refusal names.")
        var confirmDue: Int?

        @OptionGroup var data: DataOptions

        func run() async throws {
            let configured = try await data.tenantAdministration().configure(
                name: name, change: change, confirmedDue: confirmDue)
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
