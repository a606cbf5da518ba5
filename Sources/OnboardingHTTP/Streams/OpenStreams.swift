package import OnboardingCore
internal import Synchronization

/// The streams that are open, up to a limit for all and one for each enrollment, so that no bearer takes the places of others.
package final class OpenStreams: Sendable {
    private struct Counts {
        var all = 0
        var byEnrollment: [EnrollmentID: Int] = [:]
    }

    private let counts = Mutex(Counts())

    package init() {}

    /// Given back at most once.
    package final class Place: Sendable {
        private let streams: OpenStreams
        private let enrollment: EnrollmentID
        private let isTaken = Mutex(true)

        init(of streams: OpenStreams, enrollment: EnrollmentID) {
            (self.streams, self.enrollment) = (streams, enrollment)
        }

        package func giveBack() {
            let wasTaken = isTaken.withLock { isTaken in
                defer { isTaken = false }
                return isTaken
            }
            if wasTaken { streams.giveBack(enrollment) }
        }

        /// A response that is never sent has no producer that would.
        deinit { giveBack() }
    }

    package func take(for enrollment: EnrollmentID) -> Place? {
        let isFree = counts.withLock { counts in
            let own = counts.byEnrollment[enrollment] ?? 0
            guard counts.all < Limit.eventStreams.value, own < Limit.eventStreamsOfSession.value else { return false }
            counts.all += 1
            counts.byEnrollment[enrollment] = own + 1
            return true
        }
        return isFree ? Place(of: self, enrollment: enrollment) : nil
    }

    private func giveBack(_ enrollment: EnrollmentID) {
        counts.withLock { counts in
            counts.all -= 1
            let own = counts.byEnrollment[enrollment] ?? 0
            counts.byEnrollment[enrollment] = own > 1 ? own - 1 : nil
        }
    }
}
