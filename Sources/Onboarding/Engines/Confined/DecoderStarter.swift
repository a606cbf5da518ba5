internal import Foundation
internal import Synchronization
internal import Tenancy

/// Starts decoders on a thread of its own. A decoder ends with the thread that started it and has its priority, and threads
/// of the engines come and go, some at the lowest priority there is.
final class DecoderStarter: Sendable {
    private enum Order {
        case start(@Sendable () -> Void)
        case end
    }

    /// The thread has it too, and no more than that: so it ends with the starter.
    private final class Orders: Sendable {
        private let waiting = Mutex<[Order]>([])
        private let arrivals = DispatchSemaphore(value: 0)

        func add(_ order: Order) {
            waiting.withLock { $0.append(order) }
            arrivals.signal()
        }

        var next: Order {
            while true {
                arrivals.wait()
                if let order = waiting.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) { return order }
            }
        }
    }

    private let orders = Orders()

    init() {
        let thread = Thread { [orders] in
            ThreadPriority.yieldToOthers()
            while case .start(let start) = orders.next { start() }
        }
        thread.start()
    }

    deinit { orders.add(.end) }

    /// Returns at once.
    func later(_ work: @escaping @Sendable () -> Void) { orders.add(.start(work)) }

    /// Waits for it.
    func now<Value: Sendable>(_ work: @escaping @Sendable () -> Value) -> Value? {
        let result = Result<Value>()
        later {
            result.value.withLock { $0 = work() }
            result.isThere.signal()
        }
        result.isThere.wait()
        return result.value.withLock { $0 }
    }

    private final class Result<Value: Sendable>: Sendable {
        let value = Mutex<Value?>(nil)
        let isThere = DispatchSemaphore(value: 0)
    }
}
