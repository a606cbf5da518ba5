import OnboardingJSON
import OnboardingCore
import OnboardingCrypto
import Testing

@testable import Tenancy

@Suite struct TenantSettingsTests {
    @Test func theCompatibleProfileAcceptsAllFormsExceptPKCS1() throws {
        let settings = try TenantSettings(CustomerConfiguration.initial(.compatible))
        #expect(settings.acceptedPackageForms == [.plain, .oaepSHA256CBC, .oaepSHA1CBC, .v2])
        #expect(settings.requiredChecks == RequiredCheck.allCases)
        #expect(settings.portraitMatchThreshold == 3)
        #expect(settings.allowedWorkflows == Set(Workflow.Family.allCases))
        #expect(!settings.allowStillPackages && !settings.requiresConsent && !settings.sampleWebIsEnabled)
    }

    @Test func theStandardProfileIsSafeAndNothingOfItIsWeak() throws {
        let settings = try TenantSettings(CustomerConfiguration.initial(.standard))
        #expect(settings.acceptedPackageForms == [.oaepSHA256CBC, .v2])
        #expect(settings.tokenSigningAlgorithm == .es256)
        #expect(settings.portraitMatchThreshold == 4)
        #expect(settings.retention.biometricsInDays == 180 && settings.retention.trailInDays == 90)
        #expect(!settings.requiresAuthenticity, "or no document would be verified")
        #expect(try settings.weakened.isEmpty)
        #expect(
            try TenantSettings(CustomerConfiguration.initial(.strict)).weakened == [
                "who did what is told for 3650 days"
            ])
    }

    @Test func theCompatibleProfileSaysWhatItWeakens() throws {
        #expect(
            try TenantSettings(CustomerConfiguration.initial(.compatible)).weakened == [
                "face packages are taken in the forms oaep-sha1-cbc, plain",
                "a document's portrait matches from 3 on, at which one stranger of 1000 matches",
                "tokens are signed with RS256",
                "images of faces are kept for 3650 days", "who did what is told for 3650 days",
            ])
    }

    @Test(arguments: [
        ("allowStillPackages", JSONValue.bool(true), "a still photograph passes where a video would be judged"),
        ("replayGuard", .string("off"), "the guard against replays is off"),
        ("portraitReuse", .string("note"), "the document's own portrait is noted as a live face, and not refused"),
        ("sessionBinding", .string("off"), "a session belongs to no phone"),
        ("phoneSeesScores", .bool(true), "phones are told scores"),
        ("fraudHoldDays", .number(0), "evidence of attacks stays for 0 days"),
    ])
    func aGuardThatIsTakenAwayIsNamed(key: String, value: JSONValue, sentence: String) throws {
        let document = CustomerConfiguration.initial(.standard).setting(value, at: ["onboardingConfig", key])
        #expect(try TenantSettings(document).weakened == [sentence])
    }

    @Test func theStrictProfileRequiresMore() throws {
        let settings = try TenantSettings(CustomerConfiguration.initial(.strict))
        #expect(settings.acceptedPackageForms == [.v2])
        #expect(settings.tokenSigningAlgorithm == .es256)
        #expect(settings.requiresConsent && settings.requiresAuthenticity)
        #expect(settings.portraitMatchThreshold == 4)
    }

    @Test(arguments: [
        ("maxFaceAttempts", JSONValue.number(0)), ("maxFaceAttempts", .number(2.5)), ("maxFaceAttempts", .string("5")),
        ("acceptedPackageForms", .array([.string("rot13")])), ("acceptedPackageForms", .array([])),
        ("tokenSigningAlgorithm", .string("none")), ("minimumLivenessLevel", .number(7)), ("replayGuard", .bool(true)),
    ])
    func aValueThatIsNotAllowedIsNamed(key: String, value: JSONValue) {
        let document = CustomerConfiguration.initial(.compatible).setting(value, at: ["onboardingConfig", key])
        #expect(throws: ConfigurationValidationError(key: "onboardingConfig." + key)) { try TenantSettings(document) }
    }

    @Test(arguments: [3, 5]) func aLevelBetweenTwoLevelsIsNamedWithoutItsPath(level: Double) {
        let document = CustomerConfiguration.initial(.compatible)
            .setting(.number(level), at: ["onboardingConfig", "minimumLivenessLevel"])
        #expect(throws: ConfigurationValidationError(key: "minimumLivenessLevel")) { try TenantSettings(document) }
    }

    @Test(arguments: [
        "*", "", "null", "shop.example.org", "https://shop.example.org/", "https://shop.example.org/pages",
        "https://Shop.example.org", "https://shop.example.org:443", "http://shop.example.org:80", "https://",
        "https://shop.example.org:0", "https://ada@shop.example.org", "https://*.example.org",
    ])
    func aTextThatNoBrowserSendsIsNotAnOrigin(text: String) {
        let document = CustomerConfiguration.initial(.compatible)
            .setting(.array([.string(text)]), at: ["onboardingConfig", "sampleWebRoutes", "origins"])
        #expect(throws: ConfigurationValidationError(key: "onboardingConfig.sampleWebRoutes.origins")) {
            try TenantSettings(document)
        }
    }

    @Test(arguments: [
        "https://shop.example.org", "http://localhost:8080", "https://192.0.2.1:8443", "http://[2001:db8::1]:8080",
        "capacitor://localhost", "http://shop.example.org:443",
    ])
    func aTextThatABrowserSendsIsAnOrigin(text: String) throws {
        #expect(WebOrigin(rawValue: text)?.rawValue == text)
    }

    @Test func mergingKeepsOtherKeys() throws {
        let change = JSONValue.object([
            "onboardingConfig": .object([
                "onboardingOptions": .object(["enrollment": .object(["addDocument": .bool(false)])]),
                "extra": .number(1),
            ])
        ])
        let merged = CustomerConfiguration.initial(.compatible).merged(with: change)
        let settings = try TenantSettings(merged)
        #expect(settings.requiredChecks == [.addDevice, .addFace])
        #expect(merged.value(at: ["onboardingConfig", "extra"]) == .number(1))
    }
}
