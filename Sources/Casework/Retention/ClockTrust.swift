package import OnboardingCore
package import OnboardingStorage

/// Whether something may be erased by what the clock says.
///
/// A clock that is ahead would erase what is not due. So it is trusted as long as it has not moved further since it was last
/// trusted than a server is ever down (`Limit.clockGap`), or somebody has said that it is right.
package struct ClockTrust: Sendable {
    let store: any Store

    package init(store: any Store) {
        self.store = store
    }

    package func holds(at now: Instant) async throws -> Bool {
        let trusted: Instant?
        if let known = try await store.trustedClock() {
            trusted = known
        } else {
            trusted = try await store.newestInstant()
        }
        return trusted.map { now <= $0.adding(seconds: Limit.clockGap.seconds) } ?? true
    }
}
