internal import Foundation
internal import OnboardingCore
internal import OnboardingCrypto
internal import OnboardingJSON
internal import Operations
public import Tenancy

/// What a webhook's receiver answered to a test message.
public struct WebhookPing: Sendable {
    public let url: String
    /// The message's id, as `webhook-id` has it.
    public let message: String
    /// Of HTTP; nil where there was no answer.
    public let status: Int?
    /// Why there was none.
    public let cause: String?
    /// The beginning of the answer's body, in one line of printable ASCII.
    public let text: String
    public let milliseconds: Int

    /// Whether it was taken, as an event would be.
    public var isTaken: Bool { status.map { (200...299).contains($0) } ?? false }
}

extension TenantAdministration {
    /// Sends a signed message of the type `webhook.ping` to a webhook, disabled or not, by the way that events go. It is in no
    /// feed, is tried once and leaves nothing.
    public func pingWebhook(tenant name: String, id: String) async throws -> WebhookPing {
        let now = Instant.now()
        let (target, keys) = try await webhookTarget(tenant: name, id: id, at: now)
        let message = "ping_" + Hexadecimal.encode(try Random.bytes(16))
        let body = try sortedKeyJSON(
            JSONValue.object([
                "id": .string(message), "type": .string("webhook.ping"),
                "timestamp": .string(now.iso8601WithMilliseconds),
                "data": .object(["webhookId": .string(id)]),
            ]))
        let start = ContinuousClock().now
        let answer = await WebhookConnection.ping(
            body, try keys.headers(id: message, body: body, at: now), to: target)
        let milliseconds = Int(((ContinuousClock().now - start) / .milliseconds(1)).rounded())
        switch answer {
        case .success(let reply):
            return WebhookPing(
                url: target.url, message: message, status: reply.status, cause: nil,
                text: Self.printable(reply.beginning), milliseconds: milliseconds)
        case .failure(let failure):
            return WebhookPing(
                url: target.url, message: message, status: nil, cause: failure.rawValue, text: "",
                milliseconds: milliseconds)
        }
    }

    /// What a stranger sends moves no cursor.
    private static func printable(_ bytes: [UInt8]) -> String {
        let kept = bytes.map { (0x20...0x7E).contains($0) ? $0 : 0x20 }
        return String(decoding: kept, as: UTF8.self).split(separator: " ").joined(separator: " ")
    }
}
