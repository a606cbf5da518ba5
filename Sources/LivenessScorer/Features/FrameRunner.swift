internal import Synchronization

/// Runs a job for each index from 0 to below a count, in any order and on any threads, and returns when all have ended.
public struct FrameRunner: Sendable {
    public typealias Job = @Sendable (Int) -> Void

    private let run: @Sendable (_ count: Int, _ job: @escaping Job) -> Void

    public init(_ run: @escaping @Sendable (_ count: Int, _ job: @escaping Job) -> Void) {
        self.run = run
    }

    /// One after another on the calling thread.
    public static let inOrder = FrameRunner { count, job in
        for index in 0..<count { job(index) }
    }

    /// The results of `measure`, in the order of the indices whatever the schedule. Throws the first error in that order.
    func results<Value: Sendable, Failure: Error>(
        of count: Int, _ measure: @escaping @Sendable (Int) throws(Failure) -> Value
    ) throws(Failure) -> [Value] {
        let results = Results<Value, Failure>(count)
        run(count) { index in
            let result: Result<Value, Failure>
            do throws(Failure) {
                result = .success(try measure(index))
            } catch {
                result = .failure(error)
            }
            results.set(result, at: index)
        }
        var values: [Value] = []
        for result in results.all { values.append(try result.get()) }
        return values
    }

    private final class Results<Value: Sendable, Failure: Error>: Sendable {
        private let slots: Mutex<[Result<Value, Failure>?]>

        init(_ count: Int) {
            slots = Mutex(Array(repeating: nil, count: count))
        }

        var all: [Result<Value, Failure>] { slots.withLock { $0.compactMap(\.self) } }

        func set(_ result: Result<Value, Failure>, at index: Int) {
            slots.withLock { $0[index] = result }
        }
    }
}
