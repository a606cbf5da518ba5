package import OnboardingCore
package import OnboardingStorage

/// Why a webhook gave no answer, in words that tell an operator what to mend.
package enum WebhookFailure: String, Error {
    case addressRefused = "address refused"
    case nameUnknown = "its name leads to no address"
    /// As the system's rules, a firewall's or a unit's, have it.
    case notPermitted = "not permitted by this machine"
    case connectionRefused = "connection refused"
    case noTLS = "no TLS connection"
    case timedOut = "timed out"
    case connectionBroken = "connection broken"
}

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
    ///   - answer: its status.
    ///   - random: 0 … 1, for the pause until the next attempt.
    /// - Returns: what became of it.
    @discardableResult
    package func settle(
        _ delivery: WebhookDelivery, _ answer: Result<Int, WebhookFailure>, random: Double, at now: Instant
    ) async throws -> WebhookAttempt {
        let next = WebhookSchedule.next(after: delivery.attempts + 1, at: now, random: random)
        let attempt: WebhookAttempt =
            switch answer {
            case .success(200...299): .delivered
            // The receiver says for good that it wants no more (Standard Webhooks 1.0).
            case .success(410): .gone
            case .success(let status): .failed(until: next, cause: "status \(status)")
            case .failure(let failure): .failed(until: next, cause: failure.rawValue)
            }
        try await store.settle(delivery, as: attempt, at: now)
        return attempt
    }
}
