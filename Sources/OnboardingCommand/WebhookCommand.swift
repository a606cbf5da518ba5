import ArgumentParser
internal import OnboardingCore
import OnboardingHTTP
import OnboardingJSON
import Operations

/// Where a tenant's events are sent (Standard Webhooks).
struct WebhookCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "webhook",
        abstract: "Says where a tenant's events are sent. Works beside a running server.",
        subcommands: [Add.self, List.self, Keys.self, Enable.self, Disable.self, Remove.self, Resend.self, Ping.self])

    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Makes a webhook, and prints the secret and the public key by which it knows our messages.",
            discussion: """
                It is sent what happens from here on, signed as Standard Webhooks says, at least once, of each enrollment in order. \
                Redirects are not followed, and addresses in private networks are refused unless they are allowed: the URL's \
                name is looked up now and at every attempt.
                """)

        @OptionGroup var tenant: TenantOption

        @Argument(help: "An https:// URL.")
        var url: String

        @Option(
            help:
                "Which events (default: all); may be repeated. \(FeedEventKind.allCases.map(\.rawValue).joined(separator: ", "))"
        )
        var event: [String] = []

        @Flag(help: "It may lie in a private network, and be reached without TLS.")
        var allowPrivate = false

        @OptionGroup var data: DataOptions

        func run() async throws {
            let made = try await data.tenantAdministration().addWebhook(
                tenant: tenant.name, url: url, kinds: event, allowsPrivate: allowPrivate,
                lookUp: AddressLookUp.addresses)
            made.lines.forEach { print($0) }
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Lists a tenant's webhooks, with how many events wait and since when.")

        @OptionGroup var tenant: TenantOption

        @OptionGroup var output: OutputOptions

        @OptionGroup var data: DataOptions

        func run() async throws {
            try WebhookCommand.show(
                try await data.tenantAdministration().webhooks(tenant: tenant.name), output: output,
                nothing: "\(tenant.name) has no webhook.")
        }
    }

    struct Keys: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Prints the keys of a webhook, the newest first, or replaces them.",
            discussion: "Messages are signed with the keys before as well for 24 hours.")

        @OptionGroup var webhook: WebhookArguments

        @Flag(help: "Make new ones first.")
        var rotate = false

        @OptionGroup var output: OutputOptions

        @OptionGroup var data: DataOptions

        func run() async throws {
            let keys = try await data.tenantAdministration().webhookCredentials(
                tenant: webhook.tenant.name, id: webhook.id, rotates: rotate)
            try output.show(
                ["id": .text(keys.id), "secrets": .texts(keys.secrets), "publicKeys": .texts(keys.publicKeys)],
                else: keys.lines)
        }
    }

    struct Enable: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Sends to a webhook again: what waited, and what happens from here on.")

        @OptionGroup var webhook: WebhookArguments

        @OptionGroup var data: DataOptions

        func run() async throws {
            try await data.tenantAdministration().setWebhook(
                tenant: webhook.tenant.name, id: webhook.id, isEnabled: true)
        }
    }

    struct Disable: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Sends nothing more to a webhook. What happens meanwhile is in the feed.")

        @OptionGroup var webhook: WebhookArguments

        @OptionGroup var data: DataOptions

        func run() async throws {
            try await data.tenantAdministration().setWebhook(
                tenant: webhook.tenant.name, id: webhook.id, isEnabled: false)
        }
    }

    struct Remove: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Removes a webhook with its keys and what waits for it. What happened stays in the feed.")

        @OptionGroup var webhook: WebhookArguments

        @OptionGroup var data: DataOptions

        func run() async throws {
            try await data.tenantAdministration().removeWebhook(tenant: webhook.tenant.name, id: webhook.id)
        }
    }

    struct Resend: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Sends events once more: those with these numbers of the tenant's feed.")

        @OptionGroup var webhook: WebhookArguments

        @Option(help: "The first number.")
        var from: Int

        @Option(help: "The last number (default: all that follow).")
        var to: Int?

        @OptionGroup var data: DataOptions

        func validate() throws {
            guard from >= 1, (to ?? from) >= from else {
                throw ValidationError("--from is 1 or more, and --to no less.")
            }
        }

        func run() async throws {
            let count = try await data.tenantAdministration().resend(
                tenant: webhook.tenant.name, id: webhook.id, numbers: from...(to ?? .max))
            print("\(counted(count, "event")) to be sent")
        }
    }
}

extension WebhookCommand {
    struct Ping: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Sends a signed test message, and prints what each receiver answers.",
            discussion: """
                By the way that events go: the name is looked up now, private networks are refused unless they are allowed, no \
                redirect is followed. Its type is webhook.ping; it is in no feed and tried once. Exit code 1 where one was not taken.
                """)

        @OptionGroup var tenant: TenantOption

        @Argument(help: "The webhook's id (default: all of the tenant).")
        var id: String?

        @OptionGroup var output: OutputOptions

        @OptionGroup var data: DataOptions

        func run() async throws {
            let administration = try await data.tenantAdministration()
            let ids = if let id { [id] } else { try await administration.webhooks(tenant: tenant.name).map(\.id) }
            var pings: [(id: String, ping: WebhookPing)] = []
            for id in ids { pings.append((id, try await administration.pingWebhook(tenant: tenant.name, id: id))) }
            try output.show(
                pings, nothing: "\(tenant.name) has no webhook.",
                object: { id, ping in
                    [
                        "id": .text(id), "url": .text(ping.url), "message": .text(ping.message),
                        "status": ping.status.map { .count($0) }, "cause": .text(ping.cause), "text": .text(ping.text),
                        "milliseconds": .count(ping.milliseconds), "taken": .bool(ping.isTaken),
                    ]
                },
                columns: [
                    "WEBHOOK": { $0.id }, "URL": { $0.ping.url },
                    "RESULT": { $0.ping.status.map { "status \($0)" } ?? $0.ping.cause ?? "no response" },
                    "AFTER": { "\($0.ping.milliseconds) ms" }, "MESSAGE": { $0.ping.message },
                    "TEXT": { $0.ping.text },
                ])
            if !pings.allSatisfy(\.ping.isTaken) { throw ExitCode.failure }
        }
    }
}

struct WebhookArguments: ParsableArguments {
    @OptionGroup var tenant: TenantOption

    @Argument(help: "The webhook's id, as `webhook list` prints it.")
    var id: String
}

extension WebhookCredentials {
    fileprivate var lines: [String] {
        ["webhook     \(id)"] + secrets.map { "secret      \($0)" } + publicKeys.map { "public key  \($0)" }
    }
}

extension WebhookCommand {
    static func show(_ webhooks: [WebhookSummary], output: OutputOptions, nothing: String) throws {
        try output.show(
            webhooks, nothing: nothing, object: \.object,
            columns: [
                "WEBHOOK": { $0.id }, "URL": { $0.url },
                "EVENTS": { $0.kinds.isEmpty ? "all" : $0.kinds.joined(separator: " ") },
                "STATE": { webhook in webhook.disabledBecause.map { "disabled: \($0)" } ?? "on" },
                "WAITING": { "\($0.waiting)" }, "OLDEST": { $0.oldestWaiting ?? "" }, "GIVEN UP": { "\($0.givenUp)" },
                "LAST CAUSE": { $0.lastCause ?? "" },
            ])
    }
}

extension WebhookSummary {
    var object: [String: JSONValue?] {
        [
            "id": .text(id), "url": .text(url), "events": .texts(kinds), "disabledBecause": .text(disabledBecause),
            "waiting": .count(waiting), "oldestWaiting": .text(oldestWaiting), "givenUp": .count(givenUp),
            "lastCause": .text(lastCause),
        ]
    }
}
