package import OnboardingCore
internal import Synchronization

/// The enrollment that a request is about, which the log names: found deep in a use case, told at the edge.
package final class RequestSubject: Sendable {
    @TaskLocal package static var current: RequestSubject?

    private let found = Mutex<EnrollmentID?>(nil)

    package init() {}

    package var enrollment: EnrollmentID? { found.withLock { $0 } }

    package static func note(_ enrollment: EnrollmentID) { current?.found.withLock { $0 = enrollment } }
}
