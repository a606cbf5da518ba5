import OnboardingCore
import OnboardingJSON
import Testing

@testable import Tenancy

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

    @Test func aMemberThatIsNullCountsAsMissing() throws {
        for name in ["authentication", "reenrollment", "document"] {
            let posted = JSONValue.object([
                "onboardingConfig": .object(["onboardingOptions": .object([name: .null]), "maxDeviceIds": .null])
            ])
            #expect(try ConfigurationChange.result(of: posted, on: stored) == stored)
        }
        #expect(try ConfigurationChange.result(of: .object(["onboardingConfig": .null]), on: stored) == stored)

        let unknown = JSONValue.object(["extra": .array([.object(["kept": .number(1), "absent": .null])])])
        let changed = try ConfigurationChange.result(of: unknown, on: stored)
        #expect(changed["extra"] == .array([.object(["kept": .number(1)])]))
    }

    /// A null group was stored in place of its switches, and the rules about these no longer applied.
    @Test func aGroupThatIsNullSwitchesNothingOff() throws {
        let isNull = ["authentication": JSONValue.null]
        let posted = options("enrollment", ["addFace": .bool(false)])
            .merged(with: .object(["onboardingConfig": .object(["onboardingOptions": .object(isNull)])]))
        #expect(throws: ConfigurationRefusal.self) { try ConfigurationChange.result(of: posted, on: stored) }
    }

    @Test(arguments: [
        ("onboardingConfig", JSONValue.number(5)),
        ("onboardingConfig.onboardingOptions", .array([])),
        ("onboardingConfig.onboardingOptions.enrollment.ageEstimation", .bool(true)),
        ("onboardingConfig.onboardingOptions.enrollment.ageEstimation.enabled", .string("yes")),
        ("onboardingConfig.onboardingOptions.enrollment.ageEstimation.minTolerance", .number(-1)),
        ("onboardingConfig.onboardingOptions.enrollment.checkDuplicateEnrollment", .string("x")),
        ("onboardingConfig.onboardingOptions.enrollment.checkDuplicateEnrollment.matchThreshold", .string("x")),
        ("onboardingConfig.onboardingOptions.enrollment.checkDuplicateEnrollment.matchThreshold", .number(-5)),
        ("onboardingConfig.onboardingOptions.enrollment.checkDuplicateEnrollment.matchThreshold", .number(101)),
        ("onboardingConfig.onboardingOptions.enrollment.icaoVerification", .string("mandatory")),
        ("onboardingConfig.onboardingOptions.document", .number(1)),
        ("onboardingConfig.onboardingOptions.document.rfid", .number(5)),
        ("onboardingConfig.onboardingOptions.document.rfid", .string("SOMETIMES")),
        ("onboardingConfig.onboardingOptions.authentication", .array([.number(1)])),
        ("onboardingConfig.onboardingOptions.authentication.verifyFace", .string("true")),
        ("onboardingConfig.onboardingOptions.reenrollment", .string("x")),
        ("onboardingConfig.maxAuthenticationAttempts", .number(1.5)),
        ("onboardingConfig.saveToSubjectManager", .string("x")),
        ("onboardingConfig.recordAuthenticationVideo", .number(5)),
        ("onboardingConfig.recordRenrollmentVideo", .string("yes")),
        ("documentVerificationConfig", .array([])),
    ])
    func aDocumentedKeyOfAnotherTypeOrRangeIsRefusedByName(name: String, value: JSONValue) {
        let posted = JSONValue.object([:]).setting(value, at: name.split(separator: ".").map(String.init)[...])
        do throws(ConfigurationRefusal) {
            _ = try ConfigurationChange.result(of: posted, on: stored)
            Issue.record("accepted")
        } catch {
            #expect(error.kind == .value && error.message == "\(name) has a value that is not allowed")
            #expect(error.key == name && error.rule == nil)
        }
    }

    private static let notAllowed: [(name: String, value: JSONValue, allowed: [String], range: ClosedRange<Double>?)] =
        [
            ("maxFaceAttempts", .number(0), [], 1...100),
            ("ocrPortraitSelfieMatchThreshold", .number(13), [], 0...12),
            ("minimumLivenessLevel", .number(3), ["2", "4", "6"], nil),
            ("replayGuard", .string("x"), ["off", "exact", "near"], nil),
            ("requireConsent", .number(1), ["true", "false"], nil),
            ("privacyContact", .number(1), [], nil),
        ]

    @Test(arguments: notAllowed)
    func aRefusedValueComesWithItsKeyAndWhatThatMayHave(
        name: String, value: JSONValue, allowed: [String], range: ClosedRange<Double>?
    ) {
        let posted = JSONValue.object(["onboardingConfig": .object([name: value])])
        let refusal = #expect(throws: ConfigurationRefusal.self) {
            try ConfigurationChange.result(of: posted, on: stored)
        }
        #expect(refusal?.key == "onboardingConfig.\(name)")
        #expect(refusal?.allowed == allowed && refusal?.range == range)
    }

    @Test func whatIsNotServedIsNotAmongWhatIsAllowed() {
        let refusal = #expect(throws: ConfigurationRefusal.self) {
            try ConfigurationChange.result(
                of: options("document", ["rfid": .string("MANDATORY")]), on: stored)
        }
        #expect(refusal?.rule == .notServed && refusal?.allowed == ["DISABLED", "OPTIONAL"])
    }

    /// The whole documents that the vendor's clients post, with values that are served.
    @Test func theVendorsPresetsAreAccepted() throws {
        let preset = options(
            "enrollment",
            [
                "addDevice": .bool(true), "addFace": .bool(true), "addDocument": .bool(false), "addVoice": .bool(false),
                "addPIN": .bool(false), "icaoVerification": .string("OPTIONAL"),
                "ageEstimation": .object([
                    "enabled": .bool(false), "minAge": .number(18), "maxAge": .number(65), "minTolerance": .number(2),
                    "maxTolerance": .number(2),
                ]),
                "checkDuplicateEnrollment": .object(["enabled": .bool(true), "matchThreshold": .number(85)]),
            ]
        )
        .merged(with: options("document", ["rfid": .string("OPTIONAL")]))
        .merged(with: options("reEnrollment", ["verifyFace": .bool(false)]))
        let changed = try ConfigurationChange.result(of: preset, on: stored)
        let rfid = changed.value(at: ["onboardingConfig", "onboardingOptions", "document", "rfid"])
        #expect(rfid == .string("OPTIONAL"))
        let settings = try TenantSettings(changed)
        #expect(settings.requiredChecks == [.addDevice, .addFace])
        #expect(settings.duplicates == .init(policy: .report, leastPercent: 85))
        #expect(try TenantSettings(stored).duplicates == nil, "off until somebody says otherwise")
    }

    @Test func nobodyIsAskedForAChallengeThatNoPackageCouldAnswer() throws {
        func change(_ members: [String: JSONValue]) -> JSONValue { .object(["onboardingConfig": .object(members)]) }
        let active = try ConfigurationChange.result(of: change(["faceWorkflow": .string("active")]), on: stored)
        for members: [String: JSONValue] in [
            ["allowedWorkflows": .array([.string("charlie")])],
            ["acceptedPackageForms": .array([.string("oaep-sha256-cbc")])],
        ] {
            #expect(throws: ConfigurationRefusal.self) {
                try ConfigurationChange.result(of: change(members), on: active)
            }
            _ = try ConfigurationChange.result(of: change(members), on: stored)
        }
    }

    /// Several posts, each within the limits of a body, must not add up to a document that no body holds.
    @Test func aDocumentThatCouldNotBePostedBackIsRefused() throws {
        func padding(_ key: String, _ value: JSONValue) -> JSONValue { .object([key: value]) }
        let half = JSONValue.string(String(repeating: "x", count: Limit.configuration.value / 2))
        let once = try ConfigurationChange.result(of: padding("a", half), on: stored)
        #expect(throws: ConfigurationRefusal.self) {
            try ConfigurationChange.result(of: padding("b", half), on: once)
        }
        let many = JSONValue.array(Array(repeating: .bool(true), count: Limit.jsonValues.value / 2 + 1))
        let listed = try ConfigurationChange.result(of: padding("a", many), on: stored)
        #expect(throws: ConfigurationRefusal.self) {
            try ConfigurationChange.result(of: padding("b", many), on: listed)
        }
    }

    @Test func aThresholdFollowsThePlaceThatChangedAndKeepsItsType() throws {
        let key = "ocrPortraitSelfieMatchThreshold"
        let asText = stored.setting(.string("3.5"), at: ["documentVerificationConfig", key])
        let changed = try ConfigurationChange.result(of: asText, on: stored)
        #expect(changed.value(at: ["onboardingConfig", key]) == .number(3.5))
        #expect(changed.value(at: ["documentVerificationConfig", key]) == .string("3.5"))

        let asNumber = changed.setting(.number(3), at: ["documentVerificationConfig", key])
        let again = try ConfigurationChange.result(of: asNumber, on: changed)
        #expect(again.value(at: ["documentVerificationConfig", key]) == .number(3))
        #expect(again.value(at: ["onboardingConfig", key]) == .number(3))

        let both = stored.setting(.number(5), at: ["onboardingConfig", key])
            .setting(.string("4"), at: ["documentVerificationConfig", key])
        #expect(throws: ConfigurationRefusal.self) { try ConfigurationChange.result(of: both, on: stored) }
    }

    @Test(arguments: ["onboardingConfig", "documentVerificationConfig"])
    func aThresholdBelowThreeNeedsTheSwitchThatSaysWhatItMeans(place: String) throws {
        let key = "ocrPortraitSelfieMatchThreshold"
        let low = stored.setting(.number(2.9), at: [place, key][...])
        #expect(throws: ConfigurationRefusal.self) { try ConfigurationChange.result(of: low, on: stored) }
        let allowed = low.setting(.bool(true), at: ["onboardingConfig", "allowLowMatchThresholds"])
        let changed = try ConfigurationChange.result(of: allowed, on: stored)
        #expect(try TenantSettings(changed).portraitMatchThreshold == 2.9)
        // The switch alone cannot be taken away again.
        let off = JSONValue.object(["onboardingConfig": .object(["allowLowMatchThresholds": .bool(false)])])
        #expect(throws: ConfigurationRefusal.self) { try ConfigurationChange.result(of: off, on: changed) }
    }

    /// Tenants had 2.0 before there was a switch. What counts is what they are shown, and it can be posted back.
    @Test func aLowThresholdThatWasStoredWithoutTheSwitchCountsAsThree() throws {
        let key = "ocrPortraitSelfieMatchThreshold"
        let older = stored.setting(.number(2), at: ["onboardingConfig", key])
            .setting(.string("2.0"), at: ["documentVerificationConfig", key])
        #expect(try TenantSettings(older).portraitMatchThreshold == 3)
        let shown = CustomerConfiguration.shown(older)
        #expect(shown.value(at: ["onboardingConfig", key]) == .number(3))
        #expect(shown.value(at: ["documentVerificationConfig", key]) == .string("3.0"))
        #expect(try TenantSettings(ConfigurationChange.result(of: shown, on: older)).portraitMatchThreshold == 3)
        let other = JSONValue.object(["onboardingConfig": .object(["maxFaceAttempts": .number(4)])])
        #expect(try TenantSettings(ConfigurationChange.result(of: other, on: older)).portraitMatchThreshold == 3)
    }

    @Test(arguments: ["0x2", "0x1p1", "+2", "2.", ".5", "1e0", " 2", "2,5", "", "nan", "inf", "-1", "13"])
    func aThresholdThatIsNotADecimalNumberInRangeIsRefused(text: String) {
        let posted = stored.setting(
            .string(text), at: ["documentVerificationConfig", "ocrPortraitSelfieMatchThreshold"])
        #expect(throws: ConfigurationRefusal.self) { try ConfigurationChange.result(of: posted, on: stored) }
    }

    @Test func checksThatAreNotServedAreRefused() {
        for name in ["addVoice", "addPIN", "checkDeviceSecurity"] {
            #expect(throws: ConfigurationRefusal.self) {
                try ConfigurationChange.result(of: options("enrollment", [name: .bool(true)]), on: stored)
            }
        }
        let others = [
            options("authentication", ["verifyVoice": .bool(true)]),
            options("document", ["rfid": .string("MANDATORY")]),
            options("enrollment", ["icaoVerification": .string("MANDATORY")]),
        ]
        for posted in others {
            do throws(ConfigurationRefusal) {
                _ = try ConfigurationChange.result(of: posted, on: stored)
                Issue.record("accepted")
            } catch {
                #expect(error.kind == .value && error.message.contains("not served yet"))
            }
        }
    }

    @Test func aFaceThatIsNotEnrolledCannotBeRequiredLater() throws {
        let off = options("enrollment", ["addFace": .bool(false)])
        do throws(ConfigurationRefusal) {
            _ = try ConfigurationChange.result(of: off, on: stored)
            Issue.record("accepted")
        } catch {
            #expect(error.message.hasPrefix("When enrollment.addFace is false, neither authentication.verifyFace"))
        }
        // The rule applies to the result: both changes in one post are fine.
        let both = off.merged(with: options("authentication", ["verifyFace": .bool(false)]))
            .merged(with: options("reenrollment", ["verifyFace": .bool(false)]))
        let changed = try ConfigurationChange.result(of: both, on: stored)
        #expect(try TenantSettings(changed).requiredChecks == [.addDevice, .addDocument])
    }

    @Test func atLeastOneCheckMustBeOn() {
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
        let refusal = #expect(throws: ConfigurationRefusal.self) {
            try ConfigurationChange.result(
                of: options("enrollment", ["addDocument": .bool(false), "icaoVerification": .string("MANDATORY")]),
                on: stored)
        }
        #expect(refusal?.kind == .conflict)
    }

    @Test(arguments: [JSONValue.number(-1), .string("three"), .number(1.5), .number(0)])
    func maxDeviceIdsIsAWholeNumberAboveZero(value: JSONValue) {
        let posted = JSONValue.object(["onboardingConfig": .object(["maxDeviceIds": value])])
        #expect(throws: ConfigurationRefusal.self) { try ConfigurationChange.result(of: posted, on: stored) }
    }
}
