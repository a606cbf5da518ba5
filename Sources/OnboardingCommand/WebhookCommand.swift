import ArgumentParser
internal import OnboardingCore
import OnboardingHTTP
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

        @Argument(help: "The tenant's name.")
        var tenant: String

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
                tenant: tenant, url: url, kinds: event, allowsPrivate: allowPrivate,
                lookUp: AddressLookUp.addresses)
            made.printed()
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Lists a tenant's webhooks, with how many events wait and since when.")

        @Argument(help: "The tenant's name.")
        var tenant: String

        @OptionGroup var data: DataOptions

        func run() async throws {
            for webhook in try await data.tenantAdministration().webhooks(tenant: tenant) {
                let kinds = webhook.kinds.isEmpty ? "all events" : webhook.kinds.joined(separator: " ")
                print("\(webhook.id)  \(webhook.url)  \(kinds)")
                var state = "    \(counted(webhook.waiting, "event")) waiting"
                if let oldest = webhook.oldestWaiting { state += ", the oldest of \(oldest)" }
                if webhook.givenUp > 0 { state += "; \(webhook.givenUp) given up" }
                if let cause = webhook.lastCause { state += "; last attempt: \(cause)" }
                if let cause = webhook.disabledBecause { state += "; disabled: \(cause)" }
                print(state)
            }
        }
    }

    struct Keys: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Prints the keys of a webhook, the newest first, or replaces them.",
            discussion: "Messages are signed with the keys before as well for 24 hours.")

        @OptionGroup var webhook: WebhookArguments

        @Flag(help: "Make new ones first.")
        var rotate = false

        @OptionGroup var data: DataOptions

        func run() async throws {
            try await data.tenantAdministration().webhookCredentials(
                tenant: webhook.tenant, id: webhook.id, rotates: rotate
            ).printed()
        }
    }

    struct Enable: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Sends to a webhook again: what waited, and what happens from here on.")

        @OptionGroup var webhook: WebhookArguments

        @OptionGroup var data: DataOptions

        func run() async throws {
            try await data.tenantAdministration().setWebhook(
                tenant: webhook.tenant, id: webhook.id, isEnabled: true)
        }
    }

    struct Disable: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Sends nothing more to a webhook. What happens meanwhile is in the feed.")

        @OptionGroup var webhook: WebhookArguments

        @OptionGroup var data: DataOptions

        func run() async throws {
            try await data.tenantAdministration().setWebhook(
                tenant: webhook.tenant, id: webhook.id, isEnabled: false)
        }
    }

    struct Remove: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Removes a webhook with its keys and what waits for it. What happened stays in the feed.")

        @OptionGroup var webhook: WebhookArguments

        @OptionGroup var data: DataOptions

        func run() async throws {
            try await data.tenantAdministration().removeWebhook(tenant: webhook.tenant, id: webhook.id)
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
            guard from >= 1, (to ?? from) >= from else { throw ValidationError("The numbers are no range.") }
        }

        func run() async throws {
            let count = try await data.tenantAdministration().resend(
                tenant: webhook.tenant, id: webhook.id, numbers: from...(to ?? .max))
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

        @Argument(help: "The tenant's name.")
        var tenant: String

        @Argument(help: "The webhook's id (default: all of the tenant).")
        var id: String?

        @OptionGroup var data: DataOptions

        func run() async throws {
            let administration = try await data.tenantAdministration()
            let ids = if let id { [id] } else { try await administration.webhooks(tenant: tenant).map(\.id) }
            if ids.isEmpty { print("\(tenant) has no webhook.") }
            var isTaken = true
            for id in ids {
                let ping = try await administration.pingWebhook(tenant: tenant, id: id)
                let answer = ping.status.map { "status \($0)" } ?? ping.cause ?? "no answer"
                print("\(id)  \(ping.url)  \(answer) after \(ping.milliseconds) ms  \(ping.message)")
                if !ping.text.isEmpty { print("    \(ping.text)") }
                isTaken = isTaken && ping.isTaken
            }
            if !isTaken { throw ExitCode.failure }
        }
    }
}

struct WebhookArguments: ParsableArguments {
    @Argument(help: "The tenant's name.")
    var tenant: String

    @Argument(help: "The webhook's id, as `webhook list` prints it.")
    var id: String
}

extension WebhookCredentials {
    fileprivate func printed() {
        print("webhook     \(id)")
        for secret in secrets { print("secret      \(secret)") }
        for key in publicKeys { print("public key  \(key)") }
    }
}
