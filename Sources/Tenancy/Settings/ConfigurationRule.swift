internal import OnboardingCore
internal import OnboardingCrypto
internal import OnboardingJSON

/// What several keys of a configuration may not say together. Held against the result of a change, so that the order of
/// several changes does not matter where it need not.
struct ConfigurationRule: Sendable {
    let rule: ConfigurationRefusal.Rule
    /// The words of the refusal.
    let message: String
    /// The names of the keys that contradict each other, or of the one that is missing; empty where they are many.
    let keys: [String]
    private let isBroken: @Sendable (JSONValue) -> Bool

    /// Held before the keys are checked one by one, which refuses MANDATORY in other words.
    static let chipNeedsDocument = ConfigurationRule(
        .chipNeedsDocument, message: "icaoVerification must be DISABLED when enrollment.addDocument is false"
    ) { document in
        !document.isOn(enrollment + "addDocument") && document.value(atKey: chip) == .string("MANDATORY")
    }

    /// Held after the keys were checked one by one, in this order.
    static let all = [
        ConfigurationRule(.someCheck, message: "At least one enrollment check must be on") { document in
            !RequiredCheck.allCases.contains { document.isOn(enrollment + $0.rawValue) }
        },
        // The vendor's own words, which its tests compare.
        ConfigurationRule(
            .faceBeforeLaterFaces,
            message: "When enrollment.addFace is false, neither authentication.verifyFace or "
                + "reEnrollment.verifyFace can be true"
        ) { document in
            !document.isOn(enrollment + "addFace")
                && (document.isOn(options + "authentication.verifyFace")
                    || document.isOn(options + "reenrollment.verifyFace"))
        },
        ConfigurationRule(
            .deviceBeforeLaterDevices,
            message: "When enrollment.addDevice is false, authentication.verifyDevice cannot be true"
        ) { document in
            !document.isOn(enrollment + "addDevice") && document.isOn(options + "authentication.verifyDevice")
        },
        ConfigurationRule(
            .agesInOrder, message: "ageEstimation.minAge is above maxAge",
            keys: [enrollment + "ageEstimation.minAge", enrollment + "ageEstimation.maxAge"]
        ) { document in
            guard case .number(let least)? = document.value(atKey: enrollment + "ageEstimation.minAge"),
                case .number(let greatest)? = document.value(atKey: enrollment + "ageEstimation.maxAge")
            else { return false }
            return least > greatest
        },
        // Nobody could answer.
        ConfigurationRule(
            .challengeCanBeAnswered,
            message:
                "faceWorkflow active needs foxtrot among allowedWorkflows, and v2 or plain among acceptedPackageForms"
        ) { document in
            document.value(atKey: "onboardingConfig.faceWorkflow") == .string(FaceWorkflow.active.rawValue)
                && !(document.lists("onboardingConfig.allowedWorkflows", [Workflow.Family.foxtrot.rawValue])
                    && document.lists(
                        "onboardingConfig.acceptedPackageForms",
                        [PackageForm.v2.rawValue, PackageForm.plain.rawValue]))
        },
        ConfigurationRule(
            .emotionsHaveReason,
            message: "faceAttributes.fields with emotions or smiling needs faceAttributes.emotionReason",
            keys: ["faceAttributes.emotionReason"]
        ) { document in
            document.lists("faceAttributes.fields", ["emotions", "smiling"])
                && !document.hasText("faceAttributes.emotionReason")
        },
        ConfigurationRule(
            .categoriesHaveReason,
            message: "faceAttributes.fields with male or age needs faceAttributes.categoryReason",
            keys: ["faceAttributes.categoryReason"]
        ) { document in
            document.lists("faceAttributes.fields", ["male", "age"])
                && !document.hasText("faceAttributes.categoryReason")
        },
        // Nobody could sign in.
        ConfigurationRule(
            .providerIsWhole, message: "oidc.issuer needs oidc.clientId, oidc.roleClaim and an entry of oidc.roleMap"
        ) { document in
            document.hasText("oidc.issuer")
                && !(document.hasText("oidc.clientId") && document.hasText("oidc.roleClaim")
                    && document.value(atKey: "oidc.roleMap") != .array([]))
        },
        ConfigurationRule(.providerBeforeRequired, message: "oidc.required needs oidc.issuer") { document in
            document.isOn("oidc.required") && !document.hasText("oidc.issuer")
        },
    ]

    private static let options = "onboardingConfig.onboardingOptions."
    private static let enrollment = options + "enrollment."
    private static let chip = enrollment + "icaoVerification"

    private init(
        _ rule: ConfigurationRefusal.Rule, message: String, keys: [String] = [],
        isBroken: @escaping @Sendable (JSONValue) -> Bool
    ) {
        self.rule = rule
        self.message = message
        self.keys = keys
        self.isBroken = isBroken
    }

    func check(_ document: JSONValue) throws(ConfigurationRefusal) {
        if isBroken(document) {
            throw ConfigurationRefusal(kind: .conflict, message: message, rule: rule, concerned: keys)
        }
    }

    /// Where no document is required, its chip is not verified either.
    static func chipFollowsDocument(_ document: JSONValue) -> JSONValue {
        if document.isOn(enrollment + "addDocument") { return document }
        return document.setting(.string("DISABLED"), at: chip.split(separator: ".").map(String.init)[...])
    }
}

extension JSONValue {
    /// Whether one of some words stands in a list.
    fileprivate func lists(_ name: String, _ words: [String]) -> Bool {
        guard case .array(let elements)? = value(atKey: name) else { return false }
        return elements.contains { words.map { .string($0) }.contains($0) }
    }

    fileprivate func hasText(_ name: String) -> Bool {
        if case .string(let text)? = value(atKey: name) { !text.isEmpty } else { false }
    }

    fileprivate func isOn(_ name: String) -> Bool { value(atKey: name) == .bool(true) }
}
