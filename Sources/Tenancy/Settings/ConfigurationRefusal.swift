package import OnboardingCore

/// Why a change of a configuration is refused.
package struct ConfigurationRefusal: Error, Equatable {
    package enum Kind: Sendable {
        /// A value is not one that its key may have.
        case value
        /// Two settings contradict each other.
        case conflict
    }

    /// What is broken beside the values that single keys may have; a page has words for each.
    package enum Rule: String, CaseIterable, Sendable {
        case object, size
        /// The value is one that nothing serves.
        case notServed
        case chipNeedsDocument, someCheck, faceBeforeLaterFaces, deviceBeforeLaterDevices, agesInOrder
        case challengeCanBeAnswered, thresholdOnce, lowThresholdsAllowed, renderedInTestsAlone
        case providerIsWhole, providerBeforeRequired, providerGivesOwnRights
        /// The colour stands out too little (`shortfall`).
        case colorContrast
        case emotionsHaveReason, categoriesHaveReason
        /// Networks are needed that the installation lacks.
        case packInstalled
        /// Fewer than two operators could do what takes two.
        case twoOperators
    }

    package let kind: Kind
    package let message: String
    /// Nil where the value of one key is not allowed.
    package let rule: Rule?
    /// The one key that is wrong, its path from the top, with dots.
    package let key: String?
    /// All words or numbers that the key may have; empty where they are not so few.
    package let allowed: [String]
    /// The numbers that it may have.
    package let range: ClosedRange<Double>?
    /// The keys of which at least one has to change, their paths with dots: that one, or those of a contradiction that is between
    /// few.
    package let concerned: [String]
    /// What a colour lacks.
    private(set) package var shortfall: ContrastShortfall?

    /// - Parameters:
    ///   - key: nil where it is no single one.
    ///   - concerned: the names of those of a contradiction.
    init(kind: Kind, message: String, rule: Rule?, key: ConfigurationKey? = nil, concerned: [String] = []) {
        self.kind = kind
        self.message = message
        self.rule = rule
        self.key = key?.name
        self.concerned = key.map { [$0.name] } ?? concerned
        allowed = key?.allowedWords ?? []
        range = key?.values.range
    }

    /// - Parameter name: of the key; its path from the top, with dots, or its last word where that says enough.
    package init(notAllowed name: String) {
        self.init(
            kind: .value, message: "\(name) has a value that is not allowed", rule: nil,
            key: ConfigurationTable.key(name) ?? ConfigurationTable.keys.first { $0.path.last == name })
    }
}

extension ConfigurationRefusal {
    /// A colour that is not read or seen where pages have it.
    init(_ shortfall: ContrastShortfall, of key: ConfigurationKey) {
        let (found, needed) = (shortfall.found, shortfall.needed)
        self.init(
            kind: .value,
            message: "\(key.name) has a contrast of \(ContrastShortfall.text(of: found)):1 on the page's background "
                + "\(shortfall.background.text) and needs \(ContrastShortfall.text(of: needed)):1; a darker one has it",
            rule: .colorContrast, key: key)
        self.shortfall = shortfall
    }
}

extension Refusal {
    package init(_ refusal: ConfigurationRefusal) {
        self.init(
            refusal.kind == .conflict ? .configurationConflict : .configurationValue, message: refusal.message,
            details: RefusalDetails(member: refusal.key, allowed: refusal.allowed, range: refusal.range))
    }
}
