import NIOCore
import NIOPosix
import OnboardingCore
import Testing

@testable import OnboardingHTTP
@testable import Tenancy

@Suite struct EventLoopExecutorTests {
    @Test func tasksStayOnTheLoopsExceptWhereTheyAreSentAway() async throws {
        let executor = EventLoopExecutor(loops: 2)
        await withTaskExecutorPreference(executor) {
            #expect(await Self.isOnALoop())
            #expect(await !awayFromTheLoops { await Self.isOnALoop() })
            #expect(await Self.isOnALoop())
            await withTaskGroup { group in
                for _ in 0..<100 { group.addTask { #expect(await Self.isOnALoop()) } }
            }
        }
        try await executor.loops.shutdownGracefully()
    }

    @Test func whatTheThreadPoolsAndTheDatabaseAnswerComesBackToALoop() async throws {
        let executor = EventLoopExecutor(loops: 1)
        let pool = WorkerPool(workers: 1, yieldsToOthers: false, metrics: Metrics())
        let queue = NIOThreadPool.singleton
        try await withTaskExecutorPreference(executor) {
            let isOnALoop = try await pool.run(.signature) { MultiThreadedEventLoopGroup.currentEventLoop != nil }
            #expect(!isOnALoop)
            #expect(await Self.isOnALoop())
            #expect(try await !queue.runIfActive { MultiThreadedEventLoopGroup.currentEventLoop != nil })
            #expect(await Self.isOnALoop())
        }
        try await pool.shutDown()
        try await executor.loops.shutdownGracefully()
    }

    @Test func whatTakesLongIsNotHandledOnALoop() async throws {
        let executor = EventLoopExecutor(loops: 1)
        func place(_ effort: Route.Effort, bodyOf bytes: Int) async throws -> String {
            let route = Route(.post, "/", for: .anyone, effort: effort) { _ in .text("\(await Self.isOnALoop())") }
            let call = Request(
                path: "/", parameters: [:], headers: [:], queryText: "", body: ByteBuffer(repeating: 0, count: bytes),
                bodyDigest: [],
                senderBlock: "", now: Instant(millisecondsSince1970: 0), principal: nil)
            return try await route.response(to: call).text
        }
        try await withTaskExecutorPreference(executor) {
            let short = try await place(.light, bodyOf: 16 << 10)
            let long = try await place(.light, bodyOf: (16 << 10) + 1)
            let alwaysLong = try await place(.long, bodyOf: 0)
            let pooled = try await place(.pooled, bodyOf: 1 << 20)
            #expect(short == "true")
            #expect(long == "false")
            #expect(alwaysLong == "false")
            #expect(pooled == "true")
        }
        try await executor.loops.shutdownGracefully()
    }

    private static func isOnALoop() async -> Bool { MultiThreadedEventLoopGroup.currentEventLoop != nil }
}
