internal import Foundation
internal import Synchronization

/// Work on a thread of its own, begun at once: compiling the networks is most of a first start, and half of it can be done
/// beside the other half. The thread has the priority of the one that made it.
public final class LoadingThread<Value: Sendable>: Sendable {
    private let result = Mutex<Value?>(nil)
    private let end = NSCondition()

    public init(_ work: @escaping @Sendable () -> Value) {
        let thread = Thread { [self] in
            let value = work()
            end.withLock {
                result.withLock { $0 = value }
                end.broadcast()
            }
        }
        // As much as a program's main thread has: compiling a network goes deep.
        thread.stackSize = 8 << 20
        thread.start()
    }

    /// What the work gave; waits for its end.
    public var value: Value {
        end.withLock {
            while true {
                if let value = result.withLock({ $0 }) { return value }
                end.wait()
            }
        }
    }
}
