import ArgumentParser
import Foundation
internal import OnboardingCore
import OnboardingJSON
import Tenancy

/// What the clients of a tenant show to get tokens, and what these open.
struct CredentialCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "credential",
        abstract: "Makes, lists and ends the credentials of a tenant's clients. Works beside a running server.",
        subcommands: [Add.self, List.self, Key.self, End.self])

    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Makes a credential and prints its client id and secret. The secret is shown this once.")

        @OptionGroup var tenant: TenantOption

        @Argument(help: "What the client is called: its id is TENANT-CLIENT.")
        var client: String

        @Option(help: "What it may do; may be repeated. \(Scope.allCases.map(\.rawValue).joined(separator: ", "))")
        var scope: [String]

        @Option(help: "In how many days it ends (default: never).")
        var days: Int?

        @Option(help: "A PEM file with the public key of its assertions (private_key_jwt), in place of a secret.")
        var publicKey: String?

        @OptionGroup var data: DataOptions

        func run() async throws {
            let made = try await data.tenantAdministration().addCredential(
                tenant: tenant.name, client: client, scopes: scope, days: days,
                publicKeyPEM: try CredentialCommand.pem(publicKey))
            print("client id      \(made.clientID)")
            if let secret = made.secret { print("client secret  \(secret)   (shown only now)") }
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Lists the credentials of a tenant, with the keys that are good.")

        @OptionGroup var tenant: TenantOption

        @OptionGroup var output: OutputOptions

        @OptionGroup var data: DataOptions

        func run() async throws {
            try CredentialCommand.show(
                try await data.tenantAdministration().credentials(tenant: tenant.name), output: output,
                nothing: "\(tenant.name) has no client.")
        }
    }

    struct Key: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Gives a client another public key (private_key_jwt).",
            discussion: "With an overlap the key before is good beside it until it ends.")

        @OptionGroup var tenant: TenantOption

        @Argument(help: "The client's id.")
        var client: String

        @Argument(help: "A PEM file with the public key.")
        var publicKey: String

        @Option(help: "For how many hours the key before is good yet.")
        var overlap = 0

        @OptionGroup var data: DataOptions

        func run() async throws {
            _ = try await data.tenantAdministration().replaceKey(
                tenant: tenant.name, clientID: client, publicKeyPEM: try CredentialCommand.pem(publicKey),
                overlapInHours: overlap)
        }
    }

    struct End: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Ends a credential. Its tokens open nothing within a second.")

        @OptionGroup var tenant: TenantOption

        @Argument(help: "The client's id.")
        var client: String

        @OptionGroup var data: DataOptions

        func run() async throws {
            try await data.tenantAdministration().endCredential(tenant: tenant.name, clientID: client)
        }
    }

    static func show(
        _ credentials: [ClientCredentials.Summary], output: OutputOptions, nothing: String
    ) throws {
        try output.show(
            credentials, nothing: nothing, object: \.object,
            columns: [
                "CLIENT": { $0.clientID }, "SCOPES": { $0.scopes },
                "STATE": { credential in
                    credential.endsAt.map {
                        "\(credential.isGood ? "until" : "ended") \($0.iso8601WithMilliseconds)"
                    } ?? "good"
                },
                "KEYS": { credential in
                    credential.keys.map { key in
                        "\(key.kind) \(key.id)" + (key.endsAt.map { " until \($0.iso8601WithMilliseconds)" } ?? "")
                    }.joined(separator: ", ")
                },
            ])
    }

    fileprivate static func pem(_ path: String?) throws -> String? {
        try path.map { String(decoding: try NamedFile.contents(of: $0), as: UTF8.self) }
    }
}

extension ClientCredentials.Summary {
    /// Nothing that opens anything.
    var object: [String: JSONValue?] {
        [
            "clientId": .text(clientID), "scopes": .texts(scopes.split(separator: " ").map(String.init)),
            "createdAt": .instant(createdAt), "endsAt": .instant(endsAt), "good": .bool(isGood),
            "keys": .array(
                keys.map { key in
                    .members([
                        "kind": .text(key.kind), "id": .text(key.id), "createdAt": .instant(key.createdAt),
                        "endsAt": .instant(key.endsAt),
                    ])
                }),
        ]
    }
}
