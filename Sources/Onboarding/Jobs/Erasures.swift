internal import Logging
internal import OnboardingStorage

/// Completes erasures that a crash or a full disk has cut off. What they are of is unknown to everybody already.
struct Erasures: PeriodicJob {
    static let interval = Duration.seconds(10)

    let deployment: Deployment

    func round() async throws {
        let completed = try await deployment.erase.resume()
        if completed > 0 {
            deployment.logger.notice("erasures completed", metadata: ["enrollments": "\(completed)"])
        }
    }
}
