internal import OnboardingAPI

/// Why a change of a configuration is refused.
struct ConfigurationRefusal: Error, Equatable {
    enum Kind: Sendable {
        /// A value is not one that its key may have.
        case value
        /// Two settings contradict each other.
        case conflict
    }

    let kind: Kind
    let message: String
}

/// The rules by which a posted document changes a configuration. Pure: documents in, document out.
///
/// Clients post single keys, the whole `onboardingConfig`, or the whole answer of a GET with one value changed; all three
/// are laid over what is stored, object by object. Rules are held against the result, so that the order of several posts
/// does not matter where it need not.
enum ConfigurationChange {
    /// Shown, never stored.
    static let readOnlyKeys = ["serviceVersion", "expirationTime"]

    /// Keys that nobody knows are kept, so that a document needs a bound.
    private static let maximumByteCount = 256 << 10

    private static let thresholds = ["ocrPortraitSelfieMatchThreshold", "rfidPortraitSelfieMatchThreshold"]

    /// `stored` changed by `posted`.
    static func result(of posted: JSONValue, on stored: JSONValue) throws(ConfigurationRefusal) -> JSONValue {
        guard case .object(var members) = posted else {
            throw ConfigurationRefusal(kind: .value, message: "A configuration is a JSON object")
        }
        for key in readOnlyKeys { members[key] = nil }
        var merged = stored.merged(with: .object(members))
        for key in thresholds { merged = try settling(key, posted: .object(members), stored: stored, in: merged) }

        let enrollment = ["onboardingConfig", "onboardingOptions", "enrollment"]
        if !isOn(merged, enrollment + ["addDocument"]), text(merged, enrollment + ["icaoVerification"]) == "OPTIONAL" {
            merged = merged.setting(.string("DISABLED"), at: (enrollment + ["icaoVerification"])[...])
        }
        try check(merged)
        guard let size = try? canonicalJSON(merged).count, size <= maximumByteCount else {
            throw ConfigurationRefusal(kind: .value, message: "The configuration is too large")
        }
        return merged
    }

    /// A threshold stands in two places. The place whose value differs from what is stored is the wish; both then say the
    /// same, the second in the JSON type that was last written there.
    private static func settling(
        _ key: String, posted: JSONValue, stored: JSONValue, in merged: JSONValue
    ) throws(ConfigurationRefusal) -> JSONValue {
        let first = ["onboardingConfig", key]
        let second = ["documentVerificationConfig", key]
        let present = number(stored.value(at: first))
        var wishes: [Double] = []
        for place in [first, second] {
            guard let value = posted.value(at: place) else { continue }
            guard let wish = number(value), (0...12).contains(wish) else {
                throw ConfigurationRefusal(kind: .value, message: "\(key) must be a number from 0 to 12")
            }
            if wish != present { wishes.append(wish) }
        }
        guard Set(wishes).count <= 1 else {
            throw ConfigurationRefusal(kind: .conflict, message: "\(key) is given twice, with different values")
        }
        guard let value = wishes.first ?? present else { return merged }
        let isText = if case .string? = posted.value(at: second) ?? stored.value(at: second) { true } else { false }
        var shown = JSONValue.number(value)
        if isText {
            // The text as it was written, where it says this value.
            let written = text(posted, second) ?? text(stored, second)
            shown = .string(written.flatMap { Double($0) } == value ? written ?? "\(value)" : "\(value)")
        }
        return merged.setting(.number(value), at: first[...]).setting(shown, at: second[...])
    }

    private static func check(_ document: JSONValue) throws(ConfigurationRefusal) {
        do {
            _ = try TenantSettings(document)
        } catch {
            throw ConfigurationRefusal(kind: .value, message: "\(error.key) has a value that is not allowed")
        }
        let options = ["onboardingConfig", "onboardingOptions"]
        let enrollment = options + ["enrollment"]
        let switches =
            ["addVoice", "addPIN", "checkDeviceSecurity"].map { enrollment + [$0] }
            + ["verifyFace", "verifyDevice", "verifyVoice"].map { options + ["authentication", $0] }
            + [options + ["reenrollment", "verifyFace"]]
        for path in switches {
            guard let value = document.value(at: path) else { continue }
            guard case .bool = value else { throw notAllowed(path) }
        }
        for name in ["addVoice", "addPIN", "checkDeviceSecurity"] where isOn(document, enrollment + [name]) {
            throw ConfigurationRefusal(
                kind: .value,
                message: "\(name) is not served: a required check that nobody can pass would block every enrollment")
        }
        for name in ["ageEstimation", "checkDuplicateEnrollment"] where isOn(document, enrollment + [name, "enabled"]) {
            throw ConfigurationRefusal(
                kind: .value, message: "\(name) is not served yet, and a check that is not made must not seem to be on")
        }
        try checkAges(document, enrollment + ["ageEstimation"])
        try checkWords(document, enrollment, options)

        if !RequiredCheck.allCases.contains(where: { isOn(document, enrollment + [$0.rawValue]) }) {
            throw ConfigurationRefusal(kind: .conflict, message: "At least one enrollment check must be on")
        }
        if !isOn(document, enrollment + ["addFace"]),
            isOn(document, options + ["authentication", "verifyFace"])
                || isOn(document, options + ["reenrollment", "verifyFace"])
        {
            // The vendor's own words, which its tests compare.
            throw ConfigurationRefusal(
                kind: .conflict,
                message: "When enrollment.addFace is false, neither authentication.verifyFace or "
                    + "reEnrollment.verifyFace can be true")
        }
        if !isOn(document, enrollment + ["addDevice"]), isOn(document, options + ["authentication", "verifyDevice"]) {
            throw ConfigurationRefusal(
                kind: .conflict,
                message: "When enrollment.addDevice is false, authentication.verifyDevice cannot be true")
        }
    }

    private static func checkAges(_ document: JSONValue, _ path: [String]) throws(ConfigurationRefusal) {
        func age(_ name: String) throws(ConfigurationRefusal) -> Double? {
            guard let value = document.value(at: path + [name]) else { return nil }
            guard case .number(let number) = value, (0...150).contains(number) else { throw notAllowed(path + [name]) }
            return number
        }
        let minimum = try age("minAge")
        let maximum = try age("maxAge")
        _ = try age("minTolerance")
        _ = try age("maxTolerance")
        if let minimum, let maximum, minimum > maximum {
            throw ConfigurationRefusal(kind: .conflict, message: "ageEstimation.minAge is above maxAge")
        }
    }

    private static func checkWords(
        _ document: JSONValue, _ enrollment: [String], _ options: [String]
    ) throws(ConfigurationRefusal) {
        let icao = enrollment + ["icaoVerification"]
        if document.value(at: icao) != nil {
            guard let word = text(document, icao), ["DISABLED", "OPTIONAL", "MANDATORY"].contains(word) else {
                throw notAllowed(icao)
            }
            if word == "MANDATORY" {
                throw isOn(document, enrollment + ["addDocument"])
                    ? ConfigurationRefusal(kind: .value, message: "icaoVerification MANDATORY is not served yet")
                    : ConfigurationRefusal(
                        kind: .conflict,
                        message: "icaoVerification must be DISABLED when enrollment.addDocument is false")
            }
        }
        for (name, range) in [("maxDeviceIds", 1.0...1000), ("maxAuthenticationAttempts", 1.0...1000)] {
            guard let value = document.value(at: ["onboardingConfig", name]) else { continue }
            guard case .number(let number) = value, range.contains(number), number == number.rounded() else {
                throw notAllowed(["onboardingConfig", name])
            }
        }
    }

    private static func notAllowed(_ path: [String]) -> ConfigurationRefusal {
        ConfigurationRefusal(kind: .value, message: "\(path.joined(separator: ".")) has a value that is not allowed")
    }

    private static func isOn(_ document: JSONValue, _ path: [String]) -> Bool {
        document.value(at: path) == .bool(true)
    }

    private static func text(_ document: JSONValue, _ path: [String]) -> String? {
        if case .string(let text)? = document.value(at: path) { text } else { nil }
    }

    private static func number(_ value: JSONValue?) -> Double? {
        switch value {
        case .number(let number): number
        case .string(let text): Double(text)
        case .object, .array, .bool, .null, nil: nil
        }
    }
}
