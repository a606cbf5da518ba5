internal import Casework
internal import Logging
internal import OnboardingAPI
internal import OnboardingCore
internal import OnboardingJSON
internal import OnboardingStorage
internal import Operations
internal import ServiceLifecycle
internal import Synchronization
internal import Tenancy

/// Sends what is due to tenants' webhooks, many at a time, of one enrollment in order. What was sent and not noted before the
/// process died is sent again: at least once.
struct WebhookSender: Service {
    let webhooks: Webhooks
    let feed: EventFeed
    /// Of the data: nothing is sent while that cannot be noted, or it would be sent again and again.
    let place: FolderPlace
    let clock: @Sendable () -> Instant
    let metrics: Metrics
    let logger: Logger
    let errors: ThrottledLog

    private let sending = Sending()

    /// How often the database is asked for what is due.
    private static let look = Duration.milliseconds(250)

    init(
        webhooks: Webhooks, feed: EventFeed, place: FolderPlace, clock: @escaping @Sendable () -> Instant,
        metrics: Metrics, logger: Logger
    ) {
        self.webhooks = webhooks
        self.feed = feed
        self.place = place
        self.clock = clock
        self.metrics = metrics
        self.logger = logger
        errors = ThrottledLog(logger)
    }

    func run() async throws {
        await cancelWhenGracefulShutdown {
            await withDiscardingTaskGroup { group in
                while !Task.isCancelled {
                    do {
                        // As many again as may be under way already.
                        for delivery in try await webhooks.due(
                            at: clock(), ofEach: 2 * Limit.webhookMessagesOfOne.value)
                        where place.isKept && sending.begin(delivery) {
                            group.addTask {
                                defer { sending.end(delivery) }
                                await send(delivery)
                            }
                        }
                    } catch {
                        errors.error("webhooks not looked at", error)
                    }
                    try? await Task.sleep(for: Self.look)
                }
            }
        }
    }

    private func send(_ delivery: WebhookDelivery) async {
        do {
            guard let (target, keys) = try await webhooks.target(of: delivery, at: clock()) else { return }
            let message = EventMessage(try await feed.entry(of: delivery.event))
            let body = try sortedKeyJSON(message)
            let headers = try keys.headers(id: message.id, body: body, at: clock())
            let answer = await WebhookConnection.post(body, headers, to: target)
            // A server that stops has been told nothing by its receiver.
            if Task.isCancelled, case .failure = answer { return }
            let attempt = try await webhooks.settle(
                delivery, answer, random: .random(in: 0...1), at: clock())
            metrics.countWebhookAttempt(attempt)
            if case .failed(_, let cause) = attempt { log(delivery, cause) }
            if attempt == .gone { log(delivery, "status 410") }
        } catch {
            errors.error("webhook not sent", error, metadata: ["webhook": "\(delivery.webhookID.text)"])
        }
    }

    private func log(_ delivery: WebhookDelivery, _ cause: String) {
        logger.warning(
            "webhook not taken",
            metadata: [
                "webhook": "\(delivery.webhookID.text)", "number": "\(delivery.event.number)", "cause": "\(cause)",
                "attempt": "\(delivery.attempts + 1)",
            ])
    }
}

/// The deliveries under way: no slow receiver takes the places of the others.
private final class Sending: Sendable {
    private struct Key: Hashable {
        let webhook: WebhookID
        let number: Int

        init(_ delivery: WebhookDelivery) {
            (webhook, number) = (delivery.webhookID, delivery.event.number)
        }
    }

    private let keys = Mutex(Set<Key>())

    /// - Returns: false where it is under way already, or no place is free.
    func begin(_ delivery: WebhookDelivery) -> Bool {
        let key = Key(delivery)
        return keys.withLock { keys in
            guard keys.count < Limit.webhookMessages.value,
                keys.count(where: { $0.webhook == key.webhook }) < Limit.webhookMessagesOfOne.value
            else { return false }
            return keys.insert(key).inserted
        }
    }

    func end(_ delivery: WebhookDelivery) {
        _ = keys.withLock { $0.remove(Key(delivery)) }
    }
}
