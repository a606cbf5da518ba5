package import Casework
internal import OnboardingCore
package import Tenancy

extension Auditor {
    /// Has the audit trail sent again to a receiver that has lost entries of it.
    /// - Parameter number: of the first entry.
    /// - Returns: how the receiver is called.
    /// - Throws: a sentence where there is no receiver, or nothing was sent to it from that entry on.
    package func sendTrailAgain(from number: Int, to syslog: SyslogConfiguration?) async throws -> String {
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
            if try await forwarding.settle(from: sent, to: number - 1, at: .now()) { return receiver.name }
        }
    }
}
