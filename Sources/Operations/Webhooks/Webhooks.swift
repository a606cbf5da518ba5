package import OnboardingCore
package import OnboardingStorage

/// The messages that are to be sent to tenants' webhooks, and what became of them.
package struct Webhooks: Sendable {
    let store: any Store
    let keys: any KeyStore

    package init(store: any Store, keys: any KeyStore) {
        self.store = store
        self.keys = keys
    }

    /// Up to `limit` of each webhook.
    package func due(at now: Instant, ofEach limit: Int) async throws -> [WebhookDelivery] {
        try await store.dueDeliveries(at: now, ofEach: limit)
    }

    /// Where a delivery goes, and with which keys it is signed; nil for one that was taken meanwhile,
    /// or whose webhook was disabled.
    package func target(
        of delivery: WebhookDelivery, at now: Instant
    ) async throws -> (target: WebhookTarget, keys: WebhookKeys)? {
        // Read before another attempt was noted, it would come twice, and behind later events.
        guard try await store.isWaiting(delivery), let webhook = try await store.webhook(delivery.webhookID),
            webhook.disabled == nil
        else { return nil }
        return (
            try WebhookTarget(webhook.url, allowsPrivate: webhook.allowsPrivate),
            try await WebhookKeys.read(
                of: webhook.id, tenant: webhook.tenantID, store: store, keys: keys, at: now)
        )
    }

    /// Notes what a receiver answered.
    /// - Parameters:
    ///   - status: of HTTP; nil where there was no answer.
    ///   - random: 0 … 1, for the pause until the next attempt.
    /// - Returns: what became of it.
    @discardableResult
    package func settle(
        _ delivery: WebhookDelivery, status: Int?, random: Double, at now: Instant
    ) async throws -> WebhookAttempt {
        let attempt: WebhookAttempt =
            switch status {
            case .some(200...299): .delivered
            // The receiver says for good that it wants no more (Standard Webhooks 1.0).
            case 410: .gone
            default: .failed(until: WebhookSchedule.next(after: delivery.attempts + 1, at: now, random: random))
            }
        try await store.settle(delivery, as: attempt, at: now)
        return attempt
    }
}
