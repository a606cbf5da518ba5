package import OnboardingJSON

/// A key of a tenant's configuration, defined once, as a row of `ConfigurationTable`. The documents of new tenants, the
/// reading of stored ones, the check of posted ones, `docs/configuration.md` and the schema in `docs/openapi.yaml` follow
/// from it.
package struct ConfigurationKey: Sendable {
    /// What a new tenant begins with.
    struct Initial: Sendable {
        let standard: JSONValue
        let compatible: JSONValue
        let strict: JSONValue

        /// - Parameter standard: nil for as strict.
        init(standard: JSONValue? = nil, compatible: JSONValue, strict: JSONValue) {
            self.standard = standard ?? strict
            self.compatible = compatible
            self.strict = strict
        }

        static func always(_ value: JSONValue) -> Initial { Initial(compatible: value, strict: value) }
    }

    /// What counts where a stored document lacks the key, because it was written before there was one. Never makes a
    /// document contradict itself.
    enum WhenMissing: Sendable {
        /// As a new compatible tenant: its clients go on as before.
        case compatible
        /// As a new strict tenant: what protects persons is off only where somebody has said so.
        case strict
        case value(JSONValue)
        /// As the key of this name; where that is missing too, as a new strict tenant.
        case sameAs(String)
    }

    /// What the program does with the key.
    package enum Service: Sendable {
        /// `TenantSettings` reads it.
        case served
        /// It is checked, stored and shown; nothing reads it yet.
        case kept
        /// As `kept`, and a change to `value` is refused with these words: a check that is not made must not seem to be.
        case notServed(value: JSONValue, refusal: String)
        /// `MatchThreshold` keeps it the same as the key that is read.
        case secondPlace
        /// It is shown and never stored; posted, it is passed over.
        case shownOnly
    }

    /// The path from the top, with dots.
    package let name: String
    package let path: [String]
    package let values: ConfigurationValues
    let initial: Initial
    let whenMissing: WhenMissing
    /// The version of the product that introduced it.
    let since: String
    package let service: Service
    /// What it does, in one sentence.
    package let purpose: String

    init(
        _ name: String, _ values: ConfigurationValues, initially initial: Initial, whenMissing: WhenMissing,
        since: String, _ service: Service, _ purpose: String
    ) {
        self.name = name
        path = name.split(separator: ".").map(String.init)
        self.values = values
        self.initial = initial
        self.whenMissing = whenMissing
        self.since = since
        self.service = service
        self.purpose = purpose
    }

    /// An object that holds other keys.
    init(group name: String, since: String, _ purpose: String) {
        self.init(
            name, .group, initially: .always(.object([:])), whenMissing: .compatible, since: since, .kept, purpose)
    }

    package var isGroup: Bool { if case .group = values { true } else { false } }

    /// Nothing can be set: what it names is kept elsewhere.
    var isAlwaysEmpty: Bool { if case .nothing = values { true } else { false } }

    package var isServed: Bool { if case .served = service { true } else { false } }

    package var isShownOnly: Bool { if case .shownOnly = service { true } else { false } }

    /// All words or numbers that it may be changed to, where they are few.
    package var allowedWords: [String] {
        switch service {
        case .notServed(.string(let word), _): values.listed.filter { $0 != word }
        case .notServed(.bool(let flag), _): values.listed.filter { $0 != String(flag) }
        case .served, .kept, .notServed, .secondPlace, .shownOnly: values.listed
        }
    }

    /// `document` with this key, if it lacks it. The group of the key must be there: what is no object is not replaced.
    func filled(in document: JSONValue) -> JSONValue {
        guard !isShownOnly, document.value(at: path) == nil,
            case .object? = document.value(at: Array(path.dropLast()))
        else { return document }
        return document.setting(valueWhenMissing(in: document), at: path[...])
    }

    private func valueWhenMissing(in document: JSONValue) -> JSONValue {
        switch whenMissing {
        case .compatible: return initial.compatible
        case .strict: return initial.strict
        case .value(let value): return value
        case .sameAs(let name):
            let other = document.value(atKey: name)
            // In its other place a threshold may be a decimal text.
            if case .threshold = values { return MatchThreshold.number(other).map(JSONValue.number) ?? initial.strict }
            return other ?? initial.strict
        }
    }

    /// The value of this key in a document.
    /// - Throws: an error that names the key where the value is missing or not allowed.
    func value(in document: JSONValue) throws(ConfigurationValidationError) -> JSONValue {
        guard let value = document.value(at: path), values.admit(value) else {
            throw ConfigurationValidationError(key: nameInError(of: document.value(at: path)))
        }
        return value
    }

    /// Clients compare the words of a refusal, and those for a whole number between two allowed ones have always had the
    /// last word of the name alone.
    private func nameInError(of value: JSONValue?) -> String {
        guard case .wholeNumberOf(let allowed) = values, let least = allowed.min(), let greatest = allowed.max(),
            let value, ConfigurationValues.wholeNumber(least...greatest).admit(value)
        else { return name }
        return path.last ?? name
    }

    /// Refuses a changed document in which this key has a value that is not allowed or not served. Leaves out what
    /// `TenantSettings` and `MatchThreshold` check.
    func checkUnread(in document: JSONValue) throws(ConfigurationRefusal) {
        if case .threshold = values { return }
        guard !isServed, !isShownOnly, let value = document.value(at: path) else { return }
        guard values.admit(value) else { throw ConfigurationRefusal(notAllowed: name) }
        if case .notServed(let unserved, let refusal) = service, value == unserved {
            throw ConfigurationRefusal(kind: .value, message: refusal, rule: .notServed, key: self)
        }
    }
}

extension JSONValue {
    /// - Parameter name: of a key, with dots.
    func value(atKey name: String) -> JSONValue? {
        value(at: name.split(separator: ".").map(String.init))
    }
}
