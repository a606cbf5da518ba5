import OnboardingCore
import Testing

@testable import OnboardingHTTP
@testable import Tenancy

/// The fields of draft-ietf-httpapi-ratelimit-headers-10, as its examples have them.
@Suite struct NotedQuotasTests {
    private let now = Instant(millisecondsSince1970: 1_800_000_000_000)

    @Test func aRequestThatIsHeldAgainstNothingHasNoFields() {
        #expect(NotedQuotas().fields == nil)
    }

    @Test func whatIsLeftIsThatAfterTheRequest() throws {
        let throttle = AttemptThrottle(limit: 2, windowInSeconds: 60)
        let quotas = NotedQuotas()
        quotas.note(.previews, throttle, "a", at: now)
        let fresh = try #require(quotas.fields)
        #expect(fresh.policy == #""previews";q=2;w=60"# && fresh.limit == #""previews";r=2"#)
        throttle.countFailure("a", at: now)
        #expect(quotas.fields?.limit == #""previews";r=1;t=60"#)
        throttle.countFailure("a", at: now)
        quotas.note(.unreadablePackages, AttemptThrottle(limit: 10, windowInSeconds: 600), "b", at: now)
        let both = try #require(quotas.fields)
        #expect(both.policy == #""previews";q=2;w=60, "unreadable-packages";q=10;w=600"#)
        #expect(both.limit == #""previews";r=0;t=60, "unreadable-packages";r=10"#)
    }
}
