import Foundation
import GRDB
import OnboardingCore
import Testing

@testable import OnboardingStorage
@testable import StorageFixture

@Suite struct WriteQueueTests {
    private struct Refused: Error {}

    /// Into a table that refers to no other.
    private static let insert = "INSERT INTO failure (tenant_id, subject_digest, at) VALUES ('t', x'01', ?)"

    private func numbers(_ store: SQLiteStore) async throws -> [Int] {
        try await store.database.read { try Int.fetchAll($0, sql: "SELECT at FROM failure ORDER BY number") }
    }

    @Test func aWriteThatThrowsLeavesTheOthersOfItsGroupAlone() async throws {
        let fixture = try await StoreFixture()
        let outcomes = await withTaskGroup(of: (Int, Bool).self) { group in
            for number in 0..<100 {
                group.addTask {
                    do {
                        try await fixture.sqlite.writer.run { database in
                            try database.execute(sql: Self.insert, arguments: [number])
                            if number.isMultiple(of: 3) { throw Refused() }
                        }
                        return (number, true)
                    } catch {
                        return (number, !(error is Refused))
                    }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        for (number, isWritten) in outcomes { #expect(isWritten != number.isMultiple(of: 3)) }
        #expect(try await numbers(fixture.sqlite).sorted() == (0..<100).filter { !$0.isMultiple(of: 3) })
    }

    /// It has no savepoint of its own.
    @Test func aWriteThatThrowsAndIsAloneLeavesNothing() async throws {
        let fixture = try await StoreFixture()
        let sums = try await fixture.sqlite.verifyTables()
        for number in 0..<3 {
            await #expect(throws: Refused.self) {
                try await fixture.sqlite.writer.run { database in
                    try database.execute(sql: Self.insert, arguments: [number])
                    throw Refused()
                }
            }
            try await fixture.sqlite.writer.run { try $0.execute(sql: Self.insert, arguments: [100 + number]) }
        }
        #expect(try await numbers(fixture.sqlite) == [100, 101, 102])
        // What was undone is in no sum either.
        #expect(try await fixture.sqlite.verifyTables() == sums)
    }

    @Test func writesThatWaitShareATransaction() async throws {
        let fixture = try await StoreFixture()
        let before = try await commits(fixture.sqlite)
        try await withThrowingTaskGroup { group in
            for number in 0..<500 {
                group.addTask {
                    try await fixture.sqlite.writer.run { database in
                        try database.execute(sql: Self.insert, arguments: [number])
                    }
                }
            }
            try await group.waitForAll()
        }
        let transactions = try await commits(fixture.sqlite) - before
        #expect(try await numbers(fixture.sqlite).count == 500)
        #expect(transactions < 400, "500 concurrent writes")
    }

    /// Frames of the write-ahead log that end a transaction, counted by their header (SQLite file format §4.1).
    private func commits(_ store: SQLiteStore) async throws -> Int {
        let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: store.database.path + "-wal")))
        let frame = 24 + 4096
        return stride(from: 32, to: bytes.count - frame + 1, by: frame)
            .count { bytes[($0 + 4)..<($0 + 8)].contains { $0 != 0 } }
    }

    /// A client that hangs up must not undo what others wrote in the same transaction, nor what it wrote itself.
    @Test func aWriteOutlivesTheTaskThatAskedForIt() async throws {
        let fixture = try await StoreFixture()
        await withTaskGroup { group in
            for number in 0..<50 {
                group.addTask {
                    let task = Task {
                        try await fixture.sqlite.writer.run { database in
                            try database.execute(sql: Self.insert, arguments: [number])
                        }
                    }
                    if number.isMultiple(of: 2) { task.cancel() }
                    let result = await task.result
                    #expect(throws: Never.self) { try result.get() }
                }
            }
        }
        #expect(try await numbers(fixture.sqlite).sorted() == Array(0..<50))
    }

    /// SQLite rolls back by itself when the disk is full; what came before is gone and what follows must not run alone.
    @Test func aLostTransactionIsReportedToAllWhoWereInItAndNobodyElse() async throws {
        let fixture = try await StoreFixture()
        let outcomes = await withTaskGroup(of: (Int, Bool).self) { group in
            for number in 0..<200 {
                group.addTask {
                    do {
                        try await fixture.sqlite.writer.run { database in
                            try database.execute(sql: Self.insert, arguments: [number])
                            if number == 50 { try database.execute(sql: "ROLLBACK") }
                        }
                        return (number, true)
                    } catch {
                        return (number, false)
                    }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        let reported = outcomes.filter(\.1).map(\.0).sorted()
        #expect(!reported.contains(50))
        #expect(try await numbers(fixture.sqlite).sorted() == reported)
        try await fixture.sqlite.writer.run { try $0.execute(sql: Self.insert, arguments: [999]) }
        #expect(try await numbers(fixture.sqlite).contains(999))
    }

    @Test func chainsStayWholeWhileManyCommitAtOnce() async throws {
        let fixture = try await StoreFixture()
        for (tasks, rounds) in [(1, 20), (64, 20)] {
            var ids: [EnrollmentID] = []
            for _ in 0..<tasks {
                ids.append(try await fixture.begun(Policy(requiredChecks: [.addFace], maximumCaptures: 1000)))
            }
            try await withThrowingTaskGroup { group in
                for id in ids {
                    group.addTask {
                        for round in 0..<rounds {
                            let proposal = StoreFixture.proposal(.addFace(.undecided), .addFace, body: "\(round)")
                            let answer = [UInt8](repeating: 1, count: 500)
                            _ = try await fixture.sqlite.commit(id, proposal) { _ in StepWrites(sealedResult: answer) }
                        }
                    }
                }
                try await group.waitForAll()
            }
            for id in ids {
                #expect(try await fixture.sqlite.verifyChain(of: id) == .intact(length: 2 + 2 * rounds))
            }
        }
    }
}
