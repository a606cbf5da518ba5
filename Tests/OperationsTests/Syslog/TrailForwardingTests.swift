import Casework
import OnboardingCore
import Testing

@testable import OnboardingStorage
@testable import Operations
@testable import StorageFixture
@testable import Tenancy

@Suite struct TrailForwardingTests {
    private let fixture: StoreFixture
    private let forwarding: TrailForwarding

    init() async throws {
        fixture = try await StoreFixture()
        forwarding = TrailForwarding(store: fixture.store, receiver: "siem.example.org:6514", host: "kyc-1")
    }

    private func noted(_ count: Int) async throws {
        for number in 0..<count {
            try await fixture.store.note(.failuresCleared(count: number), tenant: fixture.tenant, at: StoreFixture.now)
        }
    }

    @Test func batchesAreTheWholeTrailInOrderAndNoneIsLongerThanItMayBe() async throws {
        try await noted(2 * Limit.syslogBatch.value)
        let length = try await forwarding.standing().length
        var (end, batches) = (0, [TrailForwarding.Batch]())
        while let batch = try await forwarding.batch(after: end) {
            #expect((1...Limit.syslogBatch.value).contains(batch.end - end))
            batches.append(batch)
            end = batch.end
        }
        #expect(end == length && batches.count == 3)
        let text = String(decoding: batches.flatMap(\.bytes), as: UTF8.self)
        let sequences = text.matches(of: /sequence="(\d+)" tenant="acme"/).compactMap { Int($0.output.1) }
        #expect(sequences == Array(1...length))
        #expect(text.contains(" kyc-1 onboarding - failuresCleared [audit@32473 "))
    }

    @Test func theSameEntriesAreTheSameBytes() async throws {
        try await noted(3)
        let first = try await forwarding.batch(after: 1)?.bytes
        #expect(try await forwarding.batch(after: 1)?.bytes == first && first != nil)
    }

    @Test func whatWasSentCanBeSentAgainAndWhatWasNotCannot() async throws {
        try await noted(5)
        let data = try DataDirectory(
            dataFolder: fixture.folder.path, masterKeyFile: fixture.folder.path + ".key", makesMissing: false)
        let auditor = Auditor(data: data)
        let syslog = SyslogConfiguration(receiver: "siem.example.org:6514")
        await #expect(throws: ConfigurationError.self) { try await auditor.sendTrailAgain(from: 1, to: nil) }
        await #expect(throws: ConfigurationError.self) { try await auditor.sendTrailAgain(from: 1, to: syslog) }
        #expect(try await forwarding.settle(from: 0, to: 4, at: StoreFixture.now))
        for number in [.min, 0, 5, .max] {
            await #expect(throws: ConfigurationError.self, "\(number)") {
                try await auditor.sendTrailAgain(from: number, to: syslog)
            }
        }
        #expect(try await forwarding.standing().sent == 4)
        let again = try await auditor.sendTrailAgain(from: 3, to: syslog)
        #expect(again == ("siem.example.org:6514", 4))
        #expect(try await forwarding.standing().sent == 2)
    }
}
