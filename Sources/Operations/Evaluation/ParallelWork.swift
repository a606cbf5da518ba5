internal import Dispatch
internal import Synchronization

/// Independent pieces of one long measurement, several at a time.
struct ParallelWork<Value: Sendable> {
    /// How many pieces are worked on at a time; 1 or more.
    let threads: Int

    private struct State {
        var next = 0
        var done = 0
        var values: [Value?]
        var error: (any Error)?
    }

    /// What `work` gives for each item, in their order whatever the schedule. After the first error nothing new begins, and
    /// it is thrown. Blocks the calling thread.
    /// - Parameter progress: told the number of items done, and of all, from any thread.
    func results<Item: Sendable>(
        of items: [Item], _ progress: @escaping @Sendable (Int, Int) -> Void,
        _ work: @escaping @Sendable (Item) throws -> Value
    ) throws -> [Value] {
        let state = Mutex(State(values: [Value?](repeating: nil, count: items.count)))
        DispatchQueue.concurrentPerform(iterations: max(1, min(threads, items.count))) { _ in
            while true {
                let taken = state.withLock { state -> Int? in
                    guard state.error == nil, state.next < items.count else { return nil }
                    state.next += 1
                    return state.next - 1
                }
                guard let index = taken else { return }
                let result = Result { try work(items[index]) }
                let done = state.withLock { state in
                    switch result {
                    case .success(let value): state.values[index] = value
                    case .failure(let error): state.error = error
                    }
                    state.done += 1
                    return state.done
                }
                progress(done, items.count)
            }
        }
        let final = state.withLock { $0 }
        if let error = final.error { throw error }
        return final.values.compactMap { $0 }
    }
}
