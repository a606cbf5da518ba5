internal import OnboardingJSON

/// A key that the vendor documents and `TenantSettings` does not read, with what it may say. What nothing in this program
/// serves cannot be switched on: a check that is not made must not seem to be.
struct DocumentedKey: Sendable {
    enum Values: Sendable {
        case object
        case flag
        case number(ClosedRange<Double>)
        case wholeNumber(ClosedRange<Double>)
        case word([String])
    }

    /// From the top, with dots.
    let name: String
    let values: Values
    /// The value that is understood and not served, and the sentence that says so.
    let unserved: (value: JSONValue, sentence: String)?

    /// Parents before what lies in them.
    static let all = [
        DocumentedKey("onboardingConfig", .object),
        DocumentedKey("onboardingConfig.onboardingOptions", .object),
        DocumentedKey("onboardingConfig.sampleWebRoutes", .object),
        DocumentedKey("documentVerificationConfig", .object),
        DocumentedKey(enrollment, .object),
        DocumentedKey(enrollment + ".addVoice", .flag, unserved: (.bool(true), blocks("addVoice"))),
        DocumentedKey(enrollment + ".addPIN", .flag, unserved: (.bool(true), blocks("addPIN"))),
        DocumentedKey(
            enrollment + ".checkDeviceSecurity", .flag, unserved: (.bool(true), blocks("checkDeviceSecurity"))),
        DocumentedKey(
            enrollment + ".icaoVerification", .word(chipWords),
            unserved: (.string("MANDATORY"), "icaoVerification MANDATORY is not served yet")),
        DocumentedKey(enrollment + ".ageEstimation", .object),
        DocumentedKey(
            enrollment + ".ageEstimation.enabled", .flag, unserved: (.bool(true), isNotMade("ageEstimation"))),
        DocumentedKey(enrollment + ".ageEstimation.minAge", .number(0...150)),
        DocumentedKey(enrollment + ".ageEstimation.maxAge", .number(0...150)),
        DocumentedKey(enrollment + ".ageEstimation.minTolerance", .number(0...150)),
        DocumentedKey(enrollment + ".ageEstimation.maxTolerance", .number(0...150)),
        DocumentedKey(enrollment + ".checkDuplicateEnrollment", .object),
        DocumentedKey(
            enrollment + ".checkDuplicateEnrollment.enabled", .flag,
            unserved: (.bool(true), isNotMade("checkDuplicateEnrollment"))),
        // The vendor calls it percent.
        DocumentedKey(enrollment + ".checkDuplicateEnrollment.matchThreshold", .number(0...100)),
        DocumentedKey(options + ".authentication", .object),
        DocumentedKey(options + ".authentication.verifyFace", .flag),
        DocumentedKey(options + ".authentication.verifyDevice", .flag),
        DocumentedKey(
            options + ".authentication.verifyVoice", .flag, unserved: (.bool(true), isNotMade("verifyVoice"))),
        DocumentedKey(options + ".reenrollment", .object),
        DocumentedKey(options + ".reenrollment.verifyFace", .flag),
        DocumentedKey(options + ".document", .object),
        DocumentedKey(
            options + ".document.rfid", .word(chipWords),
            unserved: (.string("MANDATORY"), "document.rfid MANDATORY is not served yet")),
        DocumentedKey("onboardingConfig.maxDeviceIds", .wholeNumber(1...1000)),
        DocumentedKey("onboardingConfig.maxAuthenticationAttempts", .wholeNumber(1...1000)),
        DocumentedKey("onboardingConfig.saveToSubjectManager", .flag),
        DocumentedKey("onboardingConfig.recordAuthenticationVideo", .flag),
        DocumentedKey("onboardingConfig.recordRenrollmentVideo", .flag),
    ]

    private static let options = "onboardingConfig.onboardingOptions"
    private static let enrollment = options + ".enrollment"
    private static let chipWords = ["DISABLED", "OPTIONAL", "MANDATORY"]

    private init(_ name: String, _ values: Values, unserved: (value: JSONValue, sentence: String)? = nil) {
        self.name = name
        self.values = values
        self.unserved = unserved
    }

    /// Refuses a document in which this key says what it may not.
    func check(_ document: JSONValue) throws(ConfigurationRefusal) {
        guard let value = document.value(at: name.split(separator: ".").map(String.init)) else { return }
        guard values.admit(value) else { throw ConfigurationRefusal(notAllowed: name) }
        if let unserved, value == unserved.value {
            throw ConfigurationRefusal(kind: .value, message: unserved.sentence)
        }
    }

    private static func blocks(_ check: String) -> String {
        "\(check) is not served: a required check that nobody can pass would block every enrollment"
    }

    private static func isNotMade(_ check: String) -> String {
        "\(check) is not served yet, and a check that is not made must not seem to be on"
    }
}

extension DocumentedKey.Values {
    fileprivate func admit(_ value: JSONValue) -> Bool {
        switch (self, value) {
        case (.object, .object), (.flag, .bool): true
        case (.number(let range), .number(let number)): range.contains(number)
        case (.wholeNumber(let range), .number(let number)): range.contains(number) && number == number.rounded()
        case (.word(let words), .string(let word)): words.contains(word)
        case (.object, _), (.flag, _), (.number, _), (.wholeNumber, _), (.word, _): false
        }
    }
}
