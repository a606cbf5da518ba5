internal import Logging
internal import Operations
internal import Synchronization
internal import Tenancy

/// Takes a renewed certificate into use. SwiftNIO's `TimedCertificateReloader` tells of every round alike. Files that do not fit, as when one of the two is still the former, change nothing
/// and are named once.
final class CertificateRenewal: PeriodicJob {
    static let interval = Duration.seconds(2)

    let logger: Logger
    private let certificate: ServerCertificate
    private let lastError = Mutex<ConfigurationError?>(nil)

    init(certificate: ServerCertificate, logger: Logger) {
        self.logger = logger
        self.certificate = certificate
    }

    func round() async throws {
        do {
            if try certificate.renew() {
                logger.notice(
                    "certificate renewed", metadata: ["days": "\(certificate.daysLeft)"])
            }
            lastError.withLock { $0 = nil }
        } catch let error as ConfigurationError {
            let isNew = lastError.withLock { known in
                defer { known = error }
                return known != error
            }
            if isNew {
                logger.warning(
                    "certificate not renewed", metadata: ["what": "\(error)", "days": "\(certificate.daysLeft)"])
            }
        }
    }
}
