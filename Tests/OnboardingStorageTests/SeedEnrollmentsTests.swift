import GRDB
import OnboardingCore
import Testing

@testable import OnboardingStorage
@testable import StorageFixture

@Suite struct SeedEnrollmentsTests {
    /// The level `FULL` is 2, and `OFF` is 0 (SQLite's documentation of the pragma).
    @Test func whoWritesAfterVeryManyWaitsForTheDiskAgain() async throws {
        let fixture = try await StoreFixture()
        func level() async throws -> Int? {
            try await fixture.sqlite.database.writeWithoutTransaction { database in
                try Int.fetchOne(database, sql: "PRAGMA synchronous")
            }
        }
        for (syncs, meanwhile) in [(true, 2), (false, 0)] {
            try await fixture.sqlite.beginSeeding(syncs: syncs)
            #expect(try await level() == meanwhile)
            try await fixture.sqlite.finishSeeding()
            #expect(try await level() == 2)
        }
        #expect(try await fixture.sqlite.verifyTables() == [])
    }
}
