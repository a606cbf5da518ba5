/// The pools of a server, apart so that what takes milliseconds never waits behind images.
package struct WorkerPools: Sendable {
    /// For images and networks.
    package let engines: WorkerPool
    /// For bodies with images in them.
    package let bodies: WorkerPool
    /// For signatures, which somebody waits for who sends no images.
    package let signatures: WorkerPool
    /// For passwords: each takes 128 MiB, so that there are two at a time and no more, however many cores there are.
    package let passwords: WorkerPool

    package init(workers: Int, metrics: Metrics) {
        engines = WorkerPool(workers: workers, yieldsToOthers: true, metrics: metrics)
        bodies = WorkerPool(workers: workers, yieldsToOthers: true, metrics: metrics)
        signatures = WorkerPool(workers: workers, yieldsToOthers: false, metrics: metrics)
        passwords = WorkerPool(workers: min(2, workers), yieldsToOthers: true, metrics: metrics)
    }

    /// Before anybody calls.
    package func start() {
        for pool in [engines, bodies, signatures, passwords] { pool.start() }
    }

    package func shutDown() async throws {
        try await engines.shutDown()
        try await bodies.shutDown()
        try await signatures.shutDown()
        try await passwords.shutDown()
    }
}
