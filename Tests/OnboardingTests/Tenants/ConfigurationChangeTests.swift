import OnboardingAPI
import Testing

@testable import Onboarding

@Suite struct ConfigurationChangeTests {
    private let stored = CustomerConfiguration.initial(.compatible)

    private func options(_ group: String, _ members: [String: JSONValue]) -> JSONValue {
        .object(["onboardingConfig": .object(["onboardingOptions": .object([group: .object(members)])])])
    }

    @Test func aWholeAnswerPostedBackChangesNothing() throws {
        let shown = stored.merged(with: .object(["serviceVersion": .string("x"), "expirationTime": .string("y")]))
        #expect(try ConfigurationChange.result(of: shown, on: stored) == stored)
        #expect(try ConfigurationChange.result(of: .object([:]), on: stored) == stored)
    }

    @Test func unknownKeysAreKept() throws {
        let posted = JSONValue.object(["onboardingConfig": .object(["ageEstimation": .object(["minAge": .number(3)])])])
        let changed = try ConfigurationChange.result(of: posted, on: stored)
        #expect(changed.value(at: ["onboardingConfig", "ageEstimation", "minAge"]) == .number(3))
    }

    @Test func aThresholdIsTakenFromThePlaceThatDiffersAndKeepsItsType() throws {
        let key = "ocrPortraitSelfieMatchThreshold"
        let asText = stored.setting(.string("2.5"), at: ["documentVerificationConfig", key])
        let changed = try ConfigurationChange.result(of: asText, on: stored)
        #expect(changed.value(at: ["onboardingConfig", key]) == .number(2.5))
        #expect(changed.value(at: ["documentVerificationConfig", key]) == .string("2.5"))

        let asNumber = changed.setting(.number(3), at: ["documentVerificationConfig", key])
        let again = try ConfigurationChange.result(of: asNumber, on: changed)
        #expect(again.value(at: ["documentVerificationConfig", key]) == .number(3))
        #expect(again.value(at: ["onboardingConfig", key]) == .number(3))

        let both = stored.setting(.number(1), at: ["onboardingConfig", key])
            .setting(.string("4"), at: ["documentVerificationConfig", key])
        #expect(throws: ConfigurationRefusal.self) { try ConfigurationChange.result(of: both, on: stored) }
    }

    @Test func checksThatNobodyCouldPassAreRefused() {
        for name in ["addVoice", "addPIN", "checkDeviceSecurity"] {
            #expect(throws: ConfigurationRefusal.self) {
                try ConfigurationChange.result(of: options("enrollment", [name: .bool(true)]), on: stored)
            }
        }
        for name in ["ageEstimation", "checkDuplicateEnrollment"] {
            #expect(throws: ConfigurationRefusal.self) {
                try ConfigurationChange.result(
                    of: options("enrollment", [name: .object(["enabled": .bool(true)])]), on: stored)
            }
        }
    }

    @Test func aFaceThatIsNotEnrolledCannotBeAskedForLater() throws {
        let off = options("enrollment", ["addFace": .bool(false)])
        do throws(ConfigurationRefusal) {
            _ = try ConfigurationChange.result(of: off, on: stored)
            Issue.record("accepted")
        } catch {
            #expect(error.message.hasPrefix("When enrollment.addFace is false, neither authentication.verifyFace"))
        }
        // Held against the result: both in one post are fine.
        let both = off.merged(with: options("authentication", ["verifyFace": .bool(false)]))
            .merged(with: options("reenrollment", ["verifyFace": .bool(false)]))
        let changed = try ConfigurationChange.result(of: both, on: stored)
        #expect(try TenantSettings(changed).requiredChecks == [.addDevice, .addDocument])
    }

    @Test func atLeastOneCheckIsOn() {
        let none = options(
            "enrollment", ["addDevice": .bool(false), "addFace": .bool(false), "addDocument": .bool(false)]
        )
        .merged(with: options("authentication", ["verifyFace": .bool(false)]))
        .merged(with: options("reenrollment", ["verifyFace": .bool(false)]))
        #expect(throws: ConfigurationRefusal.self) { try ConfigurationChange.result(of: none, on: stored) }
    }

    @Test func chipVerificationFollowsTheDocument() throws {
        let optional = try ConfigurationChange.result(
            of: options("enrollment", ["icaoVerification": .string("OPTIONAL")]), on: stored)
        let off = try ConfigurationChange.result(
            of: options("enrollment", ["addDocument": .bool(false)]), on: optional)
        #expect(
            off.value(at: ["onboardingConfig", "onboardingOptions", "enrollment", "icaoVerification"])
                == .string("DISABLED"))
        #expect(throws: ConfigurationRefusal.self) {
            try ConfigurationChange.result(
                of: options("enrollment", ["addDocument": .bool(false), "icaoVerification": .string("MANDATORY")]),
                on: stored)
        }
    }

    @Test(arguments: [JSONValue.number(-1), .string("three"), .number(1.5), .number(0)])
    func maxDeviceIdsIsAWholeNumberAboveZero(value: JSONValue) {
        let posted = JSONValue.object(["onboardingConfig": .object(["maxDeviceIds": value])])
        #expect(throws: ConfigurationRefusal.self) { try ConfigurationChange.result(of: posted, on: stored) }
    }
}
