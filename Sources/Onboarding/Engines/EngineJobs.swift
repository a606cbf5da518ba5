internal import LivenessScorer
internal import Tenancy
internal import Vision

extension WorkerPool {
    /// Runs a job of the engines, which they give up where it takes too long.
    func measure<Result: Sendable>(
        _ work: Work, parts: Int = 1, _ job: @escaping @Sendable () throws -> Result
    ) async throws -> Result {
        try await run(work, parts: parts) {
            let running = RunningJob.current
            let watch = Checkpoint.Watch(charge: { running?.charge($0) }) {
                running?.excess.map {
                    Checkpoint.GivenUp(secondsTaken: $0.takenInSeconds, secondsAllowed: $0.allowedInSeconds)
                }
            }
            return try Checkpoint.$watch.withValue(watch) { try job() }
        }
    }
}

extension FrameRunner {
    /// Frames of the job that runs on a thread of the pool, on its threads that have nothing else to do as well.
    init(on pool: WorkerPool) {
        self.init { count, job in
            let watch = Checkpoint.watch
            pool.runBesides(count) { index in Checkpoint.$watch.withValue(watch) { job(index) } }
        }
    }
}
