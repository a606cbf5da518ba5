package import Logging
package import Onboarding

/// Completes erasures that a crash or a full disk has cut off. What they are of is unknown to everybody already.
package struct Erasures: PeriodicJob {
    package static let interval = Duration.seconds(10)

    let erasePerson: ErasePerson
    package let logger: Logger

    package init(erasePerson: ErasePerson, logger: Logger) {
        self.erasePerson = erasePerson
        self.logger = logger
    }

    package func round() async throws {
        let completed = try await erasePerson.resume()
        if completed > 0 {
            logger.notice("erasures completed", metadata: ["enrollments": "\(completed)"])
        }
    }
}
