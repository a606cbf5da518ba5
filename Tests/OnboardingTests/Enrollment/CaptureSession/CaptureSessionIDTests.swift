import Foundation
import OnboardingCore
import OnboardingStorage
import Testing

@testable import Onboarding
@testable import OnboardingFixture

@Suite struct CaptureSessionIDTests {
    @Test func whatIsHandedOutLastsForItsLife() async throws {
        let test = try await TestInstallation()
        let (tenant, keys, now) = (try await test.tenant().id, test.data.keys, test.now)
        let made = try CaptureSessionID(of: tenant, keys: keys, at: now)
        let borne = try #require(CaptureSessionID(text: made.text.uppercased()))
        #expect(borne == made)
        func isLate(after seconds: Int64) throws -> Bool {
            try borne.isLate(for: tenant, keys: keys, at: now.adding(seconds: seconds))
        }
        let life = Limit.captureSessionLife.seconds
        #expect(try !isLate(after: 0) && !isLate(after: life))
        #expect(try isLate(after: life + 1) && isLate(after: 100_000))
    }

    @Test func anIDThatAClientMadeNeverExpires() async throws {
        let test = try await TestInstallation()
        let own = try #require(CaptureSessionID(text: UUID().uuidString))
        let years = test.now.adding(seconds: 100_000_000)
        #expect(try !own.isLate(for: try await test.tenant().id, keys: test.data.keys, at: years))
    }

    @Test(arguments: ["", "x", "00000000-0000-0000-0000-000000000000"])
    func anythingElseIsNone(text: String) {
        #expect(CaptureSessionID(text: text) == nil)
    }
}
