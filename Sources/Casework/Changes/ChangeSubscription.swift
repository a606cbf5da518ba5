package import OnboardingCore

/// A place among those who wait for changes of an enrollment; given back with this value at the latest.
package final class ChangeSubscription: Sendable {
    private let changes: EnrollmentChanges
    private let number: Int
    private let signals: AsyncStream<Void>

    init(to changes: EnrollmentChanges, number: Int, signals: AsyncStream<Void>) {
        (self.changes, self.number, self.signals) = (changes, number, signals)
    }

    deinit { end() }

    /// Waits until there may be something to look at, or `instant`. One task waits at a time.
    /// - Returns: false once it has ended, or the waiting task is cancelled.
    package func next(by instant: Instant) async -> Bool {
        changes.wake(number, at: instant)
        var iterator = signals.makeAsyncIterator()
        return await iterator.next() != nil
    }

    /// Gives the place back and ends a wait, as often as it is called.
    package func end() { changes.end(number) }
}
