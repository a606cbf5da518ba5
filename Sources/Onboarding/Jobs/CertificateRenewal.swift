internal import Logging
internal import OnboardingStorage
internal import Synchronization

/// Takes a renewed certificate into use. Files that do not fit, as when one of the two is still the former, change nothing
/// and are named once.
final class CertificateRenewal: PeriodicJob {
    static let interval = Duration.seconds(2)

    let deployment: Deployment
    private let certificate: ServerCertificate
    private let objection = Mutex<ConfigurationError?>(nil)

    init(deployment: Deployment, certificate: ServerCertificate) {
        self.deployment = deployment
        self.certificate = certificate
    }

    func round() async throws {
        do {
            if try certificate.renew() {
                deployment.logger.notice(
                    "certificate renewed", metadata: ["days": "\(certificate.daysLeft)"])
            }
            objection.withLock { $0 = nil }
        } catch let error as ConfigurationError {
            let isNew = objection.withLock { known in
                defer { known = error }
                return known != error
            }
            if isNew {
                deployment.logger.warning(
                    "certificate not renewed", metadata: ["what": "\(error)", "days": "\(certificate.daysLeft)"])
            }
        }
    }
}
