import Foundation
import OnboardingCore
import OnboardingCrypto
import OnboardingStorage
import Testing

@testable import Onboarding

@Suite struct CaptureSessionIDTests {
    private static let now = Instant(millisecondsSince1970: 1_800_000_000_000)

    /// The keys of a tenant, in a folder of their own.
    private final class TenantKeys {
        let keyRing: any KeyStore
        let tenant: TenantID
        private let path = NSTemporaryDirectory() + "onboarding-keys-" + UUID().uuidString

        init() async throws {
            let folder = try DataFolder.prepare(path)
            keyRing = try SQLiteKeyStore(
                folder, masterKey: MasterKey.loadOrCreate(path: path + ".key", outside: path))
            tenant = try TenantID.random()
            try await keyRing.makeTenantKey(of: tenant)
        }

        deinit {
            try? FileManager.default.removeItem(atPath: path)
            try? FileManager.default.removeItem(atPath: path + ".key")
        }
    }

    private static func borne(_ value: String) throws -> CaptureSessionID? {
        let video = #"{"workflow_data":{"workflow":"charlie4","frames":[]},"meta_data":{"session_id":\#(value)}}"#
        return try CaptureSessionID(JSONDecoder().decode(FaceVideo.self, from: Data(video.utf8)))
    }

    @Test func whatIsHandedOutLastsFiveMinutes() async throws {
        let fixture = try await TenantKeys()
        let made = try CaptureSessionID(of: fixture.tenant, keyRing: fixture.keyRing, at: Self.now)
        let borne = try #require(try Self.borne("\"\(made.text.uppercased())\""))
        #expect(borne == made)
        func isLate(after seconds: Int64) throws -> Bool {
            try borne.isLate(
                for: fixture.tenant, keyRing: fixture.keyRing, at: Self.now.adding(seconds: seconds))
        }
        #expect(try !isLate(after: 0) && !isLate(after: 300))
        #expect(try isLate(after: 301) && isLate(after: 100_000))
    }

    @Test func nobodyElsesGrowsOld() async throws {
        let fixture = try await TenantKeys()
        let own = try #require(try Self.borne("\"\(UUID().uuidString)\""))
        let years = Self.now.adding(seconds: 100_000_000)
        #expect(try !own.isLate(for: fixture.tenant, keyRing: fixture.keyRing, at: years))
    }

    @Test func noneIsNoneAndAnythingElseIsRefused() throws {
        #expect(try Self.borne("null") == nil)
        for value in ["\"\"", "5", "[]", "\"x\"", "\"00000000-0000-0000-0000-000000000000\""] {
            #expect(throws: Refusal(.sessionIDInvalid)) { try Self.borne(value) }
        }
    }
}
