package import OnboardingCore
package import OnboardingJSON

/// A tenant's configuration beside what a new tenant begins with.
package struct ConfigurationStanding: Sendable {
    /// With every key, also those that are missing where it is stored.
    package let document: JSONValue
    /// 1 for the first.
    package let version: Int
    package let changedAt: Instant
    /// The profile from which the fewest keys differ; what a tenant was made with is not stored.
    package let profile: CustomerConfiguration.Profile
    /// Keys that have another value than a new tenant of that profile, by their names.
    package let differing: Set<String>
    /// Keys that nothing reads.
    package let unknown: [UnknownKey]

    init(stored: JSONValue, version: Int, changedAt: Instant) {
        let document = CustomerConfiguration.filled(stored)
        func differing(from profile: CustomerConfiguration.Profile) -> Set<String> {
            Set(
                Self.keys.filter { $0.initial(profile) != document.value(at: $0.path) }.map(\.name))
        }
        let nearest = CustomerConfiguration.Profile.allCases.map { ($0, differing(from: $0)) }
            .min { $0.1.count < $1.1.count }
        self.document = document
        self.version = version
        self.changedAt = changedAt
        profile = nearest?.0 ?? .standard
        self.differing = nearest?.1 ?? []
        unknown = UnknownKey.all(in: stored)
    }

    /// All that can be set, each once: a threshold stands in two places, which say the same.
    package static let keys = ConfigurationTable.keys.filter { key in
        switch key.service {
        case .served, .kept, .notServed: !key.isGroup && !key.isAlwaysEmpty
        case .secondPlace, .shownOnly: false
        }
    }

    /// Whether persons are told of another way to prove who they are. EN 301 549 §5.3 asks for one.
    package var namesAlternative: Bool {
        document.value(atKey: "ui.alternative").flatMap { LocalizedText($0) }?.text(in: "en") != nil
    }

    /// Whether attributes of faces are switched on, and none is estimated because nobody has said what for.
    package var lacksPurposeOfAttributes: Bool {
        document.value(atKey: "faceAttributes.enabled") == .bool(true)
            && document.value(atKey: "faceAttributes.fields") != .array([])
            && document.value(atKey: "faceAttributes.purpose") == .string("")
    }

    package func value(of key: ConfigurationKey) -> JSONValue? { document.value(at: key.path) }
}

extension ConfigurationKey {
    /// What a new tenant of a profile begins with.
    package func initial(_ profile: CustomerConfiguration.Profile) -> JSONValue {
        switch profile {
        case .standard: initial.standard
        case .compatible: initial.compatible
        case .strict: initial.strict
        }
    }
}
