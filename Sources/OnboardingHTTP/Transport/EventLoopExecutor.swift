internal import NIOPosix

/// Runs tasks on event loops, each where it was woken; the library's tasks run on threads of the language's own.
///
/// A call that only reads is answered by the thread that received it. Every change of threads waits for a turn, and while
/// the engines have all cores a turn can take milliseconds to come.
final class EventLoopExecutor: TaskExecutor {
    let loops: MultiThreadedEventLoopGroup

    init(loops count: Int) {
        loops = MultiThreadedEventLoopGroup(numberOfThreads: count)
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let loop = MultiThreadedEventLoopGroup.currentEventLoop ?? loops.next()
        loop.execute { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
