internal import Foundation
package import OnboardingCore
package import OnboardingStorage

/// The audit trail as an outbox: what a receiver of syslog messages is sent next, and how far it counts as sent.
///
/// Syslog has no acknowledgement. So a batch counts as sent once the receiver's system has taken all of its bytes and the connection
/// has stayed open for `Limit.syslogRest` since, and every new connection begins with the last `Limit.syslogBatch` entries that
/// count: what is told may be told again, in order and with the same bytes (decision 0127).
package struct TrailForwarding: Sendable {
    let store: any Store
    /// By which the position is kept.
    package let receiver: String
    let host: String

    /// - Parameter host: as messages name this machine; nil for what it calls itself.
    package init(store: any Store, receiver: String, host: String? = nil) {
        self.store = store
        self.receiver = receiver
        self.host = host ?? Self.hostName
    }

    /// A batch, framed for the wire.
    package struct Batch: Sendable {
        package let bytes: [UInt8]
        /// The number of its last entry.
        package let end: Int
    }

    package func standing() async throws -> TrailStanding { try await store.trailStanding(of: receiver) }

    /// After which entry a new connection begins.
    package static func beginning(after sent: Int) -> Int { max(0, sent - Limit.syslogBatch.value) }

    /// Up to `Limit.syslogBatch` entries after number `sequence`; nil where there is none.
    package func batch(after sequence: Int) async throws -> Batch? {
        let entries = try await store.chainedEntries(after: sequence, limit: Limit.syslogBatch.value)
        guard let last = entries.last else { return nil }
        let tenants = Dictionary(
            try await store.tenants().map { ($0.id.text, $0.name) }, uniquingKeysWith: { first, _ in first })
        let frames = try entries.map { try TrailMessage.message(of: $0, tenants: tenants, host: host).frame }
        return Batch(bytes: frames.flatMap(\.self), end: last.sequence)
    }

    /// Notes that entries count as sent.
    /// - Returns: false where somebody has moved the position meanwhile: it stays as they have put it.
    package func settle(from start: Int, to end: Int, at now: Instant) async throws -> Bool {
        try await store.moveTrailPosition(of: receiver, from: start, to: end, at: now)
    }

    private static var hostName: String {
        var name = [CChar](repeating: 0, count: 256)
        guard gethostname(&name, name.count - 1) == 0 else { return "" }
        return String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
