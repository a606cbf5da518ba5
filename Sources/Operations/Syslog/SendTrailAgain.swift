package import Casework
internal import OnboardingCore
package import Tenancy

extension Auditor {
    /// Has the audit trail sent again to a receiver that has lost entries of it.
    /// - Parameter number: of the first entry.
    /// - Returns: how the receiver is called, and the number of the last entry that is sent again.
    /// - Throws: a sentence where there is no receiver, or nothing was sent to it from that entry on.
    package func sendTrailAgain(
        from number: Int, to syslog: SyslogConfiguration?
    ) async throws -> (receiver: String, last: Int) {
        guard let receiver = try syslog?.parsed else {
            throw ConfigurationError(description: "Nobody takes the audit trail: syslog names no receiver.")
        }
        let forwarding = TrailForwarding(store: data.store, receiver: receiver.name)
        while true {
            let sent = try await forwarding.standing().sent
            guard (1...max(1, sent)).contains(number), sent > 0 else {
                throw ConfigurationError(
                    description: sent > 0
                        ? "Of the audit trail \(receiver.name) was sent entries 1 to \(sent)."
                        : "Of the audit trail \(receiver.name) was sent nothing yet.")
            }
            // A running server moves it on meanwhile.
            if try await forwarding.settle(from: sent, to: number - 1, at: .now()) { return (receiver.name, sent) }
        }
    }

    /// Waits until a running server has sent entries of the trail to a receiver.
    /// - Parameters:
    ///   - numbers: of the entries.
    ///   - progress: told how many of them count as sent.
    package func awaitTrail(
        _ numbers: ClosedRange<Int>, to receiver: String, progress: (_ done: Int) -> Void
    ) async throws {
        let forwarding = TrailForwarding(store: data.store, receiver: receiver)
        while true {
            let sent = try await forwarding.standing().sent
            progress(min(max(0, sent - numbers.lowerBound + 1), numbers.count))
            if sent >= numbers.upperBound { return }
            try await Task.sleep(for: .milliseconds(500))
        }
    }
}
