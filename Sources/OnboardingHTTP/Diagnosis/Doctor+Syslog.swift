internal import OnboardingCore
internal import OnboardingStorage
internal import Tenancy

extension Doctor {
    /// Whether the audit trail is sent where it is to be sent.
    /// - Parameters:
    ///   - standing: nil where nobody could look.
    ///   - tenant: to whose people nothing is said: it is the operator's.
    func syslog(_ standing: TrailStanding?, _ thoroughness: Thoroughness, for tenant: String?) async -> Finding? {
        guard tenant == nil, let configuration = configuration.syslog else { return nil }
        do {
            let receiver = try SyslogReceiver(configuration)
            var place = "\(receiver.address.name)"
            if let standing, standing.waiting > 0 {
                place += ", for which \(standing.waiting) entries of the audit trail wait"
            }
            guard thoroughness == .whole else { return nil }
            guard let failure = await Self.failure(of: receiver) else {
                return .good("syslog", "\(place): takes a connection")
            }
            return .problem("syslog", "\(place): \(failure.rawValue)")
        } catch {
            return .problem("syslog", (error as? ConfigurationError)?.description ?? "it cannot be used")
        }
    }

    /// Connects, and sends nothing.
    private static func failure(of receiver: SyslogReceiver) async -> SyslogConnection.Failure? {
        do {
            let connection = try await SyslogConnection.open(to: receiver)
            // By then it has said so where it does not take this server's certificate, which TLS 1.3 leaves until after.
            try? await Task.sleep(for: .seconds(1))
            let isOpen = connection.isOpen
            await connection.close()
            return isOpen ? nil : .insecure
        } catch {
            return error as? SyslogConnection.Failure ?? .unreachable
        }
    }
}
