import ArgumentParser
import Casework
import Foundation
internal import OnboardingCore
import OnboardingJSON
internal import OnboardingStorage
import Operations
import Tenancy

extension TenantCommand {
    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Shows what a tenant is and has: settings, clients, registrations, webhooks, what is due.",
            discussion: "No secret, and nobody's data. Settings are those that a new tenant does not begin with.")

        @OptionGroup var tenant: TenantArgument

        @OptionGroup var output: OutputOptions

        @OptionGroup var data: DataOptions

        func run() async throws {
            let (name, administration) = (tenant.resolved, try await data.tenantAdministration())
            let shown = ShownTenant(
                standing: try await administration.standing(of: name),
                clients: try await administration.credentials(tenant: name),
                operators: try await data.operatorAdministration().list(tenant: name).count,
                webhooks: try await administration.webhooks(tenant: name),
                due: try await data.retentionAdministration().due().first { $0.tenant == name }?.counts)
            try output.show(try shown.object, else: try shown.lines)
        }
    }
}

/// What `tenant show` prints.
private struct ShownTenant {
    let standing: TenantStanding
    let clients: [ClientCredentials.Summary]
    let operators: Int
    let webhooks: [WebhookSummary]
    /// Nil where the tenant cannot be served.
    let due: RetentionCounts?

    var object: [String: JSONValue?] {
        get throws {
            [
                "name": .text(standing.name), "realm": .text(standing.realm), "test": .bool(standing.isTest),
                "disabled": .bool(standing.isDisabled),
                "settings": .array(
                    standing.settings.map {
                        .members(["key": .text($0.key), "value": $0.value, "default": $0.initial])
                    }),
                "clients": .array(clients.map { .members($0.object) }), "operators": .count(operators),
                "registrations": .count(standing.registrations), "handedIn": .count(standing.handedIn),
                "enrollments": .object(
                    Dictionary(
                        standing.enrollments.map { ($0.state, .count($0.count)) },
                        uniquingKeysWith: { first, _ in first })),
                "webhooks": .array(webhooks.map { .members($0.object) }), "due": due.map { .members($0.object) },
            ]
        }
    }

    var lines: [String] {
        get throws {
            let states = standing.enrollments.map { "\($0.count) \($0.state)" }.joined(separator: ", ")
            let words = [standing.isTest ? "test" : nil, standing.isDisabled ? "disabled" : nil].compactMap(\.self)
            let head = [
                ("tenant", ([standing.name] + words).joined(separator: "  ")), ("realm", standing.realm),
                ("operators", "\(operators)"),
                ("registrations", "\(standing.registrations), \(standing.handedIn) of them registered by the client"),
                ("enrollments", states.isEmpty ? "none" : states),
                ("due", due?.words ?? "unknown: the tenant cannot be served, onboarding doctor says why"),
            ]
            return head.map { $0.padding(toLength: 15, withPad: " ", startingAt: 0) + $1 }
                + section("settings", try settings, none: "as a new tenant")
                + section("clients", clientTable, none: "none") + section("webhooks", webhookTable, none: "none")
        }
    }

    private func section(_ title: String, _ table: Table, none: String) -> [String] {
        let lines = table.lines
        return [""] + (lines.isEmpty ? [title.padding(toLength: 15, withPad: " ", startingAt: 0) + none] : lines)
    }

    private var settings: Table {
        get throws {
            func text(_ value: JSONValue?) throws -> String {
                try value.map { String(decoding: try sortedKeyJSON($0), as: UTF8.self) } ?? ""
            }
            return Table(
                ["SETTING", "VALUE", "DEFAULT"],
                rows: try standing.settings.map { [$0.key, try text($0.value), try text($0.initial)] })
        }
    }

    private var clientTable: Table {
        Table(
            ["CLIENT", "SCOPES", "STATE"],
            rows: clients.map { client in
                let end = client.endsAt.map { "\(client.isGood ? "until" : "ended") \($0.iso8601WithMilliseconds)" }
                return [client.clientID, client.scopes, end ?? "good"]
            })
    }

    private var webhookTable: Table {
        Table(
            ["WEBHOOK", "URL", "STATE", "WAITING", "LAST CAUSE"],
            rows: webhooks.map {
                [
                    $0.id, $0.url, $0.disabledBecause.map { "disabled: \($0)" } ?? "on", "\($0.waiting)",
                    $0.lastCause ?? "",
                ]
            })
    }
}
