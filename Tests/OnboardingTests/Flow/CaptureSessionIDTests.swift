import EnrollmentCore
import Foundation
import OnboardingAPI
import Testing

@testable import Onboarding

@Suite struct CaptureSessionIDTests {
    private static func borne(_ value: String) throws -> CaptureSessionID? {
        let video = #"{"workflow_data":{"workflow":"charlie4","frames":[]},"meta_data":{"session_id":\#(value)}}"#
        return try CaptureSessionID(JSONDecoder().decode(FaceVideo.self, from: Data(video.utf8)))
    }

    @Test func whatIsHandedOutLastsFiveMinutes() async throws {
        let fixture = try await StoreFixture()
        let made = try CaptureSessionID(of: fixture.tenant, keyRing: fixture.keyRing, at: StoreFixture.now)
        let borne = try #require(try Self.borne("\"\(made.text.uppercased())\""))
        #expect(borne == made)
        func isLate(after seconds: Int64) throws -> Bool {
            try borne.isLate(
                for: fixture.tenant, keyRing: fixture.keyRing, at: StoreFixture.now.adding(seconds: seconds))
        }
        #expect(try !isLate(after: 0) && !isLate(after: 300))
        #expect(try isLate(after: 301) && isLate(after: 100_000))
    }

    @Test func nobodyElsesGrowsOld() async throws {
        let fixture = try await StoreFixture()
        let own = try #require(try Self.borne("\"\(UUID().uuidString)\""))
        let years = StoreFixture.now.adding(seconds: 100_000_000)
        #expect(try !own.isLate(for: fixture.tenant, keyRing: fixture.keyRing, at: years))
    }

    @Test func noneIsNoneAndAnythingElseIsRefused() throws {
        #expect(try Self.borne("null") == nil)
        for value in ["\"\"", "5", "[]", "\"x\"", "\"00000000-0000-0000-0000-000000000000\""] {
            #expect(throws: Refusal(.sessionIDInvalid)) { try Self.borne(value) }
        }
    }
}
