import Foundation
import OnboardingCore
import OnboardingCrypto
import Testing

@testable import OnboardingFixture
@testable import OnboardingStorage
@testable import Operations

@Suite struct WebhookSignatureTests {
    /// The specification's own example.
    @Test func aSignatureIsThatOfTheSpecification() throws {
        let secret = try #require(Data(base64Encoded: "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"))
        let keys = WebhookKeys(secrets: [[UInt8](secret)], pairs: [])
        let headers = try keys.headers(
            id: "msg_p5jXN8AQM9LWM0D4loKWxJek", body: Array(#"{"test": 2432232314}"#.utf8),
            at: Instant(millisecondsSince1970: 1_614_265_330_999))
        #expect(headers.map(\.name) == ["webhook-id", "webhook-timestamp", "webhook-signature"])
        #expect(
            headers.map(\.value) == [
                "msg_p5jXN8AQM9LWM0D4loKWxJek", "1614265330", "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
            ])
    }

    @Test func keysThatWereReplacedSignForADayMore() async throws {
        let test = try await TestInstallation()
        let tenant = try await test.tenant()
        let (store, keys, now) = (test.data.store, test.data.keys, test.now)
        let id = try WebhookID.random()
        func rotate(at now: Instant) async throws {
            let rows = try WebhookSecretKind.newRows(of: id, tenant: tenant.id, keys: keys, at: now)
            try await store.rotate(to: rows, of: .tenant(tenant.id), at: now)
        }
        func read(at now: Instant) async throws -> WebhookKeys {
            try await WebhookKeys.read(of: id, tenant: tenant.id, store: store, keys: keys, at: now)
        }
        try await rotate(at: now)
        let first = try await read(at: now)
        #expect(first.secrets.map(\.count) == [32] && first.pairs.count == 1)
        #expect(first.secretTexts[0].hasPrefix("whsec_") && first.publicKeyTexts[0].hasPrefix("whpk_"))
        try await rotate(at: now)
        let both = try await read(at: now.adding(seconds: Limit.replacedKeyLife.seconds - 1))
        #expect(both.secrets.count == 2 && both.secrets.last == first.secrets.first)
        let signatures = try both.headers(id: "a", body: [1], at: now)[2].value.split(separator: " ")
        #expect(signatures.map { $0.prefix(3) } == ["v1,", "v1,", "v1a", "v1a"])
        let last = try await read(at: now.adding(seconds: Limit.replacedKeyLife.seconds))
        #expect(last.secrets == Array(both.secrets.prefix(1)) && last.pairs.count == 1)
        #expect(
            try await WebhookKeys.read(
                of: try .random(), tenant: tenant.id, store: store, keys: keys, at: now
            ).secrets.isEmpty)
    }

    @Test func attemptsAreSpreadOverADay() throws {
        let now = Instant(millisecondsSince1970: 0)
        var (attempts, total) = (1, Int64(0))
        while let next = WebhookSchedule.next(after: attempts, at: now, random: 0.5) {
            total += next.millisecondsSince1970
            let (low, high) = (
                try #require(WebhookSchedule.next(after: attempts, at: now, random: 0)),
                try #require(WebhookSchedule.next(after: attempts, at: now, random: 1))
            )
            #expect(low < next && next < high)
            attempts += 1
        }
        #expect((20...26).contains(Double(total) / 3_600_000))
        #expect(WebhookSchedule.next(after: 1, at: now, random: 0.5)?.millisecondsSince1970 == 5000)
        #expect(WebhookSchedule.next(after: 0, at: now, random: 0.5) == nil)
    }
}
