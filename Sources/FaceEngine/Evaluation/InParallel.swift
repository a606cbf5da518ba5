internal import Dispatch
internal import Synchronization

/// What `body` makes of 0 ..< `count`, in this order, worked out by several threads at a time.
/// - Parameters:
///   - progress: called now and then with a number of results that are there.
/// - Throws: the first error; then what is not begun is left out.
func inParallel<Value: Sendable, Failure: Error>(
    _ count: Int, threads: Int, progress: @Sendable (Int) -> Void,
    _ body: @Sendable (Int) throws(Failure) -> Value
) throws(Failure) -> [Value] {
    let state = Mutex(ParallelState<Value, Failure>(values: [Value?](repeating: nil, count: count)))
    DispatchQueue.concurrentPerform(iterations: max(1, threads)) { _ in
        while true {
            let taken = state.withLock { state -> Int? in
                guard state.error == nil, state.next < count else { return nil }
                state.next += 1
                return state.next - 1
            }
            guard let index = taken else { return }
            let result = Result { () throws(Failure) in try body(index) }
            state.withLock { state in
                switch result {
                case .success(let value): state.values[index] = value
                case .failure(let error): state.error = error
                }
            }
            if index % 100 == 99 { progress(index + 1) }
        }
    }
    let final = state.withLock { $0 }
    if let error = final.error { throw error }
    return final.values.compactMap(\.self)
}

private struct ParallelState<Value, Failure> {
    var next = 0
    var values: [Value?]
    var error: Failure?
}
