internal import OnboardingStorage

/// Examines the databases once a day, the first time beside the first requests: a start has no time to read them. What is
/// found is in the log, as `onboarding doctor` says it.
struct DatabaseCheck: PeriodicJob {
    static let interval = Duration.seconds(86_400)

    let deployment: Deployment

    func round() async throws {
        let findings = await Doctor.databases(store: deployment.store, keyRing: deployment.keyRing)
        for finding in findings { finding.log(to: deployment.logger) }
    }
}
