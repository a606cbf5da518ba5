import Foundation
import Logging
import Synchronization
import Testing

@testable import OnboardingFixture
@testable import OnboardingStorage
@testable import Operations
@testable import Tenancy

@Suite struct PlaceWatchTests {
    private final class Counted: PeriodicJob {
        static let interval = Duration.milliseconds(1)
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let rounds = Mutex(0)

        func round() async throws { rounds.withLock { $0 += 1 } }
    }

    /// One line each time, however often it is looked at; no job has a round meanwhile.
    @Test func aFolderThatIsMovedIsSaidOnceAndPausesTheJobs() async throws {
        let test = try await TestInstallation()
        let (files, path, log) = (FileManager.default, test.data.folder.path, KeptLog())
        let (watch, job) = (PlaceWatch(data: test.data, logger: log.logger), Counted())
        try await watch.round()
        try files.moveItem(atPath: path, toPath: path + "-away")
        for _ in 0..<3 { try await watch.round() }
        let lost =
            "error the data directory was moved away or replaced: nothing is written until it is back path=\(path)"
        #expect(log.lines == [lost])

        let running = Task { try await PausingJob(job, place: test.data.place).run() }
        for _ in 0..<3 { await Task.yield() }
        #expect(job.rounds.withLock { $0 } == 0)
        try files.moveItem(atPath: path + "-away", toPath: path)
        for _ in 0..<3 { try await watch.round() }
        #expect(log.lines == [lost, "notice the data directory is back: the server writes again path=\(path)"])
        while job.rounds.withLock({ $0 }) == 0 { await Task.yield() }
        running.cancel()
        _ = await running.result
    }
}
