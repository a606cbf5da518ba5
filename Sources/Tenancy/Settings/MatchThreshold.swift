internal import OnboardingJSON

/// A threshold that stands in two places, because existing clients write it to either: as a number under
/// `onboardingConfig`, as a number or a decimal text under `documentVerificationConfig`. Both places say the same.
struct MatchThreshold: Sendable {
    /// Below this nobody is kept out by a threshold unless the tenant has said that he wants it so
    /// (`docs/measurements/face-comparison.md`, decision 0057).
    static let leastUsual = 3.0
    /// The key of the switch that allows lower ones.
    static let lowIsAllowed = "onboardingConfig.allowLowMatchThresholds"

    /// The last word of both keys.
    private let name: String
    private let range: ClosedRange<Double>
    private let first: [String]
    private let second: [String]

    private var key: ConfigurationKey? { ConfigurationTable.key(first.joined(separator: ".")) }

    static let all = ConfigurationTable.keys.compactMap { key -> MatchThreshold? in
        guard key.path.first == "onboardingConfig", let name = key.path.last, case .threshold(let range) = key.values
        else { return nil }
        return MatchThreshold(
            name: name, range: range, first: key.path, second: ["documentVerificationConfig", name])
    }

    /// `merged`, which is `stored` with `posted` laid over it, with the same threshold in both places. The place whose
    /// posted value differs from the stored one is the one that was changed; the second place keeps the JSON type that was
    /// last written there.
    func settled(posted: JSONValue, stored: JSONValue, in merged: JSONValue) throws(ConfigurationRefusal) -> JSONValue {
        let present = Self.number(stored.value(at: first))
        var changes: [Double] = []
        for place in [first, second] {
            guard let value = posted.value(at: place) else { continue }
            guard let number = Self.number(value), range.contains(number) else {
                throw ConfigurationRefusal(
                    kind: .value,
                    message: "\(name) must be a number from \(Int(range.lowerBound)) to \(Int(range.upperBound))",
                    rule: nil, key: ConfigurationTable.key(place.joined(separator: ".")))
            }
            if number != present { changes.append(number) }
        }
        guard Set(changes).count <= 1 else {
            throw ConfigurationRefusal(
                kind: .conflict, message: "\(name) is given twice, with different values", rule: .thresholdOnce,
                key: key)
        }
        guard let value = changes.first ?? present else { return merged }
        guard value >= Self.leastUsual || Self.allowsLow(merged) else {
            throw ConfigurationRefusal(
                kind: .conflict, message: "\(name) below \(Int(Self.leastUsual)) needs \(Self.lowIsAllowed)",
                rule: .lowThresholdsAllowed, key: key)
        }
        var shown = JSONValue.number(value)
        if case .string? = posted.value(at: second) ?? stored.value(at: second) {
            // The text as it was written, where it says this value.
            let written = Self.text(posted.value(at: second)) ?? Self.text(stored.value(at: second))
            shown = .string(written.flatMap { Double($0) } == value ? written ?? "\(value)" : "\(value)")
        }
        return merged.setting(.number(value), at: first[...]).setting(shown, at: second[...])
    }

    /// `document` with a threshold that is too low for it, in either place, raised to the least usual one.
    func raised(in document: JSONValue) -> JSONValue {
        if Self.allowsLow(document) { return document }
        return [first, second].reduce(document) { document, place in
            guard let number = Self.number(document.value(at: place)), number < Self.leastUsual else { return document }
            let least: JSONValue =
                Self.text(document.value(at: place)) == nil ? .number(Self.leastUsual) : .string("\(Self.leastUsual)")
            return document.setting(least, at: place[...])
        }
    }

    private static func allowsLow(_ document: JSONValue) -> Bool { document.value(atKey: lowIsAllowed) == .bool(true) }

    /// The number that a value says in either place.
    static func number(_ value: JSONValue?) -> Double? {
        switch value {
        case .number(let number): number
        // As people write it; `Double` takes C's hexadecimal and exponents too.
        case .string(let text): text.wholeMatch(of: /[0-9]{1,9}(\.[0-9]{1,9})?/) == nil ? nil : Double(text)
        case .object, .array, .bool, .null, nil: nil
        }
    }

    private static func text(_ value: JSONValue?) -> String? {
        if case .string(let text)? = value { text } else { nil }
    }
}
