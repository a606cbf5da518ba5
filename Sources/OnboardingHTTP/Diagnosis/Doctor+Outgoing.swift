internal import Foundation
internal import OnboardingCore
internal import OnboardingStorage
internal import Operations
internal import Tenancy

extension Doctor {
    /// How many webhooks in trouble are named; the others are counted.
    private static let mostNamed = 20

    /// What of a tenant's events, or of all tenants', is not taken, and why the server says that it was not.
    func webhooks(of data: DataDirectory, for tenant: String?) async throws -> [Finding] {
        let names = Dictionary(
            try await data.store.tenants().map { ($0.id, $0.name) }, uniquingKeysWith: { first, _ in first })
        let backlogs = Dictionary(
            try await data.store.webhookBacklogs().map { ($0.webhookID, $0) }, uniquingKeysWith: { first, _ in first })
        let all = try await data.store.webhooks().filter { tenant == nil || names[$0.tenantID] == tenant }
        guard !all.isEmpty else { return [] }
        let troubled = all.compactMap { webhook in
            trouble(of: webhook, backlogs[webhook.id]).map { Finding.warning("webhook", named(webhook, names) + $0) }
        }
        var findings = Array(troubled.prefix(Self.mostNamed))
        if troubled.count > Self.mostNamed {
            let more = troubled.count - Self.mostNamed
            findings.append(.warning("webhook", "\(more) more have trouble: webhook list --tenant NAME"))
        }
        let sound = all.count - troubled.count
        if sound > 0 { findings.append(.good("webhooks", "\(sound) of \(all.count) take what they are sent")) }
        if tenant == nil { findings.append(resolver) }
        return findings
    }

    /// Its host and no path: some receivers have secrets in theirs.
    private func named(_ webhook: WebhookRow, _ names: [TenantID: String]) -> String {
        let host = URLComponents(string: webhook.url)?.host ?? ""
        return "\(webhook.id.text.prefix(8)) of \(names[webhook.tenantID] ?? "") (\(host)): "
    }

    private func trouble(of webhook: WebhookRow, _ backlog: WebhookBacklog?) -> String? {
        if let disabled = webhook.disabled {
            let isByReceiver = disabled.cause != "operator"
            return isByReceiver ? "disabled, because its receiver said that it is \(disabled.cause)" : nil
        }
        guard let backlog, let cause = backlog.lastCause else { return nil }
        // The kernel drops what a unit may not send, so that a connection that is denied times out.
        let denied: [WebhookFailure] = [.notPermitted, .nameUnknown, .timedOut]
        let advice =
            denied.contains { $0.rawValue == cause }
            ? "; an installed server reaches whom `onboarding network allow` names" : ""
        return "\(backlog.waiting) events wait, \(backlog.givenUp) were given up; last attempt: \(cause)\(advice)"
    }

    /// Who turns names into addresses.
    private var resolver: Finding {
        let servers = NetworkDropIn.resolvers(in: try? String(contentsOfFile: "/etc/resolv.conf", encoding: .utf8))
        return .good("resolver", "names are looked up by \(servers.joined(separator: ", ")) (/etc/resolv.conf)")
    }
}
