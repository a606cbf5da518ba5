internal import OnboardingCore
internal import OnboardingCrypto
internal import OnboardingJSON

/// What several keys of a configuration may not say together. Held against the result of a change, so that the order of
/// several changes does not matter where it need not.
struct ConfigurationRule: Sendable {
    /// The words of the refusal.
    let message: String
    private let isBroken: @Sendable (JSONValue) -> Bool

    /// Held before the keys are checked one by one, which refuses MANDATORY in other words.
    static let chipNeedsDocument = ConfigurationRule(
        message: "icaoVerification must be DISABLED when enrollment.addDocument is false"
    ) { document in
        !document.isOn(enrollment + "addDocument") && document.value(atKey: chip) == .string("MANDATORY")
    }

    /// Held after the keys were checked one by one, in this order.
    static let all = [
        ConfigurationRule(message: "At least one enrollment check must be on") { document in
            !RequiredCheck.allCases.contains { document.isOn(enrollment + $0.rawValue) }
        },
        // The vendor's own words, which its tests compare.
        ConfigurationRule(
            message: "When enrollment.addFace is false, neither authentication.verifyFace or "
                + "reEnrollment.verifyFace can be true"
        ) { document in
            !document.isOn(enrollment + "addFace")
                && (document.isOn(options + "authentication.verifyFace")
                    || document.isOn(options + "reenrollment.verifyFace"))
        },
        ConfigurationRule(
            message: "When enrollment.addDevice is false, authentication.verifyDevice cannot be true"
        ) { document in
            !document.isOn(enrollment + "addDevice") && document.isOn(options + "authentication.verifyDevice")
        },
        ConfigurationRule(message: "ageEstimation.minAge is above maxAge") { document in
            guard case .number(let least)? = document.value(atKey: enrollment + "ageEstimation.minAge"),
                case .number(let greatest)? = document.value(atKey: enrollment + "ageEstimation.maxAge")
            else { return false }
            return least > greatest
        },
        // Nobody could answer.
        ConfigurationRule(
            message:
                "faceWorkflow active needs foxtrot among allowedWorkflows, and v2 or plain among acceptedPackageForms"
        ) { document in
            document.value(atKey: "onboardingConfig.faceWorkflow") == .string(FaceWorkflow.active.rawValue)
                && !(document.lists("onboardingConfig.allowedWorkflows", [Workflow.Family.foxtrot.rawValue])
                    && document.lists(
                        "onboardingConfig.acceptedPackageForms",
                        [PackageForm.v2.rawValue, PackageForm.plain.rawValue]))
        },
    ]

    private static let options = "onboardingConfig.onboardingOptions."
    private static let enrollment = options + "enrollment."
    private static let chip = enrollment + "icaoVerification"

    private init(message: String, isBroken: @escaping @Sendable (JSONValue) -> Bool) {
        self.message = message
        self.isBroken = isBroken
    }

    func check(_ document: JSONValue) throws(ConfigurationRefusal) {
        if isBroken(document) { throw ConfigurationRefusal(kind: .conflict, message: message) }
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

    fileprivate func isOn(_ name: String) -> Bool { value(atKey: name) == .bool(true) }
}
