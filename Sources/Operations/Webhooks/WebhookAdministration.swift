package import OnboardingCore
internal import OnboardingStorage
public import Tenancy

/// A webhook as an operator sees it.
public struct WebhookSummary: Sendable {
    public let id: String
    public let url: String
    /// Empty for all.
    public let kinds: [String]
    /// Nil while it is sent to.
    public let disabledBecause: String?
    public let waiting: Int
    public let oldestWaiting: String?
    public let givenUp: Int
    /// Why the oldest event that was tried was not taken; nil where none was tried in vain.
    public let lastCause: String?
}

/// What the receiver of a webhook needs.
public struct WebhookCredentials: Sendable {
    public let id: String
    /// The newest first; those before are good for a day after they were replaced.
    public let secrets: [String]
    public let publicKeys: [String]
}

extension TenantAdministration {
    /// - Parameters:
    ///   - kinds: words of `FeedEventKind`; empty for all.
    ///   - lookUp: the addresses that a host's name leads to at this moment; not asked where private networks are allowed.
    public func addWebhook(
        tenant name: String, url: String, kinds: [String], allowsPrivate: Bool,
        lookUp: @Sendable (String) async -> [String]
    ) async throws -> WebhookCredentials {
        let (tenant, now) = (try await data.tenant(name: name), Instant.now())
        let target = try WebhookTarget(url, allowsPrivate: allowsPrivate)
        for kind in kinds where FeedEventKind(rawValue: kind) == nil {
            throw ConfigurationError(
                description: "'\(kind)' is no event. There are "
                    + FeedEventKind.allCases.map(\.rawValue).joined(separator: ", ") + ".",
                kind: .misused)
        }
        guard try await webhooks(of: tenant).count < Limit.webhooks.value else {
            throw ConfigurationError(
                description: "A tenant has up to \(Limit.webhooks.value) webhooks.", kind: .refused)
        }
        // Where private networks are allowed, a receiver may be set up later.
        if !allowsPrivate { try target.check(await lookUp(target.host)) }
        let id = try WebhookID.random()
        let row = WebhookRow(
            id: id, tenantID: tenant.id, url: target.url, kinds: kinds, allowsPrivate: allowsPrivate, createdAt: now)
        try await data.store.add(
            row, secrets: try WebhookSecretKind.newRows(of: id, tenant: tenant.id, keys: data.keys, at: now))
        return try await credentials(of: row, at: now)
    }

    /// The tenant's webhooks, oldest first.
    public func webhooks(tenant name: String) async throws -> [WebhookSummary] {
        let backlogs = Dictionary(
            try await data.store.webhookBacklogs().map { ($0.webhookID, $0) }, uniquingKeysWith: { first, _ in first })
        return try await webhooks(of: try await data.tenant(name: name)).map { webhook in
            let backlog = backlogs[webhook.id]
            return WebhookSummary(
                id: webhook.id.text, url: webhook.url, kinds: webhook.kinds, disabledBecause: webhook.disabled?.cause,
                waiting: backlog?.waiting ?? 0, oldestWaiting: backlog?.oldest?.iso8601WithMilliseconds,
                givenUp: backlog?.givenUp ?? 0, lastCause: backlog?.lastCause)
        }
    }

    /// The keys of a webhook, new ones where `rotates`.
    public func webhookCredentials(
        tenant name: String, id: String, rotates: Bool
    ) async throws -> WebhookCredentials {
        let (webhook, now) = (try await webhook(id, tenant: name), Instant.now())
        if rotates {
            let rows = try WebhookSecretKind.newRows(
                of: webhook.id, tenant: webhook.tenantID, keys: data.keys, at: now)
            try await data.store.rotate(to: rows, of: .tenant(webhook.tenantID), at: now)
        }
        return try await credentials(of: webhook, at: now)
    }

    public func setWebhook(tenant name: String, id: String, isEnabled: Bool) async throws {
        let (webhook, now) = (try await webhook(id, tenant: name), Instant.now())
        try await data.store.set(isEnabled ? nil : .init(at: now, cause: "operator"), of: webhook.id, at: now)
    }

    public func removeWebhook(tenant name: String, id: String) async throws {
        let webhook = try await webhook(id, tenant: name)
        try await data.store.removeWebhook(
            webhook.id, secretKinds: WebhookSecretKind.allCases.map { $0.kind(of: webhook.id) }, at: Instant.now())
    }

    /// Sends the events of these numbers of the feed once more.
    /// - Returns: how many there are.
    public func resend(tenant name: String, id: String, numbers: ClosedRange<Int>) async throws -> Int {
        let webhook = try await webhook(id, tenant: name)
        return try await data.store.resend(numbers, to: webhook.id, at: Instant.now())
    }

    /// Where a webhook's messages go and with which keys they are signed, also of one that is disabled.
    package func webhookTarget(
        tenant name: String, id: String, at now: Instant
    ) async throws -> (target: WebhookTarget, keys: WebhookKeys) {
        let webhook = try await webhook(id, tenant: name)
        let keys = try await WebhookKeys.read(
            of: webhook.id, tenant: webhook.tenantID, store: data.store, keys: data.keys, at: now)
        return (try WebhookTarget(webhook.url, allowsPrivate: webhook.allowsPrivate), keys)
    }

    private func credentials(of webhook: WebhookRow, at now: Instant) async throws -> WebhookCredentials {
        let keys = try await WebhookKeys.read(
            of: webhook.id, tenant: webhook.tenantID, store: data.store, keys: data.keys, at: now)
        return WebhookCredentials(
            id: webhook.id.text, secrets: keys.secretTexts, publicKeys: keys.publicKeyTexts)
    }

    private func webhooks(of tenant: TenantRow) async throws -> [WebhookRow] {
        try await data.store.webhooks().filter { $0.tenantID == tenant.id }
    }

    private func webhook(_ id: String, tenant name: String) async throws -> WebhookRow {
        let tenant = try await data.tenant(name: name)
        guard let id = WebhookID(text: id), let webhook = try await data.store.webhook(id),
            webhook.tenantID == tenant.id
        else { throw ConfigurationError(description: "The tenant \(name) has no such webhook.", kind: .notFound) }
        return webhook
    }
}
