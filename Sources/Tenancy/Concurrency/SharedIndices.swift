internal import Dispatch
internal import Synchronization

/// Indices that several threads take from, one at a time, until none is left.
final class SharedIndices: Sendable {
    private let count: Int
    private let next = Atomic(0)
    private let ended = Atomic(0)
    private let end = DispatchSemaphore(value: 0)

    init(_ count: Int) {
        self.count = count
        if count <= 0 { end.signal() }
    }

    /// Does `job` for indices that nobody else has taken, as long as its thread has nothing better to do.
    func work(_ job: (Int) -> Void, until isWantedElsewhere: () -> Bool = { false }) {
        while !isWantedElsewhere() {
            let index = next.add(1, ordering: .relaxed).oldValue
            guard index < count else { return }
            job(index)
            // What the job wrote must be seen by whoever waits.
            if ended.add(1, ordering: .acquiringAndReleasing).newValue == count { end.signal() }
        }
    }

    /// Once.
    func waitUntilAllHaveEnded() {
        end.wait()
    }
}
