internal import OnboardingJSON
internal import OnboardingCore
internal import OnboardingStorage

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

extension ConfigurationRefusal {
    /// - Parameter key: its path from the top, with dots.
    init(notAllowed key: String) {
        self.init(kind: .value, message: "\(key) has a value that is not allowed")
    }
}

/// The rules by which a posted document changes a configuration. Pure: documents in, document out.
///
/// Clients post single keys, the whole `onboardingConfig`, or the whole answer of a GET with one value changed; all three
/// are laid over what is stored, object by object. Rules are held against the result, so that the order of several posts
/// does not matter where it need not.
enum ConfigurationChange {
    /// Keys that nobody knows are kept, so that a document needs a bound. Its route takes four times as many bytes
    /// (`AdminRoutes`): a client may write every sign of another alphabet as an escape, and blanks between them.
    private static let maximumByteCount = 64 << 10

    private static let options = ["onboardingConfig", "onboardingOptions"]
    private static let enrollment = options + ["enrollment"]
    private static let chip = enrollment + ["icaoVerification"]
    private static let thresholds = ["ocrPortraitSelfieMatchThreshold", "rfidPortraitSelfieMatchThreshold"]

    /// `stored` changed by `posted`, in which a member that is null counts as missing.
    static func result(of posted: JSONValue, on stored: JSONValue) throws(ConfigurationRefusal) -> JSONValue {
        guard case .object(var members) = posted.withoutNullMembers else {
            throw ConfigurationRefusal(kind: .value, message: "A configuration is a JSON object")
        }
        for key in CustomerConfiguration.readOnly.keys { members[key] = nil }
        var merged = stored.merged(with: .object(members))
        if !isOn(merged, enrollment + ["addDocument"]), text(merged, chip) == "MANDATORY" {
            throw ConfigurationRefusal(
                kind: .conflict, message: "icaoVerification must be DISABLED when enrollment.addDocument is false")
        }
        for key in DocumentedKey.all { try key.check(merged) }
        for key in thresholds { merged = try settling(key, posted: .object(members), stored: stored, in: merged) }

        if !isOn(merged, enrollment + ["addDocument"]) {
            merged = merged.setting(.string("DISABLED"), at: chip[...])
        }
        try check(merged)
        try checkSize(merged)
        return merged
    }

    /// What could not be posted back is not kept.
    private static func checkSize(_ document: JSONValue) throws(ConfigurationRefusal) {
        guard let shown = try? sortedKeyJSON(CustomerConfiguration.shown(document)), shown.count <= maximumByteCount,
            JSONShape.validationError(in: shown) == nil
        else {
            throw ConfigurationRefusal(
                kind: .value, message: "The configuration would be larger than 64 KiB, or of too many values")
        }
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
            throw ConfigurationRefusal(notAllowed: error.key)
        }
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
        let ages = ["minAge", "maxAge"].compactMap { number(document.value(at: enrollment + ["ageEstimation", $0])) }
        if ages.count == 2, ages[0] > ages[1] {
            throw ConfigurationRefusal(kind: .conflict, message: "ageEstimation.minAge is above maxAge")
        }
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
        // As people write it; `Double` takes C's hexadecimal and exponents too.
        case .string(let text): text.wholeMatch(of: /[0-9]{1,9}(\.[0-9]{1,9})?/) == nil ? nil : Double(text)
        case .object, .array, .bool, .null, nil: nil
        }
    }
}
