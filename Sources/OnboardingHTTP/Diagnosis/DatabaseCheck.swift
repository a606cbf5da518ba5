internal import Logging
internal import Operations
internal import Tenancy

/// Examines the databases once a day, the first time beside the first requests: a start has no time to read them. What is
/// found is in the log, as `onboarding doctor` says it.
struct DatabaseCheck: PeriodicJob {
    static let interval = Duration.seconds(86_400)

    let data: DataDirectory
    let logger: Logger

    func round() async throws {
        for finding in await Doctor.databases(of: data) { finding.log(to: logger) }
    }
}
