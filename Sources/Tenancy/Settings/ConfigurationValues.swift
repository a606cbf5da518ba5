package import OnboardingCore
package import OnboardingJSON

/// The values that a key of the configuration may have.
package enum ConfigurationValues: Sendable {
    /// An object that holds other keys.
    case group
    case flag
    case number(ClosedRange<Double>)
    case wholeNumber(ClosedRange<Int>)
    case wholeNumberOf([Int])
    case word([String])
    /// A list of these words, at least one.
    case words([String])
    /// The same, which may be empty.
    case wordsOrNone([String])
    /// A list of `WebOrigin`, which may be empty.
    case origins
    /// A number in this range, or the same as a decimal text (`MatchThreshold`).
    case threshold(ClosedRange<Double>)
    /// A text, with its format in JSON Schema.
    case text(format: String?)
    /// A text of at most so many code points, which may be empty.
    case boundedText(Int)
    /// The same for everybody, or one for each language (`LocalizedText`).
    case localizedText(Int)
    /// What a consent may have as its version, or nothing.
    case consentVersion
    /// The URL of an OpenID Connect issuer, or nothing.
    case issuer
    /// A list of `ProviderRole`, which may be empty.
    case providerRoles
    /// A `Color` for this use, or nothing.
    case color(ColorUse)
    /// Nothing: what is kept elsewhere.
    case nothing

    /// The words that `Words` has.
    static func word<Words: RawRepresentable<String> & CaseIterable>(of: Words.Type) -> Self {
        .word(Words.allCases.map(\.rawValue))
    }

    /// A list of words that `Words` has.
    static func words<Words: RawRepresentable<String> & CaseIterable>(of: Words.Type) -> Self {
        .words(Words.allCases.map(\.rawValue))
    }

    /// A list of words that `Words` has, which may be empty.
    static func wordsOrNone<Words: RawRepresentable<String> & CaseIterable>(of: Words.Type) -> Self {
        .wordsOrNone(Words.allCases.map(\.rawValue))
    }

    /// Whether `value` is one of these, leaving aside what other keys say.
    package func admit(_ value: JSONValue) -> Bool {
        switch (self, value) {
        case (.group, .object), (.flag, .bool), (.text, .string): true
        case (.boundedText(let bound), .string(let text)): text.unicodeScalars.count <= bound
        case (.localizedText(let bound), _): LocalizedText(value, atMost: bound) != nil
        case (.consentVersion, .string(let text)):
            text.isEmpty || (text.utf8.count <= Limit.consentVersion.value && Consent.isVersion(text))
        case (.issuer, .string(let text)): text.isEmpty || ProviderURL(issuer: text) != nil
        case (.providerRoles, _): ProviderRole.all(in: value) != nil
        case (.color, .string(let text)): text.isEmpty || Color(text) != nil
        case (.nothing, .string(let text)): text.isEmpty
        case (.number(let range), .number(let number)): range.contains(number)
        case (.wholeNumber(let range), .number(let number)): Int(exactly: number).map(range.contains) ?? false
        case (.wholeNumberOf(let allowed), .number(let number)): Int(exactly: number).map(allowed.contains) ?? false
        case (.word(let words), .string(let word)): words.contains(word)
        case (.words(let words), .array(let elements)):
            !elements.isEmpty && elements.allSatisfy(Self.word(words).admit)
        case (.wordsOrNone(let words), .array(let elements)): elements.allSatisfy(Self.word(words).admit)
        case (.origins, .array(let elements)):
            elements.allSatisfy { if case .string(let text) = $0 { WebOrigin(rawValue: text) != nil } else { false } }
        case (.threshold(let range), _): MatchThreshold.number(value).map(range.contains) ?? false
        case (.group, _), (.flag, _), (.number, _), (.wholeNumber, _), (.wholeNumberOf, _), (.word, _), (.words, _),
            (.wordsOrNone, _), (.origins, _), (.text, _), (.boundedText, _), (.consentVersion, _), (.issuer, _),
            (.color, _),
            (.nothing, _):
            false
        }
    }

    /// All words or numbers, where they are few.
    var listed: [String] {
        switch self {
        case .flag: ["true", "false"]
        case .wholeNumberOf(let allowed): allowed.map(String.init)
        case .word(let words), .words(let words), .wordsOrNone(let words): words
        case .group, .number, .wholeNumber, .origins, .threshold, .text, .boundedText, .localizedText, .consentVersion,
            .issuer, .providerRoles, .color, .nothing:
            []
        }
    }

    /// From the least to the greatest number.
    package var range: ClosedRange<Double>? {
        switch self {
        case .number(let range), .threshold(let range): range
        case .wholeNumber(let range): Double(range.lowerBound)...Double(range.upperBound)
        case .group, .flag, .wholeNumberOf, .word, .words, .wordsOrNone, .origins, .text, .boundedText, .localizedText,
            .consentVersion, .issuer, .providerRoles, .color, .nothing:
            nil
        }
    }
}
