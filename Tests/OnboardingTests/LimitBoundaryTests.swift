import OnboardingCore
import Testing

@testable import Onboarding
@testable import Tenancy

/// What is at a limit is taken, what is one beyond it is refused.
@Suite struct LimitBoundaryTests {
    @Test(arguments: [Limit.text, .username, .publicKey, .consentVersion])
    func aTextIsCountedInCodePoints(limit: Limit) throws {
        #expect(try String(repeating: "é", count: limit.value).checked(limit, as: "x").count == limit.value)
        #expect(throws: Refusal(.fieldTooLong)) {
            try String(repeating: "é", count: limit.value + 1).checked(limit, as: "x")
        }
    }

    @Test func everyTextOfAConsentHasALimit() throws {
        func consent(hash: Int = 0, version: Int = 0, language: Int = 0, time: Int = 0) -> Consent {
            func long(_ text: String, _ more: Int, _ limit: Limit) -> String {
                more == 0 ? text : String(repeating: "a", count: limit.value + more)
            }
            return Consent(
                textHash: long(String(repeating: "ab", count: 32), hash, .consentHash),
                textVersion: long("1", version, .consentVersion), language: long("en", language, .consentLanguage),
                acceptedAt: long("2026-03-02T07:36:25Z", time, .consentTime))
        }
        #expect(try consent().checked() == consent())
        for tooLong in [consent(hash: 1), consent(version: 1), consent(language: 1), consent(time: 1)] {
            #expect(throws: Refusal(.fieldTooLong)) { try tooLong.checked() }
        }
    }

    @Test func aTenantsNameHasALimit() throws {
        try TenantCreation.check(name: String(repeating: "a", count: Limit.tenantName.value))
        #expect(throws: TenantCreation.NameError.malformed) {
            try TenantCreation.check(name: String(repeating: "a", count: Limit.tenantName.value + 1))
        }
    }
}
