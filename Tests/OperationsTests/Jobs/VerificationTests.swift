import Foundation
import GRDB
import OnboardingCore
import Testing

@testable import OnboardingFixture
@testable import OnboardingStorage
@testable import Operations
@testable import StorageFixture
@testable import Tenancy

/// The daily check keeps its heads where the data are not, and says what somebody changed.
@Suite struct VerificationTests {
    @Test func aHeadIsKeptForEachRoundThatFoundNothing() async throws {
        let test = try await TestInstallation()
        let file = NSTemporaryDirectory() + "onboarding-heads-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: file) }
        let log = KeptLog()
        let job = Verification(data: test.data, headFile: file, logger: log.logger)
        func heads() throws -> [String] {
            try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n").map(String.init)
        }
        try await job.round()
        _ = try await Visitor(at: test, tenant: try await test.tenant())
        try await job.round()
        #expect(
            try heads().count == 2
                && heads().allSatisfy { AuditHead(text: String($0.suffix(while: { $0 != " " }))) != nil })
        #expect(log.lines.allSatisfy { $0.hasPrefix("notice audit intact") })

        // An older copy of the data does not hold the last head.
        let ahead = try #require(heads().last).replacing(" 1-", with: " 9-")
        try (ahead + "\n").write(toFile: file, atomically: true, encoding: .utf8)
        try await job.round()
        #expect(try heads().count == 1)
        #expect(log.lines.last?.hasPrefix("error audit finding") == true)
    }

    @Test func whatIsNoHeadIsSaid() async throws {
        let test = try await TestInstallation()
        let file = NSTemporaryDirectory() + "onboarding-heads-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: file) }
        try "no head\n".write(toFile: file, atomically: true, encoding: .utf8)
        let job = Verification(data: test.data, headFile: file, logger: test.logger)
        await #expect(throws: ConfigurationError.self) { try await job.round() }
    }
}

extension String {
    /// The longest end of which every character fits.
    fileprivate func suffix(while fits: (Character) -> Bool) -> Substring {
        self[(lastIndex { !fits($0) }.map { index(after: $0) } ?? startIndex)...]
    }
}
